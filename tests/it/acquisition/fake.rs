//! An exchange that answers from a world, and what a test does with it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use serde_json::Value as Json;
use yukh::diagnostic::{Code, Detail, Diagnostic, Failure, Path, RateResource, Stage};
use yukh::github::{
    Answer, Cache, Exchange, Identity, Kept, LedgerState, Operation, ProjectOwner, Reply, Tally, Validator,
    acquire, acquire_with,
};
use yukh::observed::{IssueObservation, ItemParts, Relationships, RelationshipsState, Snapshot};
use yukh::scope::{
    Budgets, IssueNumber, IssueSet, ItemsFilter, Limit, Login, OwnerKind, ProjectNumber, RepositoryName,
    RunScope, Selection, SubjectClass,
};

use crate::support::world::{self, Asked, OWNER, REPOSITORY, World};

type Change = Box<dyn Fn(usize, world::Reply) -> world::Reply>;

/// One run: a world, a scope, and what is changed on the way.
pub(crate) struct Run {
    pub(crate) world: World,
    pub(crate) scope: RunScope,
    pub(crate) selection: Selection,
    changes: Vec<(Stage, Change)>,
    refusals: Vec<(Stage, usize, Failure)>,
    asked: RefCell<Vec<(Stage, Operation)>>,
    conditions: Cell<u32>,
    confirmed: Cell<u32>,
}

pub(crate) fn number(number: u64) -> IssueNumber {
    IssueNumber::new(number).unwrap()
}

impl Run {
    /// A run with a classic token for these issues, that compares every field
    /// of the default world.
    pub(crate) fn of(world: World, issues: impl IntoIterator<Item = u64>) -> Self {
        let names = ["Status", "Work Type", "Area", "Priority", "Size", "Estimate", "Iteration"];
        let more = ["Start Date", "Target Date", "Notes"];
        Self {
            world,
            scope: RunScope {
                subject: SubjectClass::ClassicUserToken,
                owner: Login::parse(OWNER).unwrap(),
                repository: RepositoryName::parse(REPOSITORY).unwrap(),
                project_owner: Login::parse(OWNER).unwrap(),
                project_owner_kind: None,
                project: ProjectNumber::parse_argument("4").unwrap(),
                issues: IssueSet::new(issues.into_iter().map(number)).unwrap(),
                items: ItemsFilter::All,
                budgets: Budgets::DEFAULT,
            },
            selection: Selection {
                project_fields: names.into_iter().chain(more).map(str::to_owned).collect(),
                issue_types: false,
                issue_fields: false,
                checks: false,
                word: "",
            },
            changes: Vec::new(),
            refusals: Vec::new(),
            asked: RefCell::default(),
            conditions: Cell::new(0),
            confirmed: Cell::new(0),
        }
    }

    /// Chooses a limit.
    pub(crate) fn budget(&mut self, limit: Limit, value: u64) {
        self.scope.budgets = self.scope.budgets.with(limit, value).unwrap();
    }

    /// Changes the JSON of every answer of a stage.
    pub(crate) fn edit(self, stage: Stage, change: impl Fn(&mut Json) + 'static) -> Self {
        self.change(stage, move |_, reply| reply.edit(&change))
    }

    /// Changes each answer of a stage; answers are counted from zero.
    pub(crate) fn change(
        mut self,
        stage: Stage,
        change: impl Fn(usize, world::Reply) -> world::Reply + 'static,
    ) -> Self {
        self.changes.push((stage, Box::new(change)));
        self
    }

    /// Refuses the request of a stage, counted from zero.
    pub(crate) fn refuse(mut self, stage: Stage, request: usize, failure: Failure) -> Self {
        self.refusals.push((stage, request, failure));
        self
    }

