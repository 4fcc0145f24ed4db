//! What GitHub answers to the four documents, as plain JSON, and an exchange
//! that asks it without a socket.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Detail, Failure, Stage};
use yukh::github::{
    Answer, Cursor, Exchange, Identity, LedgerState, Operation, Reply, RollbackRead, Tally, Validator,
};
use yukh::observed::{ProviderText, Snapshot};
use yukh::rollback::acquire;
use yukh::scope::{
    Budgets, IssueNumber, IssueSet, ItemsFilter, Limit, Login, OwnerKind, ProjectNumber, RepositoryName,
    RunScope, Selection, SubjectClass, Transport,
};

use crate::acquisition::fake::number;
use crate::support::world::{OWNER, REPOSITORY};

/// A board, as the four documents show it.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) organization: bool,
    /// Whether the credential sees the Project.
    pub(crate) has_project: bool,
    pub(crate) issue_types: Json,
    pub(crate) fields: Vec<Json>,
    pub(crate) issues: BTreeMap<u64, Issue>,
    pub(crate) pull_requests: BTreeSet<u64>,
    /// Entries of one page.
    pub(crate) page: usize,
    /// What each query costs, and what is left after the first one.
    pub(crate) cost: u64,
    pub(crate) remaining: u64,
}

/// An issue.
#[derive(Clone)]
pub(crate) struct Issue {
    pub(crate) items: Vec<Json>,
    pub(crate) content: Json,
    pub(crate) values: Vec<Json>,
    pub(crate) parent: Json,
    pub(crate) sub_issues: Vec<Json>,
    pub(crate) blocked_by: Vec<Json>,
    pub(crate) blocking: Vec<Json>,
    /// Blockers that the credential can not see.
    pub(crate) hidden: usize,
}

/// An issue at the other end of an edge.
pub(crate) fn at(issue: u64) -> Json {
    json!({ "id": format!("I_{issue}"), "number": issue, "repository": home() })
}

/// An issue of another repository.
pub(crate) fn elsewhere(issue: u64) -> Json {
    let repository = json!({ "id": "R_2", "nameWithOwner": format!("{OWNER}/orchard") });
    json!({ "id": format!("J_{issue}"), "number": issue, "repository": repository })
}

/// An item of the Project.
pub(crate) fn item(id: &str, is_archived: bool) -> Json {
    json!({ "id": id, "isArchived": is_archived, "project": { "id": "PVT_4", "number": 4 } })
}

/// A value of a field.
pub(crate) fn value(kind: &str, member: &str, value: Json, field: &str) -> Json {
    json!({ "__typename": format!("ProjectV2ItemField{kind}Value"), member: value, "field": { "id": field } })
}

/// A connection on one page.
pub(crate) fn whole(nodes: Vec<Json>) -> Json {
    let page = json!({ "hasNextPage": false, "endCursor": null });
    json!({ "totalCount": nodes.len(), "pageInfo": page, "nodes": nodes })
}

fn home() -> Json {
    json!({ "id": "R_1", "nameWithOwner": format!("{OWNER}/{REPOSITORY}") })
}

fn field(id: &str, name: &str, data_type: &str) -> Json {
    json!({ "__typename": "ProjectV2Field", "id": id, "name": name, "dataType": data_type })
}

impl Issue {
    /// A live item without values and relationships.
    pub(crate) fn new(number: u64) -> Self {
        Self {
            items: vec![item(&format!("PVTI_{number}"), false)],
            content: json!({
                "__typename": "Issue", "id": format!("I_{number}"), "number": number, "body": "Words.",
                "updatedAt": "2026-03-01T08:00:00Z", "repository": home(), "issueType": { "name": "Task" },
                "milestone": null, "labels": whole(vec![json!({ "name": "area: beds" })]),
                "issueFieldValues": whole(Vec::new()),
            }),
            values: Vec::new(),
            parent: Json::Null,
            sub_issues: Vec::new(),
            blocked_by: Vec::new(),
            blocking: Vec::new(),
            hidden: 0,
        }
    }
}

