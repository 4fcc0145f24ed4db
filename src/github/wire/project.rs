//! Repository, account, Project, fields and issue types.

use serde::Deserialize;

use super::{Member, Shape, Str};

/// `GET /repos/{owner}/{repo}`
#[derive(Deserialize)]
pub(in crate::github) struct Repository<'body> {
    /// The numeric id.
    pub(in crate::github) id: u64,
    /// The node id.
    #[serde(borrow)]
    pub(in crate::github) node_id: Str<'body>,
    /// `OWNER/NAME` as GitHub spells it.
    #[serde(borrow)]
    pub(in crate::github) full_name: Str<'body>,
    /// What `repository_url` of an issue repeats.
    #[serde(borrow)]
    pub(in crate::github) url: Str<'body>,
    /// Who owns it.
    #[serde(borrow)]
    pub(in crate::github) owner: Account<'body>,
}

/// `GET /users/{username}`, and every owner inside another answer.
#[derive(Deserialize)]
pub(in crate::github) struct Account<'body> {
    /// The numeric id, which numeric-owner paths repeat.
    pub(in crate::github) id: u64,
    /// The login as GitHub spells it.
    #[serde(borrow)]
    pub(in crate::github) login: Str<'body>,
    /// `Organization`, `User`, or something else.
    #[serde(borrow, rename = "type")]
    pub(in crate::github) kind: Str<'body>,
}

/// `GET /{orgs|users}/{owner}/projectsV2/{number}`
#[derive(Deserialize)]
pub(in crate::github) struct Project<'body> {
    /// The number below its owner.
    pub(in crate::github) number: u64,
    /// The node id.
    #[serde(borrow, default)]
    pub(in crate::github) node_id: Member<Str<'body>>,
    /// Who owns it.
    #[serde(borrow)]
    pub(in crate::github) owner: Account<'body>,
    /// When it changed.
    #[serde(borrow, default)]
    pub(in crate::github) updated_at: Member<Str<'body>>,
    /// When it was deleted.
    #[serde(borrow, default)]
    pub(in crate::github) deleted_at: Member<Str<'body>>,
}

/// An entry of `GET …/fields`.
#[derive(Deserialize)]
pub(in crate::github) struct Field<'body> {
    /// The numeric id, which the items request names.
    pub(in crate::github) id: u64,
    /// The node id, which GitHub does not promise.
    #[serde(borrow, default)]
    pub(in crate::github) node_id: Member<Str<'body>>,
    /// The display name.
    #[serde(borrow)]
    pub(in crate::github) name: Shape<'body>,
    /// The Project that the field belongs to.
    #[serde(borrow, default)]
    pub(in crate::github) project_url: Member<Str<'body>>,
    /// An open set (decision 49).
    #[serde(borrow)]
    pub(in crate::github) data_type: Str<'body>,
    /// The options of a single-select field.
    #[serde(borrow, default)]
    pub(in crate::github) options: Member<Vec<FieldOption<'body>>>,
}

/// An option of a single-select field.
#[derive(Deserialize)]
pub(in crate::github) struct FieldOption<'body> {
    /// The id, which is text.
    #[serde(borrow)]
    pub(in crate::github) id: Str<'body>,
    /// The display name, plain or rich.
    #[serde(borrow)]
    pub(in crate::github) name: Shape<'body>,
}

/// An entry of `GET /repos/{owner}/{repo}/issue-types`.
#[derive(Deserialize)]
pub(in crate::github) struct IssueType<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(in crate::github) node_id: Str<'body>,
    /// The name.
    #[serde(borrow)]
    pub(in crate::github) name: Str<'body>,
    /// Whether issues can have it; left out where they can.
    #[serde(default)]
    pub(in crate::github) is_enabled: Member<bool>,
}
