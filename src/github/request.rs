//! The exact request of each operation: method, path, query, body. Paths are
//! made of fixed templates and validated words alone.

use http::Method;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use super::{Cursor, Operation, ProjectOwner, RelationshipCursors};
use crate::diagnostic::RateResource;
use crate::scope::{OwnerKind, ProjectNumber};

/// The method of every request but one.
pub(crate) const REST_METHOD: Method = Method::GET;

/// The method of the GraphQL queries: reads, though their method is not.
pub(crate) const GRAPHQL_METHOD: Method = Method::POST;

/// The name of the relationship operation.
pub(crate) const GRAPHQL_OPERATION: &str = "YukhRelationships";

/// The one GraphQL document of v2 (specification, *REST-first capability matrix*).
pub(crate) const RELATIONSHIPS_DOCUMENT: &str = include_str!("relationships.graphql");

/// The connections of each issue in the document.
const CONNECTIONS: u64 = 3;

/// Entries asked for on each page: the most that GitHub allows.
const PER_PAGE: &str = "100";

/// The same as a number.
pub(in crate::github) const PAGE_ENTRIES: usize = 100;

/// What a query value may hold unescaped: RFC 3986's unreserved characters.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The body of the relationship request.
#[derive(Serialize)]
struct GraphqlBody<'a> {
    query: &'a str,
    #[serde(rename = "operationName")]
    operation_name: &'a str,
    variables: Variables<'a>,
}

/// The variables of the relationship document. A cursor that is not known is
/// left out, which GraphQL reads as the beginning.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Variables<'a> {
    ids: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub_issues_after: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_by_after: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocking_after: Option<&'a str>,
}

impl Operation {
    /// The method.
    pub(crate) fn method(&self) -> Method {
        match self {
            Self::Relationships { .. } | Self::Rollback(_) => GRAPHQL_METHOD,
            _ => REST_METHOD,
        }
    }

    /// The path, without the query: absolute, never with a trailing slash.
    pub(crate) fn path(&self) -> String {
        match self {
            Self::Repository { owner, repository } => {
                format!("/repos/{}/{}", owner.as_str(), repository.as_str())
            }
            Self::Owner { login } => format!("/users/{}", login.as_str()),
            Self::Project { owner, number } => project(owner, *number),
            Self::Fields { owner, number, .. } => format!("{}/fields", project(owner, *number)),
            Self::Items { owner, number, .. } => format!("{}/items", project(owner, *number)),
            Self::IssueTypes { owner, repository } => {
                format!("/repos/{}/{}/issue-types", owner.as_str(), repository.as_str())
            }
            Self::RateLimit => "/rate_limit".to_owned(),
            Self::CheckRuns { owner, repository, commit, .. } => {
                let (owner, repository) = (owner.as_str(), repository.as_str());
                format!("/repos/{owner}/{repository}/commits/{}/check-runs", commit.expose())
            }
            Self::WorkflowRuns { owner, repository, .. } => {
                format!("/repos/{}/{}/actions/runs", owner.as_str(), repository.as_str())
            }
            Self::Relationships { .. } | Self::Rollback(_) => "/graphql".to_owned(),
        }
    }