impl Model {
    /// Issue 1 with a value of each kind, issue 2 with nothing.
    pub(crate) fn new() -> Self {
        let mut size = field("F_size", "Size", "SINGLE_SELECT");
        size["options"] = json!([{ "id": "a", "name": "Small" }, { "id": "b", "name": "Large" }]);
        let fields = [("F_title", "Title", "TITLE"), ("F_people", "Assignees", "ASSIGNEES")];
        let more = [("F_notes", "Notes", "TEXT"), ("F_estimate", "Estimate", "NUMBER")];
        let last = [("F_start", "Start Date", "DATE"), ("F_iteration", "Iteration", "ITERATION")];
        let plain = [fields, more, last].concat().into_iter().map(|(id, name, kind)| field(id, name, kind));
        let mut first = Issue::new(1);
        first.values = vec![
            value("Text", "text", json!("A title"), "F_title"),
            value("Text", "text", json!("A note"), "F_notes"),
            value("Number", "number", json!(2.5), "F_estimate"),
            value("Date", "date", json!("2026-03-01"), "F_start"),
            value("SingleSelect", "name", json!("Large"), "F_size"),
            value("Iteration", "title", json!("Spring 1"), "F_iteration"),
            json!({ "__typename": "ProjectV2ItemFieldUserValue" }),
        ];
        Self {
            organization: true,
            has_project: true,
            issue_types: whole(vec![
                json!({ "id": "IT_1", "name": "Task", "isEnabled": true }),
                json!({ "id": "IT_2", "name": "Old", "isEnabled": false }),
            ]),
            fields: plain.chain([size]).collect(),
            issues: BTreeMap::from([(1, first), (2, Issue::new(2))]),
            pull_requests: BTreeSet::from([5]),
            page: 50,
            cost: 1,
            remaining: 4_000,
        }
    }

    /// An issue.
    pub(crate) fn issue(&mut self, number: u64) -> &mut Issue {
        self.issues.get_mut(&number).unwrap()
    }

    /// The answer to a document after so many queries.
    pub(crate) fn answer(&self, operation: &str, variables: &Json, earlier: u64) -> Json {
        let after = |name: &str| {
            let cursor = variables[name].as_str().unwrap_or("c0");
            cursor.trim_start_matches('c').parse::<usize>().unwrap()
        };
        let mut answer = match operation {
            "YukhRollbackScope" => self.scope(variables, after("after")),
            "YukhRollbackFields" => json!({ "data": { "node": {
                "__typename": "ProjectV2", "id": variables["project"], "number": 4,
                "fields": self.connection(&self.fields, after("after")),
            } } }),
            "YukhRollbackItem" => self.item(variables["item"].as_str().unwrap(), after("after")),
            "YukhRollbackRelationships" => {
                let cursors = ["subIssuesAfter", "blockedByAfter", "blockingAfter"].map(after);
                self.relationships(variables["issue"].as_str().unwrap(), cursors)
            }
            other => panic!("no document {other}"),
        };
        answer["data"]["rateLimit"] = json!({
            "cost": self.cost, "limit": 5_000, "remaining": self.remaining.saturating_sub(self.cost * earlier),
            "used": 0, "resetAt": "2030-03-17T17:47:10Z", "nodeCount": 50,
        });
        answer
    }

    fn scope(&self, variables: &Json, after: usize) -> Json {
        let kind = if self.organization { "Organization" } else { "User" };
        let number = variables["issue"].as_u64().unwrap();
        let (issue, mut errors) = match self.issues.get(&number) {
            Some(issue) => {
                let items = self.connection(&issue.items, after);
                let id = &issue.content["id"];
                (json!({ "__typename": "Issue", "id": id, "number": number, "projectItems": items }), vec![])
            }
            None if self.pull_requests.contains(&number) => {
                (json!({ "__typename": "PullRequest", "number": number }), vec![])
            }
            None => (Json::Null, vec![missing(&["repository", "issueOrPullRequest"])]),
        };
        let mut project = json!({ "id": "PVT_4", "number": 4 });
        if !self.has_project {
            project = Json::Null;
            errors.push(missing(&["repositoryOwner", "projectV2"]));
        }
        let mut repository = home();
        repository["owner"] = json!({ "__typename": kind, "id": "O_1", "login": OWNER });
        repository["issueTypes"] = self.issue_types.clone();
        repository["issueOrPullRequest"] = issue;
        let mut answer = json!({ "data": {
            "repository": repository,
            "repositoryOwner": { "__typename": kind, "id": "O_1", "login": OWNER, "projectV2": project },
        } });
        if !errors.is_empty() {
            answer["errors"] = Json::Array(errors);
        }
        answer
    }

