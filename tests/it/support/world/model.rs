//! The plain data of an invented GitHub.

use std::collections::BTreeMap;

use serde_json::Value as Json;

/// A repository and who owns it.
#[derive(Clone, Debug)]
pub(crate) struct Repository {
    pub(crate) id: u64,
    pub(crate) owner: Account,
    pub(crate) name: String,
}

/// A user or an organization.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) id: u64,
    pub(crate) login: String,
    pub(crate) organization: bool,
}

/// A Project, its fields and its items in the provider's order.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    pub(crate) id: u64,
    pub(crate) owner: Account,
    pub(crate) number: u64,
    pub(crate) title: String,
    pub(crate) fields: Vec<Field>,
    pub(crate) items: Vec<Item>,
}

/// A field of the Project, built-in or custom.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) id: u64,
    pub(crate) name: String,
    /// GitHub's word: `single_select`, `title`, …
    pub(crate) data_type: String,
    /// Names of the options of a single-select field, in order.
    pub(crate) options: Vec<String>,
    /// Titles and start dates of the iterations of an iteration field.
    pub(crate) iterations: Vec<(String, String)>,
    /// The optional `node_id`.
    pub(crate) has_node_id: bool,
}

/// One item of the Project.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) id: u64,
    pub(crate) content: Content,
    pub(crate) archived: bool,
    /// By name of the field. A field that is not named here is unset.
    pub(crate) values: BTreeMap<String, Value>,
    pub(crate) updated_at: String,
}

/// An item of another Project, of which little is known.
#[derive(Clone, Debug)]
pub(crate) struct OtherItem {
    pub(crate) id: u64,
    pub(crate) project_id: u64,
    pub(crate) project_number: u64,
    pub(crate) archived: bool,
    /// Whether the credential sees it.
    pub(crate) is_visible: bool,
}

/// What an item holds.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Issue(Box<Issue>),
    PullRequest(PullRequest),
    Draft {
        id: u64,
        title: String,
    },
    /// `content` is null: an issue that the credential may not read.
    Redacted,
    /// `content` is missing.
    Unsaid,
}

/// A pull request.
#[derive(Clone, Debug)]
pub(crate) struct PullRequest {
    pub(crate) id: u64,
    pub(crate) at: Place,
    pub(crate) title: String,
    /// The head commit; none: the item does not tell it.
    pub(crate) head: Option<String>,
}

/// How the runs of a commit ended; none: they have not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Runs {
    pub(crate) check_runs: Vec<Option<String>>,
    pub(crate) workflow_runs: Vec<Option<String>>,
}

/// An issue with its own data; its relationships are the [`super::World`]'s.
#[derive(Clone, Debug)]
pub(crate) struct Issue {
    pub(crate) id: u64,
    pub(crate) at: Place,
    pub(crate) title: String,
    pub(crate) body: Option<String>,
    pub(crate) closed: bool,
    pub(crate) labels: Vec<String>,
    pub(crate) issue_type: Option<String>,
    pub(crate) milestone: Option<String>,
    /// Name, data type, value of each issue field.
    pub(crate) issue_fields: Vec<(String, String, Json)>,
    pub(crate) updated_at: String,
}

impl Issue {
    /// An issue that says nothing yet.
    pub(crate) fn new(id: u64, at: Place) -> Self {
        Self {
            id,
            title: format!("Issue number {}", at.number),
            at,
            body: None,
            closed: false,
            labels: Vec::new(),
            issue_type: None,
            milestone: None,
            issue_fields: Vec::new(),
            updated_at: super::UPDATED.to_owned(),
        }
    }
}

/// Where an issue lives: the repository of the run, or another one by name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// `None` is the repository of the run, else `OWNER/NAME`.
    pub(crate) repository: Option<String>,
    pub(crate) number: u64,
}

impl Place {
    /// An issue of another repository.
    pub(crate) fn elsewhere(repository: &str, number: u64) -> Self {
        Self { repository: Some(repository.to_owned()), number }
    }
}

impl PullRequest {
    /// A pull request whose head commit is that of its number.
    pub(crate) fn new(at: impl Into<Place>) -> Self {
        let at = at.into();
        let title = format!("Pull request number {}", at.number);
        Self { id: 63_000 + at.number, head: Some(commit(at.number)), title, at }
    }
}

/// The name of a commit that nobody ever made.
pub(crate) fn commit(number: u64) -> String {
    format!("c0ffee{number:034}")
}

impl From<u64> for Place {
    fn from(number: u64) -> Self {
        Self { repository: None, number }
    }
}

/// The value of a Project field on an item.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Number(f64),
    Date(String),
    /// The name of an option of the field.
    Select(String),
    /// The title of an iteration of the field.
    Iteration(String),
    /// `null`, whatever the knob for unset values says.
    Null,
    /// Not in the array at all.
    Omitted,
    /// Exactly this JSON.
    Raw(Json),
}

/// `Priority` is `High`, `Estimate` is `3`: the form follows from the type.
impl From<&str> for Value {
    fn from(name: &str) -> Self {
        Self::Select(name.to_owned())
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

/// How the provider words its answers, where GitHub leaves room.
#[derive(Clone, Debug)]
pub(crate) struct Wording {
    /// Where a next link points to; the server fills in its own address.
    pub(crate) api: String,
    /// The most items of a page, whatever was asked for.
    pub(crate) page_size: usize,
    /// The most fields of a page, whatever was asked for.
    pub(crate) field_page_size: usize,
    /// Commas of `fields=` in links: `%2C`, else raw.
    pub(crate) encoded_commas: bool,
    /// Links as `/organizations/123/projectsV2/…` and `/user/123/projectsV2/…`.
    pub(crate) numeric_owner: bool,
    /// `rel="prev"` beside `rel="next"`.
    pub(crate) more_relations: bool,
    /// Items carry `content.repository`.
    pub(crate) content_repository: bool,
    /// Items carry `content.repository_url`, required by GitHub's schema.
    pub(crate) repository_url: bool,
    /// Issues carry `issue_dependencies_summary`.
    pub(crate) dependency_summary: bool,
    /// Issues carry `parent_issue_url`, null where there is no parent.
    pub(crate) parent_url: bool,
    /// Issues carry `type`.
    pub(crate) issue_type: bool,
    /// Issues carry `issue_field_values`.
    pub(crate) issue_fields: bool,
    /// Items carry `fields`.
    pub(crate) values: bool,
    /// Unset values are null, else left out.
    pub(crate) unset_is_null: bool,
    /// The most check runs or workflow runs of a page.
    pub(crate) run_page_size: usize,
    /// The entries of a page of a connection that can go on, whatever was asked
    /// for; none: as many as were asked for.
    pub(crate) edges: Option<usize>,
}

/// The rate state; every answer lowers it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) rest: u64,
    pub(crate) graphql: u64,
    pub(crate) reset: u64,
}
