//! The four fixed GraphQL reads of the v1 transport (contract part 6.1). They
//! are here because the list of requests is closed; what reads their answers
//! is the room `rollback`.

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Cursor, RelationshipCursors};
use crate::diagnostic::Stage;
use crate::observed::ProviderRef;
use crate::scope::{IssueNumber, Login, ProjectNumber, RepositoryName};

/// One of the four reads, of one page.
#[derive(Clone, Debug)]
pub enum RollbackRead {
    /// Repository, Project and one issue with its Project items: what belongs
    /// together.
    Scope {
        /// The owner.
        owner: Login,
        /// The repository.
        repository: RepositoryName,
        /// The owner of the Project.
        project_owner: Login,
        /// The Project.
        project: ProjectNumber,
        /// The issue.
        issue: IssueNumber,
        /// Where the page of its Project items begins.
        after: Option<Cursor>,
    },
    /// The Project's fields and options.
    Fields {
        /// The Project.
        project: ProviderRef,
        /// Where the page begins.
        after: Option<Cursor>,
    },
    /// One item, its issue and its values.
    Item {
        /// The item.
        item: ProviderRef,
        /// Where the page of its values begins.
        after: Option<Cursor>,
    },
    /// Parent, sub-issues and dependencies of one issue.
    Relationships {
        /// The issue.
        issue: ProviderRef,
        /// Where each connection goes on; all `None` in the first request.
        after: RelationshipCursors,
    },
}

/// A fixed document and what GitHub's cost rule counts in it.
pub(crate) struct Document {
    /// The name of its one operation.
    pub(crate) name: &'static str,
    /// The text.
    pub(crate) text: &'static str,
    /// The requests that are needed to fill its connections.
    connections: u64,
}

pub(crate) const SCOPE: Document =
    Document { name: "YukhRollbackScope", text: include_str!("rollback/scope.graphql"), connections: 2 };
pub(crate) const FIELDS: Document =
    Document { name: "YukhRollbackFields", text: include_str!("rollback/fields.graphql"), connections: 1 };
pub(crate) const ITEM: Document =
    Document { name: "YukhRollbackItem", text: include_str!("rollback/item.graphql"), connections: 3 };
pub(crate) const RELATIONSHIPS: Document = Document {
    name: "YukhRollbackRelationships",
    text: include_str!("rollback/relationships.graphql"),
    connections: 3,
};

/// The four documents, in the order in which they are asked.
#[cfg(test)]
pub(crate) const DOCUMENTS: [Document; 4] = [SCOPE, FIELDS, ITEM, RELATIONSHIPS];

/// The body of a request.
#[derive(Serialize)]
struct Body<'a> {
    query: &'a str,
    #[serde(rename = "operationName")]
    operation_name: &'a str,
    variables: Map<String, Value>,
}

impl RollbackRead {
    /// Which of the fixed reads this is.
    pub(crate) fn stage(&self) -> Stage {
        match self {
            Self::Scope { .. } => Stage::Scope,
            Self::Fields { .. } => Stage::Fields,
            Self::Item { .. } => Stage::Item,
            Self::Relationships { .. } => Stage::Relationships,
        }
    }

    /// Its document.
    pub(crate) fn document(&self) -> Document {
        match self {
            Self::Scope { .. } => SCOPE,
            Self::Fields { .. } => FIELDS,
            Self::Item { .. } => ITEM,
            Self::Relationships { .. } => RELATIONSHIPS,
        }
    }

    /// The points that it is estimated to cost: the requests that are needed
    /// to fill its connections and to look up its nodes, in hundreds, rounded
    /// up.
    pub(crate) fn cost(&self) -> u64 {
        (self.document().connections + 2).div_ceil(100)
    }

    /// The JSON body.
    ///
    /// # Errors
    ///
    /// Only those of the serialiser; texts and numbers cause none.
    pub(crate) fn body(&self) -> Result<Vec<u8>, serde_json::Error> {
        let document = self.document();
        serde_json::to_vec(&Body {
            query: document.text,
            operation_name: document.name,
            variables: self.variables(),
        })
    }

    /// The variables. A cursor that is not known is left out, which GraphQL
    /// reads as the beginning.
    fn variables(&self) -> Map<String, Value> {
        let cursor = |cursor: &Option<Cursor>| cursor.as_ref().map(|cursor| json!(cursor.expose()));
        let variables = match self {
            Self::Scope { owner, repository, project_owner, project, issue, after } => vec![
                ("owner", Some(json!(owner.as_str()))),
                ("repository", Some(json!(repository.as_str()))),
                ("projectOwner", Some(json!(project_owner.as_str()))),
                ("project", Some(json!(project.get()))),
                ("issue", Some(json!(issue.get()))),
                ("after", cursor(after)),
            ],
            Self::Fields { project, after } => {
                vec![("project", Some(json!(project.expose()))), ("after", cursor(after))]
            }
            Self::Item { item, after } => {
                vec![("item", Some(json!(item.expose()))), ("after", cursor(after))]
            }
            Self::Relationships { issue, after } => vec![
                ("issue", Some(json!(issue.expose()))),
                ("subIssuesAfter", cursor(&after.sub_issues)),
                ("blockedByAfter", cursor(&after.blocked_by)),
                ("blockingAfter", cursor(&after.blocking)),
            ],
        };
        let told = variables.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        told.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// GitHub's limits: pages of 1 to 100 entries and 500,000 nodes in a query.
    /// 1,000 nodes are the most that one of these asks for.
    #[test]
    fn b07_each_document_is_far_below_githubs_node_limit() {
        for document in DOCUMENTS {
            let sizes: Vec<u64> = document
                .text
                .split("(first: ")
                .skip(1)
                .map(|rest| rest.split([',', ')']).next().unwrap().parse().unwrap())
                .collect();
            assert_eq!(sizes.len() as u64, document.connections, "{}", document.name);
            assert!(sizes.iter().all(|size| (1..=100).contains(size)), "{}", document.name);
            // No connection stands inside another one, so that they add up.
            assert!(sizes.iter().sum::<u64>() <= 1_000, "{}", document.name);
            assert!(!document.text.contains("mutation"), "{}", document.name);
        }
    }

    #[test]
    fn a_read_carries_its_document_and_nothing_that_is_not_known() {
        let issue = ProviderRef::parse("I_\"1").unwrap();
        let after = RelationshipCursors { blocking: Cursor::parse("b=="), ..Default::default() };
        let read = RollbackRead::Relationships { issue, after };
        let body: Value = serde_json::from_slice(&read.body().unwrap()).unwrap();
        let expected = json!({
            "query": RELATIONSHIPS.text,
            "operationName": "YukhRollbackRelationships",
            "variables": { "issue": "I_\"1", "blockingAfter": "b==" },
        });
        assert_eq!(body, expected);
        let read = RollbackRead::Scope {
            owner: Login::parse("acme").unwrap(),
            repository: RepositoryName::parse("site.io").unwrap(),
            project_owner: Login::parse("garden").unwrap(),
            project: ProjectNumber::parse_argument("7").unwrap(),
            issue: IssueNumber::new(12).unwrap(),
            after: None,
        };
        let body: Value = serde_json::from_slice(&read.body().unwrap()).unwrap();
        let variables = json!({
            "owner": "acme", "repository": "site.io", "projectOwner": "garden", "project": 7, "issue": 12,
        });
        assert_eq!(body["variables"], variables);
        assert_eq!((read.stage(), read.cost()), (Stage::Scope, 1));
    }
}
