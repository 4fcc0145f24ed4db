//! Which class of token can make which request. One table: the program asks
//! it before a request, and `yukh capabilities` shows it.

use super::Operation;
use super::request::{GRAPHQL_METHOD, REST_METHOD};
use crate::diagnostic::{Code, Failure, Stage};
use crate::scope::{OwnerKind, SubjectClass};

/// What GitHub says about one class of token and one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// GitHub lists the request for this class.
    Supported,
    /// Nothing speaks against it, but GitHub's lists were not seen to say so.
    Expected,
    /// GitHub does not list the request for this class.
    Unsupported,
}

impl Support {
    /// The word used in output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Expected => "expected",
            Self::Unsupported => "unsupported",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capability {
    operation: &'static str,
    graphql: bool,
    path: &'static str,
    installation: Support,
    user_to_server: Support,
    fine_grained: Support,
    permission: Option<&'static str>,
    classic_scope: Option<&'static str>,
}

impl Capability {
    /// The name of the operation.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The method.
    #[must_use]
    pub fn method(&self) -> &'static str {
        if self.graphql { GRAPHQL_METHOD.as_str() } else { REST_METHOD.as_str() }
    }

    /// The path with its variables in braces.
    #[must_use]
    pub fn path(&self) -> &'static str {
        self.path
    }

    /// Whether tokens of a class can make the request. Classic and OAuth
    /// tokens can make all of them, if they have the scope.
    #[must_use]
    pub fn support(&self, class: SubjectClass) -> Support {
        match class {
            SubjectClass::ClassicUserToken | SubjectClass::OauthToken => Support::Supported,
            SubjectClass::FineGrainedUserToken => self.fine_grained,
            SubjectClass::UserToServerToken => self.user_to_server,
            SubjectClass::InstallationToken => self.installation,
        }
    }

    /// The permission that a fine-grained or App token needs.
    #[must_use]
    pub fn permission(&self) -> Option<&'static str> {
        self.permission
    }

    /// The scope that a classic or OAuth token needs.
    #[must_use]
    pub fn classic_scope(&self) -> Option<&'static str> {
        self.classic_scope
    }
}

/// A request that is listed for organizations' Projects.
const fn organization_project(operation: &'static str, path: &'static str) -> Capability {
    Capability {
        operation,
        graphql: false,
        path,
        installation: Support::Supported,
        user_to_server: Support::Supported,
        fine_grained: Support::Supported,
        permission: Some("organization_projects:read"),
        classic_scope: Some("read:project"),
    }
}

/// A request for a user's Project, which GitHub lists for no token with
/// permissions.
const fn user_project(operation: &'static str, path: &'static str) -> Capability {
    Capability {
        operation,
        graphql: false,
        path,
        installation: Support::Unsupported,
        user_to_server: Support::Unsupported,
        fine_grained: Support::Unsupported,
        permission: None,
        classic_scope: Some("read:project"),
    }
}

/// A request outside Projects.
const fn other(operation: &'static str, path: &'static str, fine_grained: Support) -> Capability {
    Capability {
        operation,
        graphql: false,
        path,
        installation: Support::Expected,
        user_to_server: Support::Expected,
        fine_grained,
        permission: Some("metadata:read"),
        classic_scope: Some("repo (private)"),
    }
}