    fn item(&self, item: &str, after: usize) -> Json {
        let has_item = |issue: &&Issue| issue.items.iter().any(|entry| entry["id"] == item);
        let issue = self.issues.values().find(has_item).unwrap();
        json!({ "data": { "node": {
            "__typename": "ProjectV2Item", "id": item, "isArchived": false,
            "updatedAt": "2026-03-02T08:00:00Z", "project": { "id": "PVT_4", "number": 4 },
            "content": issue.content, "fieldValues": self.connection(&issue.values, after),
        } } })
    }

    fn relationships(&self, id: &str, after: [usize; 3]) -> Json {
        let (number, issue) = self.issues.iter().find(|(_, issue)| issue.content["id"] == id).unwrap();
        let [sub_issues, blocked_by, blocking] = after;
        let mut node = at(*number);
        node["__typename"] = json!("Issue");
        node["parent"] = issue.parent.clone();
        node["issueDependenciesSummary"] = json!({
            "totalBlockedBy": issue.blocked_by.len() + issue.hidden, "totalBlocking": issue.blocking.len(),
        });
        node["subIssuesSummary"] = json!({ "total": issue.sub_issues.len() });
        node["subIssues"] = self.connection(&issue.sub_issues, sub_issues);
        node["blockedBy"] = self.connection(&issue.blocked_by, blocked_by);
        node["blocking"] = self.connection(&issue.blocking, blocking);
        json!({ "data": { "node": node } })
    }

    fn connection(&self, all: &[Json], after: usize) -> Json {
        let start = after.min(all.len());
        let end = (start + self.page).min(all.len());
        json!({
            "totalCount": all.len(),
            "pageInfo": { "hasNextPage": end < all.len(), "endCursor": format!("c{end}") },
            "nodes": all[start..end],
        })
    }
}

/// The error for a part that is null.
fn missing(path: &[&str]) -> Json {
    json!({ "type": "NOT_FOUND", "path": path, "message": "Could not resolve." })
}

type Change = Box<dyn Fn(&mut Json)>;

/// One run of the reader.
pub(crate) struct Reading {
    pub(crate) model: Model,
    pub(crate) scope: RunScope,
    pub(crate) selection: Selection,
    /// What contracts relate to, by issue.
    pub(crate) declared: BTreeMap<u64, Vec<u64>>,
    changes: Vec<(Stage, usize, Change)>,
    asked: RefCell<Vec<Stage>>,
}

impl Reading {
    /// A run for these issues that compares every field.
    pub(crate) fn of(model: Model, issues: impl IntoIterator<Item = u64>) -> Self {
        let names = ["Notes", "Estimate", "Start Date", "Iteration", "Size", "Title"];
        Self {
            model,
            scope: scope(issues),
            selection: Selection {
                project_fields: names.into_iter().map(str::to_owned).collect(),
                issue_types: true,
                issue_fields: true,
                checks: false,
                word: "",
            },
            declared: BTreeMap::new(),
            changes: Vec::new(),
            asked: RefCell::default(),
        }
    }

    /// Changes one answer of a stage, counted from zero.
    pub(crate) fn edit(mut self, stage: Stage, answer: usize, change: impl Fn(&mut Json) + 'static) -> Self {
        self.changes.push((stage, answer, Box::new(change)));
        self
    }

