//! From a case to files: a reader asks the world behind a loopback socket, and
//! what it asked and got is written down.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};
use yukh::desired::{Dialect, Policy};
use yukh::diagnostic::Failure;
use yukh::github::{Client, Credential, Endpoint, Timeouts};
use yukh::observed::Snapshot;
use yukh::run::read;
use yukh::scope::{
    Budgets, IssueNumber, IssueSet, ItemsFilter, Login, ProjectNumber, RepositoryName, RunScope,
    SubjectClass, Transport,
};

use super::Case;
use crate::support::server::{Builder, Server};
use crate::support::world::{Asked, Reply};

/// The address that recordings speak of.
const API: &str = "https://api.github.com";

/// Members that no reader looks at; without them a recording is a third of its
/// size.
const UNREAD: [&str; 15] = [
    "user",
    "creator",
    "assignees",
    "html",
    "description",
    "_links",
    "author_association",
    "gravatar_id",
    "locations",
    "color",
    "documentation_url",
    "created_at",
    "head",
    "license",
    "state_reason",
];

/// Addresses that readers look at.
const ADDRESSES: [&str; 3] = ["project_url", "repository_url", "parent_issue_url"];

/// What one reader took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) rest: u64,
    pub(crate) graphql: u64,
    /// As GitHub tells them.
    pub(crate) points: u64,
}

impl Cost {
    /// Both together.
    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self {
            rest: self.rest + other.rest,
            graphql: self.graphql + other.graphql,
            points: self.points + other.points,
        }
    }
}

/// What one reader asked, got and made of it.
pub(crate) struct Side {
    pub(crate) snapshot: Result<Snapshot, Failure>,
    asked: Vec<Asked>,
    replies: Vec<Reply>,
    address: String,
}

impl Case {
    /// The policy.
    pub(crate) fn parsed_policy(&self) -> Policy {
        Policy::parse(self.policy.as_bytes()).expect("a valid policy")
    }

    /// What a reader of this transport is asked for.
    pub(crate) fn scope(&self, transport: Transport) -> RunScope {
        let (repository, project) = (&self.world.repository, &self.world.project);
        let login = |login: &str| Login::parse(login).expect("a login");
        let issues = self.issues.iter().map(|&number| IssueNumber::new(number).expect("a number"));
        RunScope {
            subject: self.subject,
            owner: login(&repository.owner.login),
            repository: RepositoryName::parse(&repository.name).expect("a name"),
            project_owner: login(&project.owner.login),
            project_owner_kind: None,
            project: ProjectNumber::parse_argument(&project.number.to_string()).expect("a number"),
            issues: IssueSet::new(issues).expect("issues"),
            items: ItemsFilter::All,
            budgets: Budgets::most_of(transport),
        }
    }

    /// Lets the reader of a transport ask the world.
    pub(crate) fn side(&self, transport: Transport) -> Side {
        let mut builder = Builder::of(self.world.clone());
        for &(of, stage, change) in &self.changes {
            if of == transport {
                builder = builder.change(stage, change);
            }
        }
        let server = builder.start();
        let snapshot = self.read(&server, transport);
        Side { snapshot, asked: server.asked(), replies: server.replies(), address: server.address() }
    }

    fn read(&self, server: &Server, transport: Transport) -> Result<Snapshot, Failure> {
        let scope = self.scope(transport);
        let policy = self.parsed_policy();
        let credential = Credential::parse(token(self.subject).as_bytes(), None).expect("a token");
        let endpoint = Endpoint::loopback(&server.address()).expect("an address");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let client =
                Client::live(endpoint, &credential, scope.budgets, Timeouts::DEFAULT).expect("a client");
            read(&client, &scope, &policy.selection(), &policy).await
        })
    }

    /// The files of the case, by their paths below its folder.
    pub(crate) fn record(&self) -> BTreeMap<String, String> {
        let exchanges = |transport| self.side(transport).exchanges();
        BTreeMap::from([
            ("comparison.json".to_owned(), self.comparison()),
            ("policy.yaml".to_owned(), self.policy.clone()),
            ("v1/exchanges.json".to_owned(), exchanges(Transport::GraphqlV1)),
            ("v2/exchanges.json".to_owned(), exchanges(Transport::RestV2)),
        ])
    }

    fn comparison(&self) -> String {
        let (repository, project) = (&self.world.repository, &self.world.project);
        let mut comparison = json!({
            "format": 1,
            "owner": repository.owner.login,
            "repository": repository.name,
            "project": project.number,
            "issues": self.issues,
            "token_profile": self.subject.as_str(),
            "dialect": match self.dialect {
                Dialect::Native => "native",
                Dialect::Legacy => "legacy",
            },
            "note": self.note,
            "expect": self.expect.word(),
        });
        if project.owner.login != repository.owner.login {
            comparison["project_owner"] = json!(project.owner.login);
        }
        let text = serde_json::to_string_pretty(&sorted(comparison)).expect("JSON");
        format!("{text}\n")
    }
}

