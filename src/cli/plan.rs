//! `yukh plan`.

use std::io::{IsTerminal as _, Read as _};

use secrecy::zeroize::Zeroizing;

use super::arguments::{Format, PlanArguments};
use super::block_on;
use super::environment::Environment;
use super::output::{Screen, say};
use super::paths::{self, ReportFile};
use super::progress::Watched;
use super::resolve::Target;
use super::route;
use crate::desired::Policy;
use crate::diagnostic::{Code, Failure};
use crate::github::{Client, Credential, Timeouts};
use crate::report::{self, Colour, Conclusion};
use crate::run::{Order, plan_one};
use crate::scope::{IssueNumber, IssueSet, RunScope};

/// What is printed; nothing where a report file took it.
///
/// Every input is checked before the first request, in this order: options,
/// the way to GitHub or the loopback override, report path, policy, token.
///
/// # Errors
///
/// `YKP-RUNTIME-*` and `YKP-POLICY-*` before any request, then those of the
/// run.
pub(super) fn plan(
    arguments: &PlanArguments,
    environment: Environment,
    screen: Screen,
) -> Result<String, Failure> {
    let target = Target::resolve(arguments)?;
    let endpoint = route::endpoint(&environment)?;
    let report_file = arguments.report_file.as_deref().map(ReportFile::prepare).transpose()?;
    let policy = Policy::parse(&paths::read_policy(&arguments.policy_path)?)?;
    let token = token(arguments.github_token_stdin, environment)?;
    let credential = Credential::parse(&token, target.token_profile)?;
    drop(token);

    let issue = target.issue;
    let scope = scope(target, &credential);
    let order = Order { policy: &policy, issue, require_contract: arguments.require_contract };
    let completed = block_on(async {
        let exchange = Client::live(endpoint, &credential, scope.budgets, Timeouts::DEFAULT)?;
        plan_one(&Watched { exchange, screen }, &scope, order).await
    })?;
    let conclusion = completed.conclusion()?;
    match report_file {
        None => Ok(rendered(issue, &conclusion, screen.format(), screen.colour())),
        Some(file) => {
            let format = arguments.format.unwrap_or(Format::Json);
            file.write(&rendered(issue, &conclusion, format, Colour::Never))?;
            Ok(String::new())
        }
    }
}

fn scope(target: Target, credential: &Credential) -> RunScope {
    RunScope {
        subject: credential.class(),
        owner: target.owner,
        repository: target.repository,
        project_owner: target.project_owner,
        project_owner_kind: target.project_owner_kind,
        project: target.project,
        issues: IssueSet::from(target.issue),
        items: target.items,
        budgets: target.budgets,
    }
}

/// The token's bytes, overwritten when they are dropped. Standard input is
/// read no further than a token may reach.
fn token(from_stdin: bool, environment: Environment) -> Result<Zeroizing<Vec<u8>>, Failure> {
    if !from_stdin {
        return environment.token.ok_or_else(|| Failure::of(Code::Runtime004));
    }
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        say("Waiting for the token on standard input; end it with Enter and Ctrl-D.\n");
    }
    // The whole capacity at once: growing would leave copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(Credential::MAX_BYTES + 2));
    let limit = u64::try_from(Credential::MAX_BYTES + 1).unwrap_or(u64::MAX);
    let read = stdin.lock().take(limit).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|_| Failure::of(Code::Runtime004))
}

/// One conclusion, ready to be written.
pub(super) fn rendered(
    issue: IssueNumber,
    conclusion: &Conclusion,
    format: Format,
    colour: Colour,
) -> String {
    match format {
        Format::Json => format!("{}\n", conclusion.object()),
        Format::Markdown => report::markdown(issue, conclusion),
        Format::Text => report::text(issue, conclusion, colour),
    }
}
