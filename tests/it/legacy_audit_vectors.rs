//! The predecessor's audits of legacy issues, `fixtures/vectors/legacy-audit.jsonl`:
//! what is planned for each issue, counted under the names of the audit
//! (decision 95). The audit's evidence is about its requests and not compared.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;
use yukh::desired::{Desired, Policy};
use yukh::diagnostic::{Code, Diagnostic, Path};
use yukh::observed::{
    Accounting, Bindings, Completeness, Coverage, Edges, FieldOption, IssueObservation, IssueType, Item,
    ItemParts, Known, ObservedValue, Parent, ProjectField, ProviderRef, ProviderText, Relationships,
    RelationshipsState, Snapshot, SnapshotParts,
};
use yukh::report::{AuditReport, AuditedIssue, Evidence};
use yukh::run::{Order, audit_issue};
use yukh::scope::{
    Budgets, FieldKind, IssueNumber, IssueSet, ItemsFilter, Login, OwnerKind, ProjectNumber, RepositoryName,
    RunScope, SubjectClass,
};

use crate::support::vectors;

#[test]
fn trap_23_every_audit_vector_is_counted_as_the_predecessor_counts_it() {
    let lines = vectors::lines("legacy-audit");
    assert_eq!(lines.len(), 6);
    for line in lines {
        let vector: Vector = serde_json::from_str(&line).unwrap();
        // The policies of this file do not name the marker (decision 86).
        let text = format!("contract: {{marker: yukh}}\n{}", vector.policy);
        let policy = Policy::parse(text.as_bytes()).unwrap();
        let issues = vector.issues.iter().map(|issue| audited(&policy, issue)).collect();
        let report = AuditReport::new(issues, &"0".repeat(64), Evidence::default()).object();
        let report: Output = serde_json::from_str(&report).unwrap();
        assert_eq!(report, vector.output, "{}", vector.id);
    }
}

#[derive(Deserialize)]
struct Vector {
    id: String,
    policy: String,
    issues: Vec<Value>,
    output: Output,
}

/// A report as far as the vectors and ours say the same: all but messages,
/// evidence and our additions. Counts keep their order.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    schema: u64,
    status: String,
    failure_class: Option<String>,
    diagnostics: Vec<Finding>,
    issues: Vec<Issue>,
    totals: Counts,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Issue {
    issue_number: u64,
    status: String,
    operation_counts: Counts,
    diagnostics: Vec<Finding>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Finding {
    code: String,
}

/// The members of a mapping in their order.
#[derive(Debug, PartialEq)]
struct Counts(Vec<(String, u64)>);

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Counts;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a mapping")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Counts, A::Error> {
                std::iter::from_fn(|| map.next_entry().transpose()).collect::<Result<_, _>>().map(Counts)
            }
        }
        deserializer.deserialize_map(Members)
    }
}

fn audited(policy: &Policy, issue: &Value) -> AuditedIssue {
    let number = number(&issue["number"]);
    let body = issue["body"].as_str().unwrap();
    let desired = policy.read(body, number).unwrap().desired.unwrap();
    let order = Order { policy, issue: number, require_contract: false, include_checks: false };
    audit_issue(&snapshot(&desired, number, issue), order).unwrap()
}

fn number(value: &Value) -> IssueNumber {
    IssueNumber::new(value.as_u64().unwrap()).unwrap()
}

fn reference(text: &str) -> ProviderRef {
    ProviderRef::parse(text).unwrap()
}

/// The issue as the vector observes it, in a Project that has every field and
/// option of the policy, and every related issue.
fn snapshot(desired: &Desired, number: IssueNumber, issue: &Value) -> Snapshot {
    let owner = Login::parse("octo").unwrap();
    let issue_type = |name: &str| IssueType { reference: reference(name), name: ProviderText::new(name) };
    let complete = Coverage::Complete;
    Snapshot::publish(SnapshotParts {
        scope: RunScope {
            subject: SubjectClass::InstallationToken,
            owner: owner.clone(),
            repository: RepositoryName::parse("garden").unwrap(),
            project_owner: owner,
            project_owner_kind: None,
            project: ProjectNumber::parse_argument("7").unwrap(),
            issues: IssueSet::from(number),
            items: ItemsFilter::All,
            budgets: Budgets::DEFAULT,
        },
        bindings: Bindings {
            repository_owner_kind: OwnerKind::Organization,
            project_owner_kind: OwnerKind::Organization,
            repository: reference("repository"),
            project: reference("project"),
        },
        fields: desired.fields.values().map(field).collect(),
        issues: BTreeMap::from([(number, IssueObservation::Present(Box::new(item(issue))))]),
        seen: (1..=9).filter_map(IssueNumber::new).collect(),
        issue_types: Some(vec![issue_type("Task"), issue_type("Bug")]),
        checks: None,
        completeness: Completeness {
            schema: complete,
            items: complete,
            relationships: complete,
            issue_types: complete,
            checks: Coverage::NotRequested,
        },
        accounting: Accounting::default(),
    })
    .unwrap()
}

fn field(declaration: &yukh::desired::FieldDeclaration) -> ProjectField {
    let name = declaration.name.as_str();
    let options = declaration.options.values().map(|option| FieldOption {
        reference: reference(&format!("{name}-{}", option.as_str())),
        name: ProviderText::new(option.as_str()),
    });
    ProjectField {
        reference: reference(name),
        name: ProviderText::new(name),
        kind: Some(declaration.kind),
        options: options.filter(|_| declaration.kind == FieldKind::SingleSelect).collect(),
    }
}

fn item(issue: &Value) -> Item {
    let text = |value: &Value| ProviderText::new(value.as_str().unwrap());
    let edges = |member: &str| Edges {
        local: issue[member].as_array().unwrap().iter().map(number).collect(),
        foreign: 0,
        hidden: 0,
    };
    let relationships = if issue["relationshipsComplete"].as_bool().unwrap() {
        RelationshipsState::Complete(Relationships {
            parent: Parent::None,
            blocked_by: edges("blockedBy"),
            blocking: edges("blocking"),
            sub_issues: Known::Unknown,
        })
    } else {
        RelationshipsState::Deferred(Diagnostic::new(Code::Rate001, Path::root()))
    };
    let labels: BTreeSet<ProviderText> = issue["labels"].as_array().unwrap().iter().map(text).collect();
    let values = issue["values"].as_object().unwrap().iter();
    Item::new(ItemParts {
        issue: reference("issue"),
        item: reference("item"),
        issue_updated_at: ProviderText::new("2026-03-01T00:00:00Z"),
        item_updated_at: ProviderText::new("2026-03-01T00:00:00Z"),
        body: Some(text(&issue["body"])),
        values: values
            .map(|(name, value)| (ProviderText::new(name.as_str()), Some(ObservedValue::Text(text(value)))))
            .collect(),
        labels: Known::Known(labels),
        issue_type: Known::Known(issue["issueType"].as_str().map(ProviderText::new)),
        milestone: Known::Known(None),
        issue_fields: Known::Known(BTreeMap::new()),
        relationships,
    })
}
