//! What was asked, and what the world answers to it.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage;

use super::{Content, World, account, issue};

/// A request as the world sees it.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Decoded, in order.
    pub(crate) query: Vec<(String, String)>,
    /// Lower-case names, in order.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Asked {
    /// A `GET` of a path with its query, as a test writes it.
    pub(crate) fn get(address: &str) -> Self {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        Self {
            method: "GET".to_owned(),
            path: path.to_owned(),
            query: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    /// The value of a query parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// Every value of a header.
    pub(crate) fn header(&self, name: &str) -> Vec<&str> {
        self.headers.iter().filter(|(given, _)| given == name).map(|(_, value)| value.as_str()).collect()
    }

    /// Which of the fixed reads this is; none: something that the program must
    /// never ask.
    pub(crate) fn stage(&self) -> Option<Stage> {
        let segments: Vec<&str> = self.path.trim_start_matches('/').split('/').collect();
        match (self.method.as_str(), segments.as_slice()) {
            ("GET", ["repos", _, _]) => Some(Stage::Repository),
            ("GET", ["repos", _, _, "issue-types"]) => Some(Stage::IssueTypes),
            ("GET", ["repos", _, _, "commits", _, "check-runs"]) => Some(Stage::CheckRuns),
            ("GET", ["repos", _, _, "actions", "runs"]) => Some(Stage::WorkflowRuns),
            ("GET", ["users", _]) => Some(Stage::Owner),
            ("GET", ["orgs" | "users", _, "projectsV2", _]) => Some(Stage::Project),
            ("GET", ["orgs" | "users", _, "projectsV2", _, "fields"]) => Some(Stage::Fields),
            ("GET", ["orgs" | "users", _, "projectsV2", _, "items"]) => Some(Stage::Items),
            ("GET", ["rate_limit"]) => Some(Stage::RateLimit),
            ("POST", ["graphql"]) => Some(match self.operation_name().as_deref() {
                Some("YukhRollbackScope") => Stage::Scope,
                Some("YukhRollbackFields") => Stage::Fields,
                Some("YukhRollbackItem") => Stage::Item,
                _ => Stage::Relationships,
            }),
            _ => None,
        }
    }

    /// Whether GraphQL is asked.
    pub(crate) fn is_graphql(&self) -> bool {
        self.path == "/graphql"
    }

    /// The name of the operation that GraphQL is asked for.
    pub(crate) fn operation_name(&self) -> Option<String> {
        let request: Json = serde_json::from_slice(&self.body).ok()?;
        request["operationName"].as_str().map(str::to_owned)
    }
}

impl Reply {
    /// A JSON answer.
    pub(crate) fn json(status: u16, body: &Json) -> Self {
        let headers = vec![("content-type".to_owned(), "application/json; charset=utf-8".to_owned())];
        Self { status, headers, body: body.to_string().into_bytes() }
    }

    /// GitHub's basic error.
    pub(crate) fn error(status: u16, message: &str) -> Self {
        let address = "https://docs.github.com/rest";
        Self::json(
            status,
            &json!({ "message": message, "documentation_url": address, "status": status.to_string() }),
        )
    }

    /// The same answer with a header in place of any of that name.
    pub(crate) fn header(mut self, name: &str, value: impl ToString) -> Self {
        self.headers.retain(|(given, _)| given != name);
        self.headers.push((name.to_owned(), value.to_string()));
        self
    }

    /// The same answer with its JSON changed.
    pub(crate) fn edit(mut self, change: impl FnOnce(&mut Json)) -> Self {
        let mut json = self.read();
        change(&mut json);
        self.body = json.to_string().into_bytes();
        if self.headers.iter().any(|(name, _)| name == "etag") { self.tagged() } else { self }
    }

    /// The same answer with the weak tag of its body.
    pub(crate) fn tagged(self) -> Self {
        let hash = self.body.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        self.header("etag", format!("W/\"leaf{hash:016x}\""))
    }

    /// The same answer without a header.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(given, _)| given != name);
        self
    }

    /// What a server makes of the condition of a request: 304 where it names
    /// exactly this answer.
    pub(crate) fn on_condition(self, asked: &Asked) -> Self {
        let own =
            |header| self.headers.iter().find(|(name, _)| name == header).map(|(_, value)| value.as_str());
        let names = |condition, header| match (asked.header(condition).as_slice(), own(header)) {
            ([], _) => None,
            ([given], Some(own)) => Some(*given == own),
            _ => Some(false),
        };
        let confirmed = names("if-none-match", "etag").or(names("if-modified-since", "last-modified"));
        if self.status != 200 || confirmed != Some(true) {
            return self;
        }
        let kept = ["etag", "last-modified", "cache-control", "link"];
        let is_kept = |name: &str| kept.contains(&name) || name.starts_with("x-ratelimit-");
        let headers = self.headers.into_iter().filter(|(name, _)| is_kept(name)).collect();
        Self { status: 304, headers, body: Vec::new() }
    }

    /// The JSON of the body.
    pub(crate) fn read(&self) -> Json {
        serde_json::from_slice(&self.body).expect("the world answers JSON")
    }
}