const REPOSITORY: Capability = other("repo.get", "/repos/{owner}/{repo}", Support::Supported);
const OWNER: Capability = Capability {
    permission: None,
    classic_scope: None,
    ..other("user.get", "/users/{username}", Support::Expected)
};
const ISSUE_TYPES: Capability = Capability {
    classic_scope: Some("repo"),
    ..other("issue_type.list_repo", "/repos/{owner}/{repo}/issue-types", Support::Supported)
};
const RATE_LIMIT: Capability = Capability {
    installation: Support::Supported,
    user_to_server: Support::Supported,
    permission: None,
    classic_scope: None,
    ..other("rate.get", "/rate_limit", Support::Expected)
};
const RELATIONSHIPS: Capability = Capability {
    graphql: true,
    permission: Some("issues:read"),
    ..other("issue.relationships", "/graphql", Support::Expected)
};
const ROLLBACK: Capability = Capability {
    graphql: true,
    permission: Some("organization_projects:read, issues:read"),
    classic_scope: Some("read:project, repo (private)"),
    ..other("rollback.read", "/graphql", Support::Expected)
};
const CHECK_RUNS: Capability = Capability {
    installation: Support::Supported,
    user_to_server: Support::Supported,
    permission: Some("checks:read"),
    ..other("check.list_for_ref", "/repos/{owner}/{repo}/commits/{ref}/check-runs", Support::Unsupported)
};
const WORKFLOW_RUNS: Capability = Capability {
    installation: Support::Supported,
    user_to_server: Support::Supported,
    permission: Some("actions:read"),
    ..other("actions.list_runs", "/repos/{owner}/{repo}/actions/runs", Support::Expected)
};
const ORGANIZATION_PROJECT: Capability =
    organization_project("project.get", "/orgs/{org}/projectsV2/{project_number}");
const ORGANIZATION_FIELDS: Capability =
    organization_project("project.list_fields", "/orgs/{org}/projectsV2/{project_number}/fields");
const ORGANIZATION_ITEMS: Capability =
    organization_project("project.list_items", "/orgs/{org}/projectsV2/{project_number}/items");
const USER_PROJECT: Capability = user_project("project.get", "/users/{username}/projectsV2/{project_number}");
const USER_FIELDS: Capability =
    user_project("project.list_fields", "/users/{username}/projectsV2/{project_number}/fields");
const USER_ITEMS: Capability =
    user_project("project.list_items", "/users/{username}/projectsV2/{project_number}/items");

/// Every request that this program can make, in the order in which it makes
/// them.
static TABLE: [Capability; 14] = [
    REPOSITORY,
    OWNER,
    ORGANIZATION_PROJECT,
    USER_PROJECT,
    ORGANIZATION_FIELDS,
    USER_FIELDS,
    ORGANIZATION_ITEMS,
    USER_ITEMS,
    RELATIONSHIPS,
    ISSUE_TYPES,
    RATE_LIMIT,
    CHECK_RUNS,
    WORKFLOW_RUNS,
    ROLLBACK,
];

/// Every request that this program can make, in the order in which it makes
/// them.
pub fn capabilities() -> impl ExactSizeIterator<Item = &'static Capability> {
    TABLE.iter()
}

/// The row of a request.
fn row(operation: &Operation) -> Capability {
    let kinds = |kind, organization, user| match kind {
        OwnerKind::Organization => organization,
        OwnerKind::User => user,
    };
    match operation {
        Operation::Repository { .. } => REPOSITORY,
        Operation::Owner { .. } => OWNER,
        Operation::Project { owner, .. } => kinds(owner.kind, ORGANIZATION_PROJECT, USER_PROJECT),
        Operation::Fields { owner, .. } => kinds(owner.kind, ORGANIZATION_FIELDS, USER_FIELDS),
        Operation::Items { owner, .. } => kinds(owner.kind, ORGANIZATION_ITEMS, USER_ITEMS),
        Operation::IssueTypes { .. } => ISSUE_TYPES,
        Operation::RateLimit => RATE_LIMIT,
        Operation::CheckRuns { .. } => CHECK_RUNS,
        Operation::WorkflowRuns { .. } => WORKFLOW_RUNS,
        Operation::Relationships { .. } => RELATIONSHIPS,
        Operation::Rollback(_) => ROLLBACK,
    }
}

/// Passes a request that tokens of the class can make.
///
/// # Errors
///
/// `YKP-CAPABILITY-001` when GitHub does not list the request for the class.
pub(crate) fn require(class: SubjectClass, operation: &Operation) -> Result<(), Failure> {
    pass(&row(operation), class, operation.stage())
}