    /// The snapshot, or why there is none.
    pub(crate) fn read(&self) -> Result<Snapshot, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(acquire(self, &self.scope, &self.selection))
    }

    /// The snapshot, or why there is none, with what the cache holds.
    pub(crate) fn read_with(&self, cache: &Cache) -> Result<Snapshot, Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(acquire_with(
            self,
            &self.scope,
            &self.selection,
            cache,
            &Kept::These(BTreeSet::new()),
        ))
    }

    /// What was asked since the last call: the stages in order, and how many
    /// of the requests had a condition and were confirmed.
    pub(crate) fn log(&self) -> (Vec<Stage>, u32, u32) {
        let stages = self.stages();
        self.asked.borrow_mut().clear();
        (stages, self.conditions.take(), self.confirmed.take())
    }

    /// The snapshot.
    pub(crate) fn snapshot(&self) -> Snapshot {
        self.read().unwrap_or_else(|failure| panic!("no snapshot: {failure:?}"))
    }

    /// The code and the stage of the failure.
    pub(crate) fn failure(&self) -> (Code, Option<Stage>) {
        let failure = self.read().map(|_| ()).expect_err("a failure");
        let diagnostics: Vec<_> = failure.diagnostics().collect();
        assert_eq!(diagnostics.len(), 1, "one code comes out");
        match diagnostics[0].detail() {
            Some(Detail::Stage(stage)) => (failure.code(), Some(stage)),
            Some(Detail::PullRequest) => (failure.code(), Some(Stage::Items)),
            _ => (failure.code(), None),
        }
    }

    /// What was asked, in order.
    pub(crate) fn operations(&self) -> Vec<Operation> {
        self.asked.borrow().iter().map(|(_, operation)| operation.clone()).collect()
    }

    /// The stages that were asked, in order.
    pub(crate) fn stages(&self) -> Vec<Stage> {
        self.asked.borrow().iter().map(|(stage, _)| *stage).collect()
    }

    /// How often a stage was asked.
    pub(crate) fn count(&self, stage: Stage) -> usize {
        self.stages().iter().filter(|asked| **asked == stage).count()
    }
}

impl Exchange for Run {
    async fn ask(
        &self,
        operation: &Operation,
        validator: Option<&Validator>,
        tally: &Tally,
    ) -> Result<Reply, Failure> {
        let stage = operation.stage();
        let request = self.count(stage);
        let refusal = self.refusals.iter().find(|(at, nth, _)| (*at, *nth) == (stage, request));
        if let Some((_, _, failure)) = refusal {
            return Err(failure.clone());
        }
        let most = self.scope.budgets.get(Limit::GraphqlRequests);
        if stage == Stage::Relationships && request as u64 >= most {
            let detail = Detail::Rate { resource: RateResource::Graphql, reset: None };
            return Err(Diagnostic::new(Code::Rate001, Path::root()).with(detail).into());
        }
        self.asked.borrow_mut().push((stage, operation.clone()));
        self.conditions.set(self.conditions.get() + u32::from(validator.is_some()));
        tally.add(|spent| {
            *spent.requests.entry(stage).or_default() += 1;
            match stage {
                Stage::Relationships => spent.graphql_requests += 1,
                _ => spent.rest_requests += 1,
            }
            spent.conditional_requests += u32::from(validator.is_some());
        });
        let mut reply = self.world.answer(&asked(operation), 0);
        if reply.status != 200 {
            return Err(Failure::read(Code::GithubRead003, stage));
        }
        for (_, change) in self.changes.iter().filter(|(at, _)| *at == stage) {
            reply = change(request, reply);
        }
        let link = reply.headers.iter().find(|(name, _)| name == "link").map(|(_, value)| value.clone());
        let tag = reply.headers.iter().find(|(name, _)| name == "etag").map(|(_, value)| value.as_str());
        let own = Validator::new(tag, None);
        let is_confirmed = validator.is_some() && own.as_ref() == validator;
        self.confirmed.set(self.confirmed.get() + u32::from(is_confirmed));
        if is_confirmed {
            return Ok(Reply::Unchanged { link });
        }
        let is_paged = matches!(
            stage,
            Stage::Fields | Stage::Items | Stage::Relationships | Stage::CheckRuns | Stage::WorkflowRuns
        );
        tally.add(|spent| {
            spent.pages += u32::from(is_paged);
            spent.bytes += reply.body.len() as u64;
        });
        Ok(Reply::Answer(Answer { body: reply.body, link, validator: own }))
    }

    fn affords(&self, requests: u32) -> bool {
        let rest = self.asked.borrow().len() - self.count(Stage::Relationships);
        rest as u64 + u64::from(requests) <= self.scope.budgets.get(Limit::RestRequests)
    }

    fn identity(&self) -> Option<Identity> {
        None
    }

    fn ledger(&self) -> LedgerState {
        LedgerState::default()
    }

    fn origin(&self) -> &str {
        &self.world.wording.api
    }
}

