//! An invented GitHub as plain data, and the answers that it gives.
//!
//! A test takes one of the two defaults, [`World::organization`] or
//! [`World::user`], changes one thing, and asks. Both hold the same Project:
//! issue 1 (an epic), issue 2 (its converged child), issue 3 (drifted), issue 4
//! (without a contract), pull request 5, a draft.

mod account;
mod answer;
mod build;
mod fields;
mod graphql;
mod issue;
mod items;
mod links;
mod model;
mod runs;

use std::collections::{BTreeMap, BTreeSet};

pub(crate) use answer::{Asked, Reply};
pub(crate) use model::{
    Account, Content, Field, Issue, Item, OtherItem, Place, Project, PullRequest, Rate, Repository, Runs,
    Value, Wording, commit,
};

/// The login of the organization or user that owns everything by default.
pub(crate) const OWNER: &str = "acme-garden";
/// The name of the repository.
pub(crate) const REPOSITORY: &str = "greenhouse";
/// The number of the Project.
pub(crate) const PROJECT: u64 = 4;
/// The moment at which everything was created.
pub(crate) const CREATED: &str = "2026-02-01T08:00:00Z";
/// The moment at which everything was last changed.
pub(crate) const UPDATED: &str = "2026-03-01T08:00:00Z";

/// An invented GitHub.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) repository: Repository,
    pub(crate) project: Project,
    /// The repository's issue types; none: the endpoint answers 404.
    pub(crate) issue_types: Option<Vec<String>>,
    /// Types that no issue can get any more.
    pub(crate) retired_issue_types: Vec<String>,
    /// Issues without an item on the Project.
    pub(crate) further_issues: Vec<Issue>,
    /// The items of issues on other Projects.
    pub(crate) other_items: BTreeMap<Place, Vec<OtherItem>>,
    /// Child to parent.
    pub(crate) parents: BTreeMap<Place, Place>,
    /// Child to a parent that GraphQL does not show, and REST names.
    pub(crate) hidden_parents: BTreeMap<Place, Place>,
    /// Blocker and blocked.
    pub(crate) dependencies: BTreeSet<(Place, Place)>,
    /// Edges that summaries count and connections do not show.
    pub(crate) hidden: BTreeSet<(Place, Place)>,
    /// The runs of each commit that has some.
    pub(crate) runs: BTreeMap<String, Runs>,
    pub(crate) wording: Wording,
    pub(crate) rate: Rate,
}

impl World {
    /// The default world, owned by an organization.
    pub(crate) fn organization() -> Self {
        build::default_world(true)
    }

    /// The default world, owned by a user: no issue types.
    pub(crate) fn user() -> Self {
        build::default_world(false)
    }

    /// The item of an issue of the repository.
    pub(crate) fn item(&mut self, number: u64) -> &mut Item {
        let of_issue = |item: &&mut Item| item.issue().is_some_and(|issue| issue.at == Place::from(number));
        self.project.items.iter_mut().find(of_issue).expect("the world has the issue")
    }

    /// An issue of the repository.
    pub(crate) fn issue(&mut self, number: u64) -> &mut Issue {
        match &mut self.item(number).content {
            Content::Issue(issue) => issue,
            _ => panic!("the item holds an issue"),
        }
    }

    /// A field by name.
    pub(crate) fn field(&mut self, name: &str) -> &mut Field {
        self.project.fields.iter_mut().find(|field| field.name == name).expect("the world has the field")
    }

    /// Adds a live item with an issue without a body, and gives it.
    pub(crate) fn add_issue(&mut self, at: impl Into<Place>) -> &mut Item {
        let at = at.into();
        let id = self.next_item() - 81_000;
        let id = 52_000 + 10_000 * u64::from(at.repository.is_some()) + at.number + 100_000 * id;
        self.add(Content::Issue(Box::new(Issue::new(id, at))))
    }

    /// Adds an issue of the repository without an item on the Project.
    pub(crate) fn add_further_issue(&mut self, number: u64) -> &mut Issue {
        self.further_issues.push(Issue::new(51_000 + number, number.into()));
        self.further_issues.last_mut().expect("an issue was added")
    }