/// Passes a Project that tokens of the class can read at all: the question to
/// ask as soon as the owner's kind is known (decision 61).
///
/// # Errors
///
/// `YKP-CAPABILITY-001` when GitHub lists no Project request for class and
/// kind.
pub fn require_project(class: SubjectClass, kind: OwnerKind) -> Result<(), Failure> {
    match kind {
        OwnerKind::Organization => pass(&ORGANIZATION_PROJECT, class, Stage::Project),
        OwnerKind::User => pass(&USER_PROJECT, class, Stage::Project),
    }
}

/// Passes the state of checks, of which tokens of the class can read check runs
/// and workflow runs: the question to ask before the first request.
///
/// # Errors
///
/// `YKP-CAPABILITY-001` when GitHub does not list one of them for the class.
pub fn require_checks(class: SubjectClass) -> Result<(), Failure> {
    pass(&CHECK_RUNS, class, Stage::CheckRuns)?;
    pass(&WORKFLOW_RUNS, class, Stage::WorkflowRuns)
}

/// Passes what is not known to be impossible.
fn pass(capability: &Capability, class: SubjectClass, stage: Stage) -> Result<(), Failure> {
    match capability.support(class) {
        Support::Supported | Support::Expected => Ok(()),
        Support::Unsupported => Err(Failure::read(Code::Capability001, stage)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;

    use super::*;

    /// The facts as they were collected, for more requests than these.
    const FACTS: &str = include_str!("../../fixtures/github/capabilities.json");

    fn support(value: &Value) -> Support {
        match value {
            Value::Bool(true) => Support::Supported,
            Value::Bool(false) => Support::Unsupported,
            // A list that has no such category says nothing against it.
            Value::String(word) if word == "expected" || word == "not listed" => Support::Expected,
            other => panic!("unknown support {other}"),
        }
    }

    #[test]
    fn the_table_says_what_the_facts_say() {
        let facts: Vec<Value> = serde_json::from_str(FACTS).unwrap();
        for row in capabilities().filter(|row| row.path() != "/graphql") {
            let fact = facts.iter().find(|fact| fact["path"] == row.path() && fact["op"] == row.operation());
            let fact = fact.unwrap_or_else(|| panic!("no fact for {}", row.path()));
            assert_eq!(fact["method"], row.method());
            assert_eq!(support(&fact["installation"]), row.support(SubjectClass::InstallationToken));
            assert_eq!(support(&fact["user_to_server"]), row.support(SubjectClass::UserToServerToken));
            assert_eq!(support(&fact["fine_grained_pat"]), row.support(SubjectClass::FineGrainedUserToken));
            let stated = |name: &str| fact[name].as_str().filter(|text| !text.starts_with("none"));
            assert_eq!(stated("permission"), row.permission(), "{}", row.path());
            assert_eq!(stated("classic_scope"), row.classic_scope(), "{}", row.path());
        }
    }

    #[test]
    fn each_request_is_there_once() {
        let rows: BTreeSet<_> = capabilities().map(|row| (row.operation(), row.path())).collect();
        assert_eq!(rows.len(), capabilities().len());
    }

    #[test]
    fn a_users_project_is_for_classic_and_oauth_tokens_alone() {
        for class in SubjectClass::ALL {
            let allowed = matches!(class, SubjectClass::ClassicUserToken | SubjectClass::OauthToken);
            assert_eq!(require_project(class, OwnerKind::User).is_ok(), allowed, "{class:?}");
            assert!(require_project(class, OwnerKind::Organization).is_ok(), "{class:?}");
        }
        let refused = require_project(SubjectClass::InstallationToken, OwnerKind::User).unwrap_err();
        assert_eq!(refused.code(), Code::Capability001);
    }

    #[test]
    fn a_fine_grained_token_lacks_the_checks_api() {
        for class in SubjectClass::ALL {
            let refused = require_checks(class).err();
            let expected = (class == SubjectClass::FineGrainedUserToken)
                .then(|| Failure::read(Code::Capability001, Stage::CheckRuns));
            assert_eq!(refused, expected, "{class:?}");
        }
    }
}