/// A token that nobody ever had.
fn token(subject: SubjectClass) -> String {
    let prefix = match subject {
        SubjectClass::ClassicUserToken => "ghp_",
        SubjectClass::FineGrainedUserToken => "github_pat_",
        SubjectClass::UserToServerToken => "ghu_",
        SubjectClass::OauthToken => "gho_",
        SubjectClass::InstallationToken => "ghs_",
    };
    format!("{prefix}InventedTokenForTestsOnly000000000000")
}

impl Side {
    /// What was asked, counted at the socket.
    pub(crate) fn cost(&self) -> Cost {
        let mut cost = Cost::default();
        for (asked, reply) in self.asked.iter().zip(&self.replies) {
            if asked.is_graphql() {
                cost.graphql += 1;
                cost.points += reply.read()["data"]["rateLimit"]["cost"].as_u64().expect("a price");
            } else {
                cost.rest += 1;
            }
        }
        cost
    }

    /// `exchanges.json`, one exchange a line.
    fn exchanges(&self) -> String {
        let line = |(asked, reply): (&Asked, &Reply)| {
            sorted(json!({ "request": request(asked), "response": self.response(reply) })).to_string()
        };
        let lines: Vec<String> = self.asked.iter().zip(&self.replies).map(line).collect();
        format!("{{\"format\":1,\"exchanges\":[\n{}\n]}}\n", lines.join(",\n"))
    }

    fn response(&self, reply: &Reply) -> Json {
        let text = String::from_utf8(reply.body.clone()).expect("UTF-8").replace(&self.address, API);
        let mut body: Json = serde_json::from_str(&text).expect("JSON");
        trim(&mut body);
        let mut response = json!({ "json": body });
        if reply.status != 200 {
            response["status"] = json!(reply.status);
        }
        let kept = |(name, value): &(String, String)| {
            let is_kept = ["link", "retry-after"].contains(&name.as_str());
            is_kept.then(|| (name.clone(), json!(value.replace(&self.address, API))))
        };
        let headers: Map<String, Json> = reply.headers.iter().filter_map(kept).collect();
        if !headers.is_empty() {
            response["headers"] = Json::Object(headers);
        }
        response
    }
}

fn request(asked: &Asked) -> Json {
    if asked.is_graphql() {
        let body: Json = serde_json::from_slice(&asked.body).expect("JSON");
        return json!({ "graphql": body["operationName"], "variables": body["variables"] });
    }
    let query: Map<String, Json> =
        asked.query.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    if query.is_empty() {
        json!({ "path": asked.path })
    } else {
        json!({ "path": asked.path, "query": query })
    }
}

/// The same with members in the order of their names, whether or not the build
/// keeps the order in which they were put in.
pub(crate) fn sorted(json: Json) -> Json {
    match json {
        Json::Object(members) => {
            let by_name: BTreeMap<String, Json> =
                members.into_iter().map(|(name, member)| (name, sorted(member))).collect();
            Json::Object(by_name.into_iter().collect())
        }
        Json::Array(entries) => entries.into_iter().map(sorted).collect(),
        other => other,
    }
}

/// Takes away what no reader looks at.
fn trim(json: &mut Json) {
    match json {
        Json::Object(members) => {
            members.retain(|name, _| {
                let is_address = name.ends_with("_url") && !ADDRESSES.contains(&name.as_str());
                !is_address && !UNREAD.contains(&name.as_str())
            });
            members.values_mut().for_each(trim);
        }
        Json::Array(entries) => entries.iter_mut().for_each(trim),
        _ => {}
    }
}
