//! What goes over the wire, and what each answer means.

mod answers;
mod bounds;
mod conditions;
mod content;
mod document;
mod recorded;
mod requests;
mod timeouts;

use yukh::diagnostic::{Detail, Failure};
use yukh::github::{
    Answer, Client, Credential, Endpoint, Exchange as _, Operation, ProjectOwner, RelationshipCursors,
    Timeouts,
};
use yukh::observed::ProviderRef;
use yukh::scope::{Budgets, Login, OwnerKind, ProjectNumber, RepositoryName};

/// A token that no output may show.
const TOKEN: &str = "ghp_canaryCANARYcanaryCANARYcanaryCANARY";

fn credential() -> Credential {
    Credential::parse(TOKEN.as_bytes(), None).unwrap()
}

fn client_with(address: &str, budgets: Budgets, timeouts: Timeouts) -> Client {
    Client::live(Endpoint::loopback(address).unwrap(), &credential(), budgets, timeouts).unwrap()
}

fn client(address: &str) -> Client {
    client_with(address, Budgets::DEFAULT, Timeouts::DEFAULT)
}

fn login() -> Login {
    Login::parse("acme").unwrap()
}

fn repository() -> Operation {
    Operation::Repository { owner: login(), repository: RepositoryName::parse("site").unwrap() }
}

fn items(kind: OwnerKind) -> Operation {
    Operation::Items {
        owner: ProjectOwner { kind, login: login() },
        number: ProjectNumber::parse_argument("7").unwrap(),
        fields: vec![101, 102],
        repository: None,
        after: None,
    }
}

fn relationships() -> Operation {
    let issues = vec![ProviderRef::parse("I_1").unwrap()];
    Operation::Relationships { issues, after: RelationshipCursors::default() }
}

fn detail(failure: &Failure) -> Option<Detail> {
    failure.diagnostics().next().and_then(yukh::diagnostic::Diagnostic::detail)
}

/// What an answer says of the primary limit, in headers.
const PLENTY: &str = "x-ratelimit-remaining: 4900\r\nx-ratelimit-reset: 1900000059\r\n";

/// What a query answers of its price, and nothing else.
const RECEIPT: &str =
    r#"{"data":{"rateLimit":{"cost":1,"remaining":4900,"resetAt":"2030-03-17T17:47:39Z"}}}"#;

/// A whole answer with a body of JSON. Unless its headers say otherwise, there
/// is plenty left of the primary limit.
fn http(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    let rate = if headers.contains("x-ratelimit-") { "" } else { PLENTY };
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n{rate}{headers}\r\n{body}"
    )
}

/// Asks for the repository and gives the answer.
async fn ask(address: &str) -> Result<Answer, Failure> {
    client(address).send(&repository()).await
}