    /// The query parameters in order, not yet encoded.
    pub(crate) fn query(&self) -> Vec<(&'static str, String)> {
        let mut pairs = Vec::new();
        match self {
            Self::Fields { after, .. } => {
                pairs.push(("per_page", PER_PAGE.to_owned()));
                push_cursor(&mut pairs, after.as_ref());
            }
            Self::Items { fields, repository, after, .. } => {
                pairs.push(("per_page", PER_PAGE.to_owned()));
                if let Some((owner, name)) = repository {
                    pairs.push(("q", format!("repo:{}/{}", owner.as_str(), name.as_str())));
                }
                if !fields.is_empty() {
                    let ids: Vec<String> = fields.iter().map(u64::to_string).collect();
                    pairs.push(("fields", ids.join(",")));
                }
                push_cursor(&mut pairs, after.as_ref());
            }
            Self::CheckRuns { page, .. } => {
                pairs.push(("per_page", PER_PAGE.to_owned()));
                push_page(&mut pairs, *page);
            }
            Self::WorkflowRuns { commit, page, .. } => {
                pairs.push(("head_sha", commit.expose().to_owned()));
                pairs.push(("per_page", PER_PAGE.to_owned()));
                push_page(&mut pairs, *page);
            }
            Self::Repository { .. }
            | Self::Owner { .. }
            | Self::Project { .. }
            | Self::IssueTypes { .. }
            | Self::RateLimit
            | Self::Relationships { .. }
            | Self::Rollback(_) => {}
        }
        pairs
    }

    /// Path and query as they are sent, each query value percent-encoded.
    pub(crate) fn target(&self) -> String {
        let mut target = self.path();
        for (index, (name, value)) in self.query().iter().enumerate() {
            target.push(if index == 0 { '?' } else { '&' });
            target.push_str(name);
            target.push('=');
            target.extend(utf8_percent_encode(value, VALUE));
        }
        target
    }

    /// The JSON body, where the request has one.
    ///
    /// # Errors
    ///
    /// Only those of the serialiser; texts and lists of texts cause none.
    pub(crate) fn body(&self) -> Result<Option<Vec<u8>>, serde_json::Error> {
        let (issues, after) = match self {
            Self::Relationships { issues, after } => (issues, after),
            Self::Rollback(read) => return read.body().map(Some),
            _ => return Ok(None),
        };
        let RelationshipCursors { sub_issues, blocked_by, blocking } = after;
        let variables = Variables {
            ids: issues.iter().map(|issue| issue.expose()).collect(),
            sub_issues_after: sub_issues.as_ref().map(Cursor::expose),
            blocked_by_after: blocked_by.as_ref().map(Cursor::expose),
            blocking_after: blocking.as_ref().map(Cursor::expose),
        };
        let body =
            GraphqlBody { query: RELATIONSHIPS_DOCUMENT, operation_name: GRAPHQL_OPERATION, variables };
        serde_json::to_vec(&body).map(Some)
    }

    /// Which primary limit the request counts against.
    pub(crate) fn resource(&self) -> RateResource {
        match self {
            Self::Relationships { .. } | Self::Rollback(_) => RateResource::Graphql,
            _ => RateResource::Rest,
        }
    }

    /// What the request takes off its primary limit: one REST request, or an
    /// estimate of GraphQL points. GitHub counts the requests that are needed
    /// to fill each connection, divides by 100 and rounds, at least 1
    /// (*Rate limits and query limits for the GraphQL API*). The estimate
    /// counts the look-up of the nodes as well and rounds up.
    pub(crate) fn cost(&self) -> u64 {
        match self {
            Self::Relationships { issues, .. } => {
                (CONNECTIONS.saturating_mul(issues.len() as u64) + 1).div_ceil(100)
            }
            Self::Rollback(read) => read.cost(),
            _ => 1,
        }
    }

    /// Whether entries of the list may be left out by intent.
    pub(crate) fn is_filtered(&self) -> bool {
        matches!(self, Self::Items { repository: Some(_), .. })
    }

    /// Whether an answer is one page of a connection.
    pub(crate) fn is_paged(&self) -> bool {
        match self {
            Self::Fields { .. }
            | Self::Items { .. }
            | Self::CheckRuns { .. }
            | Self::WorkflowRuns { .. }
            | Self::Relationships { .. }
            | Self::Rollback(_) => true,
            Self::Repository { .. }
            | Self::Owner { .. }
            | Self::Project { .. }
            | Self::IssueTypes { .. }
            | Self::RateLimit => false,
        }
    }
}

