//! What is asked for, tool by tool, and the rules between parameters that a
//! flat schema can not say (design, *Tools with input schemas*).

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::catalog::ToolName;
use crate::failure::{Code, Details, Failure};
use crate::issue::{IssuePlace, LockReason, Named, Repository, State, StateReason};

/// A call that can be made.
#[derive(Clone, Debug)]
pub enum Call {
    /// `github_add_comment`
    AddComment(AddComment),
    /// `github_create_issue`
    CreateIssue(CreateIssue),
    /// `github_find_issues`
    FindIssues(FindIssues),
    /// `github_get_capabilities`
    GetCapabilities,
    /// `github_get_issue`
    GetIssue(GetIssue),
    /// `github_list_comments`
    ListComments(ListComments),
    /// `github_set_issue_lock`
    SetIssueLock(SetIssueLock),
    /// `github_update_issue`
    UpdateIssue(UpdateIssue),
}

/// How much of each row is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Detail {
    /// What is needed to choose.
    Summary,
    /// Everything.
    Full,
}

/// Issues of which state are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StateFilter {
    /// Open ones.
    Open,
    /// Closed ones.
    Closed,
    /// Both.
    All,
}

/// `github_find_issues`
#[derive(Clone, Debug)]
pub struct FindIssues {
    /// Where.
    pub repository: Repository,
    /// Words to look for.
    pub query: Option<String>,
    /// Of which state.
    pub state: StateFilter,
    /// Labels that all of them have.
    pub labels: Vec<String>,
    /// Who is assigned.
    pub assignee: Option<String>,
    /// Who wrote them.
    pub creator: Option<String>,
    /// Changed at or after.
    pub updated_after: Option<Timestamp>,
    /// Whether pull requests are wanted too.
    pub include_pull_requests: bool,
    /// How much of each.
    pub detail: Detail,
    /// Where the walk goes on.
    pub cursor: Option<String>,
}

/// `github_get_issue`
#[derive(Clone, Debug)]
pub struct GetIssue {
    /// Which issue.
    pub place: IssuePlace,
    /// Whether the first comments are wanted.
    pub include_comments: bool,
    /// How much.
    pub detail: Detail,
}

/// `github_list_comments`
#[derive(Clone, Debug)]
pub struct ListComments {
    /// Of which issue.
    pub place: IssuePlace,
    /// Where the walk goes on.
    pub cursor: Option<String>,
    /// Changed at or after.
    pub updated_after: Option<Timestamp>,
    /// How much of each.
    pub detail: Detail,
}

/// `github_create_issue`
#[derive(Clone, Debug)]
pub struct CreateIssue {
    /// Where.
    pub repository: Repository,
    /// The title.
    pub title: String,
    /// The text; empty for none.
    pub body: String,
    /// Labels to put on it.
    pub labels: Vec<String>,
    /// Logins to assign.
    pub assignees: Vec<String>,
    /// What makes a second call the same call.
    pub idempotency_key: Option<String>,
}

/// `github_update_issue`: what is `None` stays as it is.
#[derive(Clone, Debug)]
pub struct UpdateIssue {
    /// Which issue.
    pub place: IssuePlace,
    /// The new title.
    pub title: Option<String>,
    /// The new text.
    pub body: Option<String>,
    /// The new state.
    pub state: Option<State>,
    /// Why.
    pub state_reason: Option<StateReason>,
    /// The new assignees, all of them.
    pub assignees: Option<Vec<String>>,
    /// The new labels, all of them.
    pub labels: Option<Vec<String>>,
    /// Labels to put on it.
    pub add_labels: Vec<String>,
    /// Labels to take off.
    pub remove_labels: Vec<String>,
    /// The version that the edit is meant for.
    pub expected_version: Option<String>,
}

/// `github_add_comment`
#[derive(Clone, Debug)]
pub struct AddComment {
    /// On which issue.
    pub place: IssuePlace,
    /// The text.
    pub body: String,
    /// What makes a second call the same call.
    pub idempotency_key: Option<String>,
}

/// `github_set_issue_lock`
#[derive(Clone, Debug)]
pub struct SetIssueLock {
    /// Which issue.
    pub place: IssuePlace,
    /// Locked or not.
    pub locked: bool,
    /// Why.
    pub lock_reason: Option<LockReason>,
}

