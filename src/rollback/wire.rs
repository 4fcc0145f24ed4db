//! The answers to the four documents, as far as planning needs them.
//!
//! A member that is asked for and left out makes an answer malformed: only what
//! GitHub may say null of is a [`Member`], of which absent is refused where it
//! is read.

use serde::Deserialize;

use crate::github::wire::{Connection, IssueNode, Member, NodeRepository, Shape, Str};

/// The whole answer.
#[derive(Deserialize)]
#[serde(bound(deserialize = "Data: Deserialize<'de>"))]
pub(super) struct Envelope<'body, Data> {
    /// Null where the call failed.
    #[serde(default)]
    pub(super) data: Member<Data>,
    /// There, and not empty, where any part failed.
    #[serde(borrow, default)]
    pub(super) errors: Member<Vec<GraphqlError<'body>>>,
}

/// One error.
#[derive(Deserialize)]
pub(super) struct GraphqlError<'body> {
    /// The class, such as `NOT_FOUND`.
    #[serde(borrow, default, rename = "type")]
    pub(super) kind: Member<Str<'body>>,
    /// The member of the data that is null for it.
    #[serde(borrow, default)]
    pub(super) path: Member<Vec<Shape<'body>>>,
}

/// What the scope document answers.
#[derive(Deserialize)]
pub(super) struct Scope<'body> {
    /// Null where it is missing or not visible.
    #[serde(borrow, default)]
    pub(super) repository: Member<Repository<'body>>,
    /// Null where it is missing.
    #[serde(borrow, default, rename = "repositoryOwner")]
    pub(super) project_owner: Member<ProjectOwner<'body>>,
}

/// The repository.
#[derive(Deserialize)]
pub(super) struct Repository<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// `OWNER/NAME` as GitHub spells it.
    #[serde(borrow, rename = "nameWithOwner")]
    pub(super) name_with_owner: Str<'body>,
    /// Who owns it.
    #[serde(borrow)]
    pub(super) owner: Account<'body>,
    /// Null where the owner has none.
    #[serde(borrow, default, rename = "issueTypes")]
    pub(super) issue_types: Member<Connection<'body, IssueType<'body>>>,
    /// Null where there is none of this number.
    #[serde(borrow, default, rename = "issueOrPullRequest")]
    pub(super) issue: Member<Subject<'body>>,
}

/// An organization or a user.
#[derive(Deserialize)]
pub(super) struct Account<'body> {
    /// `Organization`, `User`, or something else.
    #[serde(borrow, rename = "__typename")]
    pub(super) kind: Str<'body>,
    /// The login as GitHub spells it.
    #[serde(borrow)]
    pub(super) login: Str<'body>,
}

/// The owner of the Project.
#[derive(Deserialize)]
pub(super) struct ProjectOwner<'body> {
    /// `Organization`, `User`, or something else.
    #[serde(borrow, rename = "__typename")]
    pub(super) kind: Str<'body>,
    /// The login as GitHub spells it.
    #[serde(borrow)]
    pub(super) login: Str<'body>,
    /// Null where it is missing or not visible.
    #[serde(borrow, default, rename = "projectV2")]
    pub(super) project: Member<Project<'body>>,
}

/// A Project.
#[derive(Deserialize)]
pub(super) struct Project<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// The number below its owner.
    pub(super) number: u64,
}

/// A type that issues can have.
#[derive(Deserialize)]
pub(super) struct IssueType<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// The name.
    #[serde(borrow)]
    pub(super) name: Str<'body>,
    /// Whether issues can have it.
    #[serde(rename = "isEnabled")]
    pub(super) is_enabled: bool,
}

/// An issue or a pull request.
#[derive(Deserialize)]
pub(super) struct Subject<'body> {
    /// `Issue` or `PullRequest`.
    #[serde(borrow, rename = "__typename")]
    pub(super) kind: Str<'body>,
    /// The number.
    pub(super) number: u64,
    /// The node id of an issue.
    #[serde(borrow, default)]
    pub(super) id: Member<Str<'body>>,
    /// The items of an issue in whatever Project.
    #[serde(borrow, default, rename = "projectItems")]
    pub(super) items: Member<Connection<'body, ItemEntry<'body>>>,
}

/// An item of an issue.
#[derive(Deserialize)]
pub(super) struct ItemEntry<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// Whether it is archived.
    #[serde(rename = "isArchived")]
    pub(super) is_archived: bool,
    /// Its Project.
    #[serde(borrow)]
    pub(super) project: Project<'body>,
}

/// What the fields document answers.
#[derive(Deserialize)]
pub(super) struct Fields<'body> {
    /// Null where it is gone or not visible.
    #[serde(borrow, default)]
    pub(super) node: Member<FieldsNode<'body>>,
}

/// The Project and its fields.
#[derive(Deserialize)]
pub(super) struct FieldsNode<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// The number below its owner.
    pub(super) number: u64,
    /// The fields.
    #[serde(borrow)]
    pub(super) fields: Connection<'body, Field<'body>>,
}