/// The request that the client makes of an operation.
fn asked(operation: &Operation) -> Asked {
    let project = |owner: &ProjectOwner, number: &ProjectNumber| {
        let kind = if owner.kind == OwnerKind::User { "users" } else { "orgs" };
        format!("/{kind}/{}/projectsV2/{}", owner.login.as_str(), number.get())
    };
    let mut query = vec![("per_page".to_owned(), "100".to_owned())];
    let path =
        match operation {
            Operation::Repository { owner, repository } => {
                format!("/repos/{}/{}", owner.as_str(), repository.as_str())
            }
            Operation::Owner { login } => format!("/users/{}", login.as_str()),
            Operation::Project { owner, number } => project(owner, number),
            Operation::Fields { owner, number, after } => {
                query.extend(after.iter().map(|cursor| ("after".to_owned(), cursor.expose().to_owned())));
                format!("{}/fields", project(owner, number))
            }
            Operation::Items { owner, number, fields, repository, after } => {
                let ids: Vec<String> = fields.iter().map(u64::to_string).collect();
                query.push(("fields".to_owned(), ids.join(",")));
                query.extend(repository.iter().map(|(owner, name)| {
                    ("q".to_owned(), format!("repo:{}/{}", owner.as_str(), name.as_str()))
                }));
                query.extend(after.iter().map(|cursor| ("after".to_owned(), cursor.expose().to_owned())));
                format!("{}/items", project(owner, number))
            }
            Operation::IssueTypes { owner, repository } => {
                format!("/repos/{}/{}/issue-types", owner.as_str(), repository.as_str())
            }
            Operation::RateLimit => "/rate_limit".to_owned(),
            Operation::CheckRuns { owner, repository, commit, page } => {
                query.push(("page".to_owned(), page.to_string()));
                let (owner, name) = (owner.as_str(), repository.as_str());
                format!("/repos/{owner}/{name}/commits/{}/check-runs", commit.expose())
            }
            Operation::WorkflowRuns { owner, repository, commit, page } => {
                query.push(("page".to_owned(), page.to_string()));
                query.push(("head_sha".to_owned(), commit.expose().to_owned()));
                format!("/repos/{}/{}/actions/runs", owner.as_str(), repository.as_str())
            }
            Operation::Relationships { issues, after } => return graphql(issues, after),
            Operation::Rollback(read) => panic!("this reader never asks {read:?}"),
        };
    Asked { method: "GET".to_owned(), path, query, headers: Vec::new(), body: Vec::new() }
}

fn graphql(issues: &[yukh::observed::ProviderRef], after: &yukh::github::RelationshipCursors) -> Asked {
    let ids: Vec<&str> = issues.iter().map(|issue| issue.expose()).collect();
    let cursor = |cursor: &Option<yukh::github::Cursor>| cursor.as_ref().map(|c| c.expose().to_owned());
    let body = serde_json::json!({
        "query": include_str!("../../../src/github/relationships.graphql"),
        "variables": {
            "ids": ids,
            "subIssuesAfter": cursor(&after.sub_issues),
            "blockedByAfter": cursor(&after.blocked_by),
            "blockingAfter": cursor(&after.blocking),
        },
    });
    Asked {
        method: "POST".to_owned(),
        path: "/graphql".to_owned(),
        query: Vec::new(),
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
    }
}

/// The parts of a live item.
pub(crate) fn parts(snapshot: &Snapshot, issue: u64) -> &ItemParts {
    match snapshot.issue(number(issue)) {
        Some(IssueObservation::Present(item)) => item.parts(),
        other => panic!("issue {issue} is not present: {other:?}"),
    }
}

/// The relationships of a live item.
pub(crate) fn relationships(snapshot: &Snapshot, issue: u64) -> &Relationships {
    match &parts(snapshot, issue).relationships {
        RelationshipsState::Complete(relationships) => relationships,
        RelationshipsState::Deferred(_) => panic!("issue {issue} is deferred"),
    }
}

/// Numbers as a set.
pub(crate) fn numbers(numbers: impl IntoIterator<Item = u64>) -> BTreeSet<IssueNumber> {
    numbers.into_iter().map(number).collect()
}

/// The entry of a list of items that is about an issue.
pub(crate) fn item_of(items: &mut Json, issue: u64) -> &mut Json {
    let items = items.as_array_mut().unwrap();
    items.iter_mut().find(|item| item["content"]["number"] == issue).unwrap()
}

/// Takes a member away.
pub(crate) fn remove(json: &mut Json, member: &str) {
    json.as_object_mut().unwrap().remove(member).expect("the member is there");
}
