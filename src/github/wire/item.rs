//! Project items and the content they carry.

use serde::Deserialize;

use super::{Member, Shape, Str};

/// An entry of `GET …/items`.
#[derive(Deserialize)]
pub(in crate::github) struct Item<'body> {
    /// The numeric id.
    pub(in crate::github) id: u64,
    /// The node id, which GitHub does not promise.
    #[serde(borrow, default)]
    pub(in crate::github) node_id: Member<Str<'body>>,
    /// The Project it belongs to.
    #[serde(borrow, default)]
    pub(in crate::github) project_url: Member<Str<'body>>,
    /// `Issue`, `PullRequest`, `DraftIssue`, or something newer.
    #[serde(borrow)]
    pub(in crate::github) content_type: Str<'body>,
    /// Null where the credential may not read it.
    #[serde(borrow, default)]
    pub(in crate::github) content: Member<Box<Content<'body>>>,
    /// When it changed.
    #[serde(borrow)]
    pub(in crate::github) updated_at: Str<'body>,
    /// When it was archived; null for a live item, never left out.
    #[serde(borrow, default)]
    pub(in crate::github) archived_at: Member<Str<'body>>,
    /// The values of the requested fields.
    #[serde(borrow, default)]
    pub(in crate::github) fields: Member<Vec<FieldEntry<'body>>>,
}

/// The value of one field.
#[derive(Deserialize)]
pub(in crate::github) struct FieldEntry<'body> {
    /// The field.
    pub(in crate::github) id: u64,
    /// The data type of the field.
    #[serde(borrow, default)]
    pub(in crate::github) data_type: Member<Str<'body>>,
    /// Null or left out where the field is not set.
    #[serde(borrow, default)]
    pub(in crate::github) value: Member<Shape<'body>>,
}

/// An issue, a pull request or a draft: GitHub types it as an open object.
#[derive(Deserialize)]
pub(in crate::github) struct Content<'body> {
    /// The number; drafts have none.
    #[serde(default)]
    pub(in crate::github) number: Member<u64>,
    /// The node id.
    #[serde(borrow, default)]
    pub(in crate::github) node_id: Member<Str<'body>>,
    /// When it changed.
    #[serde(borrow, default)]
    pub(in crate::github) updated_at: Member<Str<'body>>,
    /// The repository, which GitHub does not promise.
    #[serde(borrow, default)]
    pub(in crate::github) repository: Member<RepositoryReference<'body>>,
    /// The repository of an issue.
    #[serde(borrow, default)]
    pub(in crate::github) repository_url: Member<Str<'body>>,
    /// Where a pull request goes to.
    #[serde(borrow, default)]
    pub(in crate::github) base: Member<PullRequestBase<'body>>,
    /// Where a pull request comes from.
    #[serde(borrow, default)]
    pub(in crate::github) head: Member<PullRequestHead<'body>>,
    /// There where the issue is a pull request.
    #[serde(default)]
    pub(in crate::github) pull_request: Member<serde::de::IgnoredAny>,
    /// The text.
    #[serde(borrow, default)]
    pub(in crate::github) body: Member<Str<'body>>,
    /// Texts, or objects with an optional name.
    #[serde(borrow, default)]
    pub(in crate::github) labels: Member<Vec<Shape<'body>>>,
    /// The issue type, an object with a name.
    #[serde(borrow, default, rename = "type")]
    pub(in crate::github) issue_type: Member<Shape<'body>>,
    /// The milestone, an object with a title.
    #[serde(borrow, default)]
    pub(in crate::github) milestone: Member<Shape<'body>>,
    /// The organization's issue fields.
    #[serde(borrow, default)]
    pub(in crate::github) issue_field_values: Member<Vec<IssueFieldValue<'body>>>,
    /// How many dependencies there are.
    #[serde(default)]
    pub(in crate::github) issue_dependencies_summary: Member<DependenciesSummary>,
    /// The parent of an issue.
    #[serde(borrow, default)]
    pub(in crate::github) parent_issue_url: Member<Str<'body>>,
}

/// A repository inside another answer.
#[derive(Deserialize)]
pub(in crate::github) struct RepositoryReference<'body> {
    /// The numeric id.
    #[serde(default)]
    pub(in crate::github) id: Member<u64>,
    /// `OWNER/NAME`.
    #[serde(borrow, default)]
    pub(in crate::github) full_name: Member<Str<'body>>,
}

/// The base of a pull request.
#[derive(Deserialize)]
pub(in crate::github) struct PullRequestBase<'body> {
    /// The repository the pull request belongs to.
    #[serde(borrow, default)]
    pub(in crate::github) repo: Member<RepositoryReference<'body>>,
}

/// The head of a pull request.
#[derive(Deserialize)]
pub(in crate::github) struct PullRequestHead<'body> {
    /// Its latest commit.
    #[serde(borrow, default)]
    pub(in crate::github) sha: Member<Str<'body>>,
}

/// Dependencies with closed issues; the members without `total_` count open
/// ones alone and say nothing about completeness.
#[derive(Deserialize)]
pub(in crate::github) struct DependenciesSummary {
    /// The issues that block this one.
    #[serde(default)]
    pub(in crate::github) total_blocked_by: Member<u32>,
    /// The issues that this one blocks.
    #[serde(default)]
    pub(in crate::github) total_blocking: Member<u32>,
}

/// The value of one of the organization's issue fields.
#[derive(Deserialize)]
pub(in crate::github) struct IssueFieldValue<'body> {
    /// The name, which GitHub does not promise.
    #[serde(borrow, default)]
    pub(in crate::github) issue_field_name: Member<Str<'body>>,
    /// `text`, `single_select`, `number`, `date`, or something else.
    #[serde(borrow)]
    pub(in crate::github) data_type: Str<'body>,
    /// Text, number or null.
    #[serde(borrow, default)]
    pub(in crate::github) value: Member<Shape<'body>>,
    /// The option of a single-select field, an object with a name.
    #[serde(borrow, default)]
    pub(in crate::github) single_select_option: Member<Shape<'body>>,
}