/// A field.
#[derive(Deserialize)]
pub(super) struct Field<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// The display name.
    #[serde(borrow)]
    pub(super) name: Str<'body>,
    /// An open set, in capitals (decision 49).
    #[serde(borrow, rename = "dataType")]
    pub(super) data_type: Str<'body>,
    /// The options of a single-select field.
    #[serde(borrow, default)]
    pub(super) options: Member<Vec<FieldOption<'body>>>,
}

/// An option of a single-select field.
#[derive(Deserialize)]
pub(super) struct FieldOption<'body> {
    /// The id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// The display name.
    #[serde(borrow)]
    pub(super) name: Str<'body>,
}

/// What the item document answers.
#[derive(Deserialize)]
pub(super) struct Item<'body> {
    /// Null where it is gone or not visible.
    #[serde(borrow, default)]
    pub(super) node: Member<ItemNode<'body>>,
}

/// An item, its issue and its values.
#[derive(Deserialize)]
pub(super) struct ItemNode<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// Whether it is archived.
    #[serde(rename = "isArchived")]
    pub(super) is_archived: bool,
    /// When it changed.
    #[serde(borrow, rename = "updatedAt")]
    pub(super) updated_at: Str<'body>,
    /// Its Project.
    #[serde(borrow)]
    pub(super) project: Project<'body>,
    /// Null where it is not visible.
    #[serde(borrow, default)]
    pub(super) content: Member<Box<Content<'body>>>,
    /// The values of all of its fields.
    #[serde(borrow, rename = "fieldValues")]
    pub(super) values: Connection<'body, FieldValue<'body>>,
}

/// An issue. Content of another type lacks these members and is malformed.
#[derive(Deserialize)]
pub(super) struct Content<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
    /// The number.
    pub(super) number: u64,
    /// The text.
    #[serde(borrow, default)]
    pub(super) body: Member<Str<'body>>,
    /// When it changed.
    #[serde(borrow, rename = "updatedAt")]
    pub(super) updated_at: Str<'body>,
    /// The repository.
    #[serde(borrow)]
    pub(super) repository: NodeRepository<'body>,
    /// An object with a name.
    #[serde(borrow, default, rename = "issueType")]
    pub(super) issue_type: Member<Shape<'body>>,
    /// An object with a title.
    #[serde(borrow, default)]
    pub(super) milestone: Member<Shape<'body>>,
    /// The labels, on one page.
    #[serde(borrow, default)]
    pub(super) labels: Member<Connection<'body, Label<'body>>>,
    /// The organization's issue fields, on one page.
    #[serde(borrow, default, rename = "issueFieldValues")]
    pub(super) issue_fields: Member<Connection<'body, IssueFieldValue<'body>>>,
}

/// A label.
#[derive(Deserialize)]
pub(super) struct Label<'body> {
    /// The name.
    #[serde(borrow)]
    pub(super) name: Str<'body>,
}

/// The value of a Project field: the member of its type is there, and the
/// others are not.
#[derive(Deserialize)]
pub(super) struct FieldValue<'body> {
    /// The type of the value, an open set.
    #[serde(borrow, rename = "__typename")]
    pub(super) kind: Str<'body>,
    /// A text.
    #[serde(borrow, default)]
    pub(super) text: Member<Shape<'body>>,
    /// A number.
    #[serde(borrow, default)]
    pub(super) number: Member<Shape<'body>>,
    /// A date.
    #[serde(borrow, default)]
    pub(super) date: Member<Shape<'body>>,
    /// The name of an option.
    #[serde(borrow, default)]
    pub(super) name: Member<Shape<'body>>,
    /// The title of an iteration.
    #[serde(borrow, default)]
    pub(super) title: Member<Shape<'body>>,
    /// The field.
    #[serde(borrow, default)]
    pub(super) field: Member<FieldReference<'body>>,
}

/// The field of a value.
#[derive(Deserialize)]
pub(super) struct FieldReference<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(super) id: Str<'body>,
}

/// The value of an issue field: the member of its type is there, and the others
/// are not.
#[derive(Deserialize)]
pub(super) struct IssueFieldValue<'body> {
    /// The type of the value, an open set.
    #[serde(borrow, rename = "__typename")]
    pub(super) kind: Str<'body>,
    /// A text.
    #[serde(borrow, default)]
    pub(super) text: Member<Shape<'body>>,
    /// A number.
    #[serde(borrow, default)]
    pub(super) number: Member<Shape<'body>>,
    /// A date.
    #[serde(borrow, default)]
    pub(super) date: Member<Shape<'body>>,
    /// The name of an option.
    #[serde(borrow, default)]
    pub(super) name: Member<Shape<'body>>,
    /// The field; null where it is not visible.
    #[serde(borrow, default)]
    pub(super) field: Member<Shape<'body>>,
}

/// What the relationship document answers.
#[derive(Deserialize)]
pub(super) struct Relationships<'body> {
    /// Null where it is gone or not visible.
    #[serde(borrow, default)]
    pub(super) node: Member<Box<IssueNode<'body>>>,
}