/// One argument, or its absence. The schema has been checked: what does not
/// read is a fault of the catalog, and is refused all the same.
fn argument<'a, T: Deserialize<'a>>(
    arguments: &'a Map<String, Value>,
    name: &str,
) -> Result<Option<T>, Failure> {
    let read = |value: &'a Value| {
        T::deserialize(value)
            .map_err(|_| Failure::invalid(Details::field(name).because("The value can not be read.")))
    };
    arguments.get(name).map(read).transpose()
}

/// An argument that the schema requires or has a default for.
fn sure<'a, T: Deserialize<'a>>(arguments: &'a Map<String, Value>, name: &str) -> Result<T, Failure> {
    let missing = || Failure::invalid(Details::field(name).because("The parameter is required."));
    argument(arguments, name)?.ok_or_else(missing)
}

fn repository(arguments: &Map<String, Value>) -> Result<Repository, Failure> {
    let named = Named::deserialize(arguments).ok().and_then(|named| named.repository());
    named.ok_or_else(|| {
        Failure::new(Code::RepoNotFound, "No repository can have this name.")
            .with_details(Details::fields(&["owner", "repo"]).because("Check owner and repo for a slip."))
    })
}

fn place(arguments: &Map<String, Value>) -> Result<IssuePlace, Failure> {
    Ok(repository(arguments)?.issue(sure(arguments, "issue_number")?))
}

/// Reads checked arguments.
///
/// # Errors
///
/// `invalid_field` for parameters that do not go together.
pub(super) fn read(tool: ToolName, arguments: &Map<String, Value>) -> Result<Call, Failure> {
    Ok(match tool {
        ToolName::GetCapabilities => Call::GetCapabilities,
        ToolName::FindIssues => Call::FindIssues(find(arguments)?),
        ToolName::GetIssue => Call::GetIssue(GetIssue {
            place: place(arguments)?,
            include_comments: sure(arguments, "include_comments")?,
            detail: sure(arguments, "detail")?,
        }),
        ToolName::ListComments => Call::ListComments(ListComments {
            place: place(arguments)?,
            cursor: argument(arguments, "cursor")?,
            updated_after: argument(arguments, "updated_after")?,
            detail: sure(arguments, "detail")?,
        }),
        ToolName::CreateIssue => Call::CreateIssue(CreateIssue {
            repository: repository(arguments)?,
            title: sure(arguments, "title")?,
            body: argument(arguments, "body")?.unwrap_or_default(),
            labels: argument(arguments, "labels")?.unwrap_or_default(),
            assignees: argument(arguments, "assignees")?.unwrap_or_default(),
            idempotency_key: argument(arguments, "idempotency_key")?,
        }),
        ToolName::UpdateIssue => Call::UpdateIssue(update(arguments)?),
        ToolName::AddComment => Call::AddComment(AddComment {
            place: place(arguments)?,
            body: sure(arguments, "body")?,
            idempotency_key: argument(arguments, "idempotency_key")?,
        }),
        ToolName::SetIssueLock => Call::SetIssueLock(lock(arguments)?),
    })
}

fn find(arguments: &Map<String, Value>) -> Result<FindIssues, Failure> {
    let login = |name| {
        let login: Option<String> = argument(arguments, name)?;
        match login {
            Some(login) if !is_login(&login) => Err(Failure::invalid(
                Details::field(name).because("A login is expected, without @ and wildcards."),
            )),
            login => Ok(login),
        }
    };
    let labels: Vec<String> = argument(arguments, "labels")?.unwrap_or_default();
    if labels.iter().any(|label| label.is_empty() || label.contains('"')) {
        let reason = "GitHub can not look for a label that is empty or holds a double quote.";
        return Err(Failure::invalid(Details::field("labels").because(reason)));
    }
    Ok(FindIssues {
        repository: repository(arguments)?,
        query: argument(arguments, "query")?,
        state: sure(arguments, "state")?,
        labels,
        assignee: login("assignee")?,
        creator: login("creator")?,
        updated_after: argument(arguments, "updated_after")?,
        include_pull_requests: sure(arguments, "include_pull_requests")?,
        detail: sure(arguments, "detail")?,
        cursor: argument(arguments, "cursor")?,
    })
}