/// The path of a Project.
fn project(owner: &ProjectOwner, number: ProjectNumber) -> String {
    let kind = match owner.kind {
        OwnerKind::Organization => "orgs",
        OwnerKind::User => "users",
    };
    format!("/{kind}/{}/projectsV2/{}", owner.login.as_str(), number.get())
}

/// Adds where the page begins.
fn push_cursor(pairs: &mut Vec<(&'static str, String)>, after: Option<&Cursor>) {
    if let Some(cursor) = after {
        pairs.push(("after", cursor.expose().to_owned()));
    }
}

/// Adds which page it is; the first one needs no number.
fn push_page(pairs: &mut Vec<(&'static str, String)>, page: u32) {
    if page > 1 {
        pairs.push(("page", page.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::github::CommitSha;
    use crate::observed::ProviderRef;
    use crate::scope::{Login, RepositoryName};

    fn login(text: &str) -> Login {
        Login::parse(text).unwrap()
    }

    fn repository(text: &str) -> RepositoryName {
        RepositoryName::parse(text).unwrap()
    }

    fn owner(kind: OwnerKind) -> ProjectOwner {
        ProjectOwner { kind, login: login("acme") }
    }

    fn number() -> ProjectNumber {
        ProjectNumber::parse_argument("7").unwrap()
    }

    #[test]
    fn each_rest_operation_has_one_exact_target() {
        use OwnerKind::{Organization, User};
        let cursor = || Cursor::parse("Y3Vyc29yOjE=+/&?#%");
        let items = |kind, fields: &[u64], filter: bool, after| Operation::Items {
            owner: owner(kind),
            number: number(),
            fields: fields.to_vec(),
            repository: filter.then(|| (login("acme"), repository("site.io"))),
            after,
        };
        let cases = [
            (
                Operation::Repository { owner: login("acme"), repository: repository("site.io") },
                "/repos/acme/site.io",
            ),
            (Operation::Owner { login: login("acme") }, "/users/acme"),
            (Operation::Project { owner: owner(Organization), number: number() }, "/orgs/acme/projectsV2/7"),
            (Operation::Project { owner: owner(User), number: number() }, "/users/acme/projectsV2/7"),
            (
                Operation::Fields { owner: owner(Organization), number: number(), after: None },
                "/orgs/acme/projectsV2/7/fields?per_page=100",
            ),
            (
                Operation::Fields { owner: owner(User), number: number(), after: cursor() },
                "/users/acme/projectsV2/7/fields?per_page=100&after=Y3Vyc29yOjE%3D%2B%2F%26%3F%23%25",
            ),
            (items(Organization, &[], false, None), "/orgs/acme/projectsV2/7/items?per_page=100"),
            (
                items(User, &[1, 22], true, Cursor::parse("c-1_~.")),
                "/users/acme/projectsV2/7/items?per_page=100&q=repo%3Aacme%2Fsite.io&fields=1%2C22&after=c-1_~.",
            ),
            (
                Operation::IssueTypes { owner: login("acme"), repository: repository("..a") },
                "/repos/acme/..a/issue-types",
            ),
            (Operation::RateLimit, "/rate_limit"),
        ];
        for (operation, target) in cases {
            assert_eq!(operation.target(), target);
            assert_eq!(operation.method(), Method::GET);
            assert!(operation.body().unwrap().is_none());
        }
    }

    #[test]
    fn a_page_of_runs_is_named_by_its_number() {
        let commit = CommitSha::parse("C0FFEE0000000000000000000000000000000000").unwrap();
        let check_runs = |page| Operation::CheckRuns {
            owner: login("acme"),
            repository: repository("site.io"),
            commit: commit.clone(),
            page,
        };
        let workflow_runs = |page| Operation::WorkflowRuns {
            owner: login("acme"),
            repository: repository("site.io"),
            commit: commit.clone(),
            page,
        };
        let sha = "c0ffee0000000000000000000000000000000000";
        let check_run_page = format!("/repos/acme/site.io/commits/{sha}/check-runs?per_page=100");
        let workflow_run_page = format!("/repos/acme/site.io/actions/runs?head_sha={sha}&per_page=100");
        for (page, more) in [(1, ""), (2, "&page=2"), (20, "&page=20")] {
            assert_eq!(check_runs(page).target(), format!("{check_run_page}{more}"));
            assert_eq!(workflow_runs(page).target(), format!("{workflow_run_page}{more}"));
            assert!(check_runs(page).is_paged() && workflow_runs(page).is_paged());
        }
        assert_eq!((check_runs(1).method(), workflow_runs(1).method()), (Method::GET, Method::GET));
    }

    #[test]
    fn a_commit_is_40_or_64_hexadecimal_digits() {
        assert!([40, 64].into_iter().all(|length| CommitSha::parse(&"a9".repeat(length / 2)).is_some()));
        let long = "0".repeat(65);
        for bad in ["", "main", "refs/heads/main", &long[..39], &long[..41], &long, &"g".repeat(40)] {
            assert!(CommitSha::parse(bad).is_none(), "{bad}");
        }
        assert_eq!(format!("{:?}", CommitSha::parse(&long[..40])), "Some(CommitSha(…))");
    }

    #[test]
    fn the_relationship_request_carries_the_one_document() {
        let operation = Operation::Relationships {
            issues: vec![ProviderRef::parse("I_1").unwrap(), ProviderRef::parse("I_\"2").unwrap()],
            after: RelationshipCursors { blocked_by: Cursor::parse("b=="), ..Default::default() },
        };
        assert_eq!((operation.method(), operation.target()), (Method::POST, "/graphql".to_owned()));
        let body: serde_json::Value = serde_json::from_slice(&operation.body().unwrap().unwrap()).unwrap();
        let expected = serde_json::json!({
            "query": RELATIONSHIPS_DOCUMENT,
            "operationName": "YukhRelationships",
            "variables": { "ids": ["I_1", "I_\"2"], "blockedByAfter": "b==" },
        });
        assert_eq!(body, expected);
    }

    #[test]
    fn trap_15_a_query_is_estimated_by_what_it_asks_for() {
        assert_eq!(RELATIONSHIPS_DOCUMENT.matches("(first: ").count() as u64, CONNECTIONS);
        for (issues, points) in [(1, 1), (33, 1), (34, 2), (66, 2), (67, 3), (100, 4)] {
            let issue = ProviderRef::parse("I_1").unwrap();
            let query = Operation::Relationships {
                issues: vec![issue; issues],
                after: RelationshipCursors::default(),
            };
            assert_eq!(query.cost(), points, "{issues}");
        }
        assert_eq!(Operation::Owner { login: login("acme") }.cost(), 1);
    }

    proptest! {
        #[test]
        fn any_cursor_and_any_ids_arrive_as_they_are(text in "[!-~]{1,1024}", fields in prop::collection::vec(any::<u64>(), 1..50)) {
            let ids: Vec<String> = fields.iter().map(u64::to_string).collect();
            let operation = Operation::Items {
                owner: owner(OwnerKind::User),
                number: number(),
                fields,
                repository: None,
                after: Cursor::parse(&text),
            };
            let uri: http::Uri = format!("https://api.github.com{}", operation.target()).parse().unwrap();
            prop_assert_eq!(uri.path(), "/users/acme/projectsV2/7/items");
            let pairs: Vec<(String, String)> = uri
                .query()
                .unwrap()
                .split('&')
                .map(|pair| pair.split_once('=').unwrap())
                .map(|(name, value)| (name.to_owned(), percent_encoding::percent_decode_str(value).decode_utf8().unwrap().into_owned()))
                .collect();
            let expected = [("per_page", "100".to_owned()), ("fields", ids.join(",")), ("after", text)];
            prop_assert_eq!(pairs, expected.map(|(name, value)| (name.to_owned(), value)));
        }
    }
}
