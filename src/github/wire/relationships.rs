//! The answer to the relationship document.

use serde::Deserialize;

use super::{Member, Shape, Str};

/// The whole answer.
#[derive(Deserialize)]
pub(in crate::github) struct Batch<'body> {
    /// Null where the call failed.
    #[serde(borrow, default)]
    pub(in crate::github) data: Member<Data<'body>>,
    /// There, and not empty, where any part failed.
    #[serde(borrow, default)]
    pub(in crate::github) errors: Member<Vec<GraphqlError<'body>>>,
}

/// The same answer, as far as it is about its own price.
#[derive(Deserialize)]
pub(in crate::github) struct Receipt<'body> {
    /// Null where the call failed.
    #[serde(borrow, default)]
    pub(in crate::github) data: Member<ReceiptData<'body>>,
    /// There, and not empty, where any part failed.
    #[serde(borrow, default)]
    pub(in crate::github) errors: Member<Vec<GraphqlError<'body>>>,
}

/// The data of a receipt.
#[derive(Deserialize)]
pub(in crate::github) struct ReceiptData<'body> {
    /// The price and what is left.
    #[serde(borrow, default, rename = "rateLimit")]
    pub(in crate::github) rate_limit: Member<RateLimit<'body>>,
}

/// What the query cost and what is left.
#[derive(Deserialize)]
pub(in crate::github) struct RateLimit<'body> {
    /// The points that it cost.
    pub(in crate::github) cost: u64,
    /// The points that are left.
    pub(in crate::github) remaining: u64,
    /// When the limit is reset, as RFC 3339.
    #[serde(borrow, rename = "resetAt")]
    pub(in crate::github) reset_at: Str<'body>,
}

/// One error.
#[derive(Deserialize)]
pub(in crate::github) struct GraphqlError<'body> {
    /// The class of the error, such as `RATE_LIMIT`.
    #[serde(borrow, default, rename = "type")]
    pub(in crate::github) kind: Member<Str<'body>>,
    /// The text, which is looked at for the name of a limit alone.
    #[serde(borrow, default)]
    pub(in crate::github) message: Member<Shape<'body>>,
}

/// The data.
#[derive(Deserialize)]
pub(in crate::github) struct Data<'body> {
    /// One entry for each id, null where the credential can not see it.
    #[serde(borrow)]
    pub(in crate::github) nodes: Vec<Option<IssueNode<'body>>>,
}

/// One requested issue. A node of another type lacks these members and is
/// malformed.
#[derive(Deserialize)]
pub(in crate::github) struct IssueNode<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(in crate::github) id: Str<'body>,
    /// The number.
    pub(in crate::github) number: u64,
    /// The repository.
    #[serde(borrow)]
    pub(in crate::github) repository: NodeRepository<'body>,
    /// The parent; null where there is none or the credential can not see it.
    #[serde(borrow)]
    pub(in crate::github) parent: Option<Reference<'body>>,
    /// How many dependencies there are, seen or not.
    #[serde(rename = "issueDependenciesSummary")]
    pub(in crate::github) dependencies: DependencyTotals,
    /// How many sub-issues there are, seen or not.
    #[serde(rename = "subIssuesSummary")]
    pub(in crate::github) sub_issues_summary: SubIssueTotals,
    /// Sub-issues.
    #[serde(borrow, rename = "subIssues")]
    pub(in crate::github) sub_issues: Connection<'body>,
    /// Issues that block this one.
    #[serde(borrow, rename = "blockedBy")]
    pub(in crate::github) blocked_by: Connection<'body>,
    /// Issues that this one blocks.
    #[serde(borrow)]
    pub(in crate::github) blocking: Connection<'body>,
}

/// An issue and its repository.
#[derive(Deserialize)]
pub(in crate::github) struct Reference<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(in crate::github) id: Str<'body>,
    /// The number.
    pub(in crate::github) number: u64,
    /// The repository.
    #[serde(borrow)]
    pub(in crate::github) repository: NodeRepository<'body>,
}

/// The repository of an issue.
#[derive(Deserialize)]
pub(in crate::github) struct NodeRepository<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(in crate::github) id: Str<'body>,
    /// `OWNER/NAME`.
    #[serde(borrow, rename = "nameWithOwner")]
    pub(in crate::github) name_with_owner: Str<'body>,
}

/// Totals of an issue's dependencies.
#[derive(Deserialize)]
pub(in crate::github) struct DependencyTotals {
    /// The issues that block this one.
    #[serde(rename = "totalBlockedBy")]
    pub(in crate::github) blocked_by: u32,
    /// The issues that this one blocks.
    #[serde(rename = "totalBlocking")]
    pub(in crate::github) blocking: u32,
}

/// The total of an issue's sub-issues.
#[derive(Deserialize)]
pub(in crate::github) struct SubIssueTotals {
    /// All of them.
    pub(in crate::github) total: u32,
}

/// One page of a connection.
#[derive(Deserialize)]
pub(in crate::github) struct Connection<'body> {
    /// The issues of all pages that the credential can see.
    #[serde(rename = "totalCount")]
    pub(in crate::github) total: u32,
    /// Whether it goes on.
    #[serde(borrow, rename = "pageInfo")]
    pub(in crate::github) page: PageInfo<'body>,
    /// The issues of this page.
    #[serde(borrow)]
    pub(in crate::github) nodes: Vec<Option<Reference<'body>>>,
}

/// Where a connection goes on.
#[derive(Deserialize)]
pub(in crate::github) struct PageInfo<'body> {
    /// Whether there is another page.
    #[serde(rename = "hasNextPage")]
    pub(in crate::github) has_next: bool,
    /// The cursor of that page.
    #[serde(borrow, rename = "endCursor")]
    pub(in crate::github) end: Option<Str<'body>>,
}