/// Whether a text can be a login: GitHub reads `*` and `none` as filters of
/// another kind, and blanks as the end of a qualifier.
fn is_login(text: &str) -> bool {
    let name = text.strip_suffix("[bot]").unwrap_or(text);
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (1..=100).contains(&name.len()) && name.bytes().all(is_part) && !text.eq_ignore_ascii_case("none")
}

fn update(arguments: &Map<String, Value>) -> Result<UpdateIssue, Failure> {
    let update = UpdateIssue {
        place: place(arguments)?,
        title: argument(arguments, "title")?,
        body: argument(arguments, "body")?,
        state: argument(arguments, "state")?,
        state_reason: argument(arguments, "state_reason")?,
        assignees: argument(arguments, "assignees")?,
        labels: argument(arguments, "labels")?,
        add_labels: argument(arguments, "add_labels")?.unwrap_or_default(),
        remove_labels: argument(arguments, "remove_labels")?.unwrap_or_default(),
        expected_version: argument(arguments, "expected_version")?,
    };
    let together =
        |names: &[&'static str], reason: &str| Err(Failure::invalid(Details::fields(names).because(reason)));
    if update.labels.is_some() {
        let reason = "labels replaces the whole set and excludes incremental edits.";
        match (update.add_labels.is_empty(), update.remove_labels.is_empty()) {
            (true, true) => {}
            (false, true) => return together(&["labels", "add_labels"], reason),
            (true, false) => return together(&["labels", "remove_labels"], reason),
            (false, false) => return together(&["labels", "add_labels", "remove_labels"], reason),
        }
    }
    if update.remove_labels.iter().any(|label| matches!(label.as_str(), "" | "." | "..")) {
        // GitHub would read such a path as that of all labels.
        let reason = "GitHub can not take off a label without a name, or one that is called \".\" or \"..\".";
        return Err(Failure::invalid(Details::field("remove_labels").because(reason)));
    }
    let both = |label: &String| update.remove_labels.iter().any(|other| other.eq_ignore_ascii_case(label));
    if update.add_labels.iter().any(both) {
        return together(&["add_labels", "remove_labels"], "One label can not be added and removed at once.");
    }
    match (update.state_reason, update.state) {
        (None, _)
        | (Some(StateReason::Reopened), Some(State::Open))
        | (
            Some(StateReason::Completed | StateReason::NotPlanned | StateReason::Duplicate),
            Some(State::Closed),
        ) => {}
        (Some(_), None) => {
            return together(&["state_reason", "state"], "state_reason is valid only alongside state.");
        }
        (Some(_), Some(_)) => {
            let reason = "\"reopened\" goes with state=\"open\", the others with state=\"closed\".";
            return together(&["state_reason", "state"], reason);
        }
    }
    if !update.is_an_edit() {
        let names = ["title", "body", "state", "assignees", "labels", "add_labels", "remove_labels"];
        return together(&names, "Nothing to change: give at least one of them.");
    }
    Ok(update)
}

impl UpdateIssue {
    /// Whether anything is to be changed.
    fn is_an_edit(&self) -> bool {
        self.is_plain_edit() || !self.add_labels.is_empty() || !self.remove_labels.is_empty()
    }

    /// Whether anything is to be changed but single labels.
    #[must_use]
    pub fn is_plain_edit(&self) -> bool {
        self.title.is_some()
            || self.body.is_some()
            || self.state.is_some()
            || self.assignees.is_some()
            || self.labels.is_some()
    }
}

fn lock(arguments: &Map<String, Value>) -> Result<SetIssueLock, Failure> {
    let lock = SetIssueLock {
        place: place(arguments)?,
        locked: sure(arguments, "locked")?,
        lock_reason: argument(arguments, "lock_reason")?,
    };
    if lock.lock_reason.is_some() && !lock.locked {
        let details = Details::fields(&["lock_reason", "locked"]);
        return Err(Failure::invalid(details.because("lock_reason is valid only when locked is true.")));
    }
    Ok(lock)
}