    pub(crate) fn read(&self) -> Result<Snapshot, Failure> {
        let declared = |issue: IssueNumber, _: &ProviderText| {
            self.declared.get(&issue.get()).into_iter().flatten().map(|&other| number(other)).collect()
        };
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(acquire(self, &self.scope, &self.selection, declared))
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.read().unwrap_or_else(|failure| panic!("no snapshot: {failure:?}"))
    }

    /// The code and the stage of the failure.
    pub(crate) fn failure(&self) -> (Code, Option<Stage>) {
        let failure = self.read().map(|_| ()).expect_err("a failure");
        match failure.first().detail() {
            Some(Detail::Stage(stage)) => (failure.code(), Some(stage)),
            _ => (failure.code(), None),
        }
    }

    /// The stages that were asked, in order, as words.
    pub(crate) fn stages(&self) -> Vec<&'static str> {
        self.asked.borrow().iter().map(|stage| stage.as_str()).collect()
    }
}

/// The scope of a run over the v1 transport with a classic token.
pub(crate) fn scope(issues: impl IntoIterator<Item = u64>) -> RunScope {
    RunScope {
        subject: SubjectClass::ClassicUserToken,
        owner: Login::parse(OWNER).unwrap(),
        repository: RepositoryName::parse(REPOSITORY).unwrap(),
        project_owner: Login::parse(OWNER).unwrap(),
        project_owner_kind: None::<OwnerKind>,
        project: ProjectNumber::parse_argument("4").unwrap(),
        issues: IssueSet::new(issues.into_iter().map(number)).unwrap(),
        items: ItemsFilter::All,
        budgets: Budgets::of(Transport::GraphqlV1),
    }
}

/// The document and the variables of a read.
fn question(read: &RollbackRead) -> (&'static str, Json) {
    let cursor = |cursor: &Option<Cursor>| cursor.as_ref().map(|cursor| cursor.expose().to_owned());
    match read {
        RollbackRead::Scope { issue, after, .. } => {
            ("YukhRollbackScope", json!({ "issue": issue.get(), "after": cursor(after) }))
        }
        RollbackRead::Fields { project, after } => {
            ("YukhRollbackFields", json!({ "project": project.expose(), "after": cursor(after) }))
        }
        RollbackRead::Item { item, after } => {
            ("YukhRollbackItem", json!({ "item": item.expose(), "after": cursor(after) }))
        }
        RollbackRead::Relationships { issue, after } => (
            "YukhRollbackRelationships",
            json!({
                "issue": issue.expose(),
                "subIssuesAfter": cursor(&after.sub_issues),
                "blockedByAfter": cursor(&after.blocked_by),
                "blockingAfter": cursor(&after.blocking),
            }),
        ),
    }
}

impl Exchange for Reading {
    async fn ask(
        &self,
        operation: &Operation,
        validator: Option<&Validator>,
        tally: &Tally,
    ) -> Result<Reply, Failure> {
        assert!(validator.is_none(), "a query has no condition");
        let Operation::Rollback(read) = operation else { panic!("this reader never asks {operation:?}") };
        let stage = operation.stage();
        let earlier = self.asked.borrow().len() as u64;
        let request = self.asked.borrow().iter().filter(|asked| **asked == stage).count();
        if earlier >= self.scope.budgets.get(Limit::GraphqlRequests) {
            return Err(Failure::of(Code::Rate001));
        }
        self.asked.borrow_mut().push(stage);
        tally.add(|spent| spent.graphql_requests += 1);
        let (name, variables) = question(read);
        let mut answer = self.model.answer(name, &variables, earlier);
        for (_, _, change) in self.changes.iter().filter(|(at, nth, _)| (*at, *nth) == (stage, request)) {
            change(&mut answer);
        }
        Ok(Reply::Answer(Answer { body: answer.to_string().into_bytes(), link: None, validator: None }))
    }

    fn affords(&self, _: u32) -> bool {
        true
    }

    fn identity(&self) -> Option<Identity> {
        None
    }

    fn ledger(&self) -> LedgerState {
        LedgerState::default()
    }

    fn origin(&self) -> &str {
        "https://api.github.com"
    }
}
