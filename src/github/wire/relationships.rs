//! The answer to the relationship document.

use serde::Deserialize;

use super::{Member, Shape, Str};

/// The whole answer.
#[derive(Deserialize)]
pub(crate) struct Batch<'body> {
    /// Null where the call failed.
    #[serde(borrow, default)]
    pub(crate) data: Member<Data<'body>>,
    /// There, and not empty, where any part failed.
    #[serde(borrow, default)]
    pub(crate) errors: Member<Vec<GraphqlError<'body>>>,
}

/// The same answer, as far as it is about its own price.
#[derive(Deserialize)]
pub(crate) struct Receipt<'body> {
    /// Null where the call failed.
    #[serde(borrow, default)]
    pub(crate) data: Member<ReceiptData<'body>>,
    /// There, and not empty, where any part failed.
    #[serde(borrow, default)]
    pub(crate) errors: Member<Vec<GraphqlError<'body>>>,
}

/// The data of a receipt.
#[derive(Deserialize)]
pub(crate) struct ReceiptData<'body> {
    /// The price and what is left.
    #[serde(borrow, default, rename = "rateLimit")]
    pub(crate) rate_limit: Member<RateLimit<'body>>,
}

/// What the query cost and what is left.
#[derive(Deserialize)]
pub(crate) struct RateLimit<'body> {
    /// The points that it cost.
    pub(crate) cost: u64,
    /// The points that are left.
    pub(crate) remaining: u64,
    /// When the limit is reset, as RFC 3339.
    #[serde(borrow, rename = "resetAt")]
    pub(crate) reset_at: Str<'body>,
}

/// One error.
#[derive(Deserialize)]
pub(crate) struct GraphqlError<'body> {
    /// The class of the error, such as `RATE_LIMIT`.
    #[serde(borrow, default, rename = "type")]
    pub(crate) kind: Member<Str<'body>>,
    /// The text, which is looked at for the name of a limit alone.
    #[serde(borrow, default)]
    pub(crate) message: Member<Shape<'body>>,
}

/// The data.
#[derive(Deserialize)]
pub(crate) struct Data<'body> {
    /// One entry for each id, null where the credential can not see it.
    #[serde(borrow)]
    pub(crate) nodes: Vec<Option<IssueNode<'body>>>,
}

/// One requested issue. A node of another type lacks these members and is
/// malformed.
#[derive(Deserialize)]
pub(crate) struct IssueNode<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(crate) id: Str<'body>,
    /// The number.
    pub(crate) number: u64,
    /// The repository.
    #[serde(borrow)]
    pub(crate) repository: NodeRepository<'body>,
    /// The parent; null where there is none or the credential can not see it,
    /// never left out.
    #[serde(borrow, default)]
    pub(crate) parent: Member<Reference<'body>>,
    /// How many dependencies there are, seen or not.
    #[serde(rename = "issueDependenciesSummary")]
    pub(crate) dependencies: DependencyTotals,
    /// How many sub-issues there are, seen or not.
    #[serde(rename = "subIssuesSummary")]
    pub(crate) sub_issues_summary: SubIssueTotals,
    /// Sub-issues.
    #[serde(borrow, rename = "subIssues")]
    pub(crate) sub_issues: Connection<'body>,
    /// Issues that block this one.
    #[serde(borrow, rename = "blockedBy")]
    pub(crate) blocked_by: Connection<'body>,
    /// Issues that this one blocks.
    #[serde(borrow)]
    pub(crate) blocking: Connection<'body>,
}

/// An issue and its repository.
#[derive(Deserialize)]
pub(crate) struct Reference<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(crate) id: Str<'body>,
    /// The number.
    pub(crate) number: u64,
    /// The repository.
    #[serde(borrow)]
    pub(crate) repository: NodeRepository<'body>,
}

/// The repository of an issue.
#[derive(Deserialize)]
pub(crate) struct NodeRepository<'body> {
    /// The node id.
    #[serde(borrow)]
    pub(crate) id: Str<'body>,
    /// `OWNER/NAME`.
    #[serde(borrow, rename = "nameWithOwner")]
    pub(crate) name_with_owner: Str<'body>,
}

/// Totals of an issue's dependencies.
#[derive(Deserialize)]
pub(crate) struct DependencyTotals {
    /// The issues that block this one.
    #[serde(rename = "totalBlockedBy")]
    pub(crate) blocked_by: u32,
    /// The issues that this one blocks.
    #[serde(rename = "totalBlocking")]
    pub(crate) blocking: u32,
}

/// The total of an issue's sub-issues.
#[derive(Deserialize)]
pub(crate) struct SubIssueTotals {
    /// All of them.
    pub(crate) total: u32,
}

/// One page of a connection.
#[derive(Deserialize)]
#[serde(bound(deserialize = "Node: Deserialize<'de>"))]
pub(crate) struct Connection<'body, Node = Reference<'body>> {
    /// The entries of all pages that the credential can see.
    #[serde(rename = "totalCount")]
    pub(crate) total: u32,
    /// Whether it goes on.
    #[serde(borrow, rename = "pageInfo")]
    pub(crate) page: PageInfo<'body>,
    /// The entries of this page.
    pub(crate) nodes: Vec<Option<Node>>,
}

/// Where a connection goes on.
#[derive(Deserialize)]
pub(crate) struct PageInfo<'body> {
    /// Whether there is another page.
    #[serde(rename = "hasNextPage")]
    pub(crate) has_next: bool,
    /// The cursor of that page.
    #[serde(borrow, rename = "endCursor")]
    pub(crate) end: Option<Str<'body>>,
}