impl World {
    /// The answer to one request; `spent` counts the requests before it.
    pub(crate) fn answer(&self, asked: &Asked, spent: u64) -> Reply {
        let reply = match asked.stage() {
            None => Reply::error(404, "Not Found"),
            Some(_) if asked.is_graphql() => self.graphql(asked),
            Some(stage) => self.answer_stage(stage, asked),
        };
        let (resource, remaining) =
            if asked.is_graphql() { ("graphql", self.rate.graphql) } else { ("core", self.rate.rest) };
        reply
            .tagged()
            .header("x-github-request-id", "C0DE:1A2B:3C4D5E:6F7A8B:9C0D1E2F")
            .header("x-github-media-type", "github.v3; format=json")
            .header("x-accepted-github-permissions", "organization_projects=read")
            .header("x-ratelimit-limit", 5_000)
            .header("x-ratelimit-remaining", remaining.saturating_sub(spent))
            .header("x-ratelimit-used", 100 + spent)
            .header("x-ratelimit-reset", self.rate.reset)
            .header("x-ratelimit-resource", resource)
            .header("last-modified", "Sun, 01 Mar 2026 08:00:00 GMT")
    }

    fn answer_stage(&self, stage: Stage, asked: &Asked) -> Reply {
        let segments: Vec<&str> = asked.path.trim_start_matches('/').split('/').collect();
        let same =
            |name: &str, segment: usize| segments.get(segment).is_some_and(|s| s.eq_ignore_ascii_case(name));
        let repository = same(&self.repository.owner.login, 1) && same(&self.repository.name, 2);
        let kind = if self.project.owner.organization { "orgs" } else { "users" };
        let project =
            same(kind, 0) && same(&self.project.owner.login, 1) && same(&self.project.number.to_string(), 3);
        let api = &self.wording.api;
        match stage {
            Stage::Repository if repository => Reply::json(200, &account::repository(&self.repository, api)),
            Stage::Owner => [&self.project.owner, &self.repository.owner]
                .into_iter()
                .find(|account| same(&account.login, 1))
                .map_or_else(not_found, |account| Reply::json(200, &account::public(account, api))),
            Stage::Project if project => Reply::json(200, &self.project_json()),
            Stage::Fields if project => self.fields(asked),
            Stage::Items if project => self.items(asked),
            Stage::IssueTypes if repository => self.issue_types.as_ref().map_or_else(not_found, |types| {
                let enabled = types.iter().map(|name| issue::issue_type_json(name, true));
                let retired = self.retired_issue_types.iter().map(|name| issue::issue_type_json(name, false));
                Reply::json(200, &enabled.chain(retired).collect())
            }),
            Stage::CheckRuns if repository => self.check_runs(segments.get(4).unwrap_or(&""), asked),
            Stage::WorkflowRuns if repository => self.workflow_runs(asked),
            Stage::RateLimit => Reply::json(200, &self.limits()),
            _ => not_found(),
        }
    }

    /// What is left, as `GET /rate_limit` tells it.
    fn limits(&self) -> Json {
        let limit = |remaining: u64| json!({ "limit": 5_000, "used": 100, "remaining": remaining, "reset": self.rate.reset });
        json!({ "resources": {
            "core": limit(self.rate.rest),
            "graphql": limit(self.rate.graphql),
            "search": limit(30),
        } })
    }

    fn fields(&self, asked: &Asked) -> Reply {
        let page = self.page(&self.project.fields, self.wording.field_page_size, asked);
        let fields = page.entries.iter().map(|field| self.field_json(field)).collect();
        linked(Reply::json(200, &fields), page.link)
    }

    fn items(&self, asked: &Asked) -> Reply {
        let ids: Vec<u64> = asked
            .parameter("fields")
            .into_iter()
            .flat_map(|ids| ids.split(','))
            .filter_map(|id| id.parse().ok())
            .collect();
        let wanted = asked.parameter("q").map(|q| q.trim_start_matches("repo:").to_lowercase());
        let matches = |item: &&super::Item| match (&wanted, &item.content) {
            (None, _) => true,
            (Some(wanted), Content::Issue(issue)) => self.repository_of(&issue.at).to_lowercase() == *wanted,
            (Some(wanted), Content::PullRequest(request)) => {
                self.repository_of(&request.at).to_lowercase() == *wanted
            }
            (Some(_), Content::Draft { .. } | Content::Redacted | Content::Unsaid) => false,
        };
        let items: Vec<&super::Item> = self.project.items.iter().filter(matches).collect();
        let page = self.page(&items, self.wording.page_size, asked);
        let items = page.entries.iter().map(|item| self.item_json(item, &ids)).collect();
        linked(Reply::json(200, &items), page.link)
    }
}

pub(super) fn linked(reply: Reply, link: Option<String>) -> Reply {
    match link {
        Some(link) => reply.header("link", link),
        None => reply,
    }
}

fn not_found() -> Reply {
    Reply::error(404, "Not Found")
}