    /// Every issue that is known beyond its place, those of the Project first.
    fn issues(&self) -> impl Iterator<Item = &Issue> {
        self.project.items.iter().filter_map(Item::issue).chain(&self.further_issues)
    }

    /// The pull requests of the repository and of others.
    fn pull_requests(&self) -> impl Iterator<Item = &PullRequest> {
        self.project.items.iter().filter_map(|item| match &item.content {
            Content::PullRequest(request) => Some(request),
            _ => None,
        })
    }

    /// The id of an issue, also of one of which only the place is known.
    fn issue_id(&self, place: &Place) -> u64 {
        self.issues().find(|issue| issue.at == *place).map_or(990_000 + place.number, |issue| issue.id)
    }

    /// Adds a live item with a pull request, and gives it.
    pub(crate) fn add_pull_request(&mut self, at: impl Into<Place>) -> &mut Item {
        self.add(Content::PullRequest(PullRequest::new(at)))
    }

    /// Says how the runs of a commit ended.
    pub(crate) fn set_runs(
        &mut self,
        commit: &str,
        check_runs: &[Option<&str>],
        workflow_runs: &[Option<&str>],
    ) {
        let all = |words: &[Option<&str>]| words.iter().map(|word| word.map(str::to_owned)).collect();
        let runs = Runs { check_runs: all(check_runs), workflow_runs: all(workflow_runs) };
        self.runs.insert(commit.to_owned(), runs);
    }

    /// An id that no item has had.
    fn next_item(&self) -> u64 {
        self.project.items.iter().map(|item| item.id).fold(81_000, u64::max) + 1
    }

    /// Adds a live item, and gives it.
    pub(crate) fn add(&mut self, content: Content) -> &mut Item {
        self.project.items.push(Item {
            id: self.next_item(),
            content,
            archived: false,
            values: BTreeMap::new(),
            updated_at: UPDATED.to_owned(),
        });
        self.project.items.last_mut().expect("an item was added")
    }

    /// Adds a field without options, and gives it.
    pub(crate) fn add_field(&mut self, name: &str, data_type: &str) -> &mut Field {
        self.project.fields.push(Field {
            id: 9_001 + self.project.fields.len() as u64,
            name: name.to_owned(),
            data_type: data_type.to_owned(),
            options: Vec::new(),
            iterations: Vec::new(),
            has_node_id: true,
        });
        self.project.fields.last_mut().expect("a field was added")
    }

    /// Takes a field away, with its values.
    pub(crate) fn remove_field(&mut self, name: &str) {
        self.project.fields.retain(|field| field.name != name);
        for item in &mut self.project.items {
            item.values.remove(name);
        }
    }

    /// Takes the item of an issue away.
    pub(crate) fn remove_issue(&mut self, number: u64) {
        self.project.items.retain(|item| item.issue().is_none_or(|issue| issue.at != Place::from(number)));
    }

    /// Gives an issue its parent.
    pub(crate) fn set_parent(&mut self, child: impl Into<Place>, parent: impl Into<Place>) {
        self.parents.insert(child.into(), parent.into());
    }

    /// Lets one issue block another.
    pub(crate) fn add_dependency(&mut self, blocker: impl Into<Place>, blocked: impl Into<Place>) {
        self.dependencies.insert((blocker.into(), blocked.into()));
    }

    /// `OWNER/NAME` of a place.
    pub(crate) fn repository_of(&self, place: &Place) -> String {
        place
            .repository
            .clone()
            .unwrap_or_else(|| format!("{}/{}", self.repository.owner.login, self.repository.name))
    }
}

impl Item {
    /// The issue, where the item holds one.
    pub(crate) fn issue(&self) -> Option<&Issue> {
        match &self.content {
            Content::Issue(issue) => Some(issue),
            _ => None,
        }
    }

    /// The same item with a value.
    pub(crate) fn set(&mut self, field: &str, value: impl Into<Value>) -> &mut Self {
        self.values.insert(field.to_owned(), value.into());
        self
    }

    /// The same item with a body of its issue.
    pub(crate) fn body(&mut self, body: &str) -> &mut Self {
        match &mut self.content {
            Content::Issue(issue) => issue.body = Some(body.to_owned()),
            _ => panic!("the item holds an issue"),
        }
        self
    }
}
