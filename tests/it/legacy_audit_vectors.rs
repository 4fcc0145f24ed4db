//! The predecessor's audits of legacy issues, `fixtures/vectors/legacy-audit.jsonl`:
//! what is planned for each issue, counted under the names of the audit
//! (decision 95). The audit's evidence is about its requests and not compared.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use yukh::desired::{Desired, Policy};
use yukh::diagnostic::{Code, Diagnostic, Path};
use yukh::observed::{
    Accounting, Bindings, Completeness, Coverage, Edges, FieldOption, IssueObservation, IssueType, Item,
    ItemParts, Known, ObservedValue, Parent, ProjectField, ProviderRef, ProviderText, Relationships,
    RelationshipsState, Snapshot, SnapshotParts,
};
use yukh::plan::{OperationKind, plan};
use yukh::scope::{
    Budgets, FieldKind, IssueNumber, IssueSet, ItemsFilter, Login, OwnerKind, ProjectNumber, RepositoryName,
    RunScope, SubjectClass,
};

use crate::support::vectors;

#[test]
fn every_audit_vector_is_counted_as_the_predecessor_counts_it() {
    let all = vectors::vectors("legacy-audit");
    assert_eq!(all.len(), 6);
    for vector in all {
        // The policies of this file do not name the marker (decision 86).
        let text = format!("contract: {{marker: yukh}}\n{}", vector["policy"].as_str().unwrap());
        let policy = Policy::parse(text.as_bytes()).unwrap();
        let mut totals: BTreeMap<&str, u64> = BTreeMap::new();
        let issues: Vec<Value> = vector["issues"]
            .as_array()
            .unwrap()
            .iter()
            .map(|issue| audited(&policy, issue, &mut totals))
            .collect();
        assert_eq!(json!(issues), vector["output"]["issues"], "{}", vector["id"]);
        assert_eq!(json!(totals), vector["output"]["totals"], "{}", vector["id"]);
    }
}

fn audited(policy: &Policy, issue: &Value, totals: &mut BTreeMap<&'static str, u64>) -> Value {
    let number = number(&issue["number"]);
    let body = issue["body"].as_str().unwrap();
    let desired = policy.read(body, number).unwrap().desired.unwrap();
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut codes: Vec<&str> = match plan(&desired, &snapshot(&desired, number, issue), number) {
        Ok(plan) => {
            for operation in plan.operations() {
                *counts.entry(counted(operation.kind)).or_default() += 1;
                *totals.entry(counted(operation.kind)).or_default() += 1;
            }
            plan.diagnostics().iter().map(|finding| finding.code().as_str()).collect()
        }
        Err(failure) => failure.diagnostics().map(|finding| finding.code().as_str()).collect(),
    };
    codes.sort_unstable();
    let status = if codes.iter().any(|code| *code != Code::Rate001.as_str()) {
        "error"
    } else if !codes.is_empty() {
        "deferred"
    } else if counts.is_empty() {
        "converged"
    } else {
        "drift"
    };
    let diagnostics: Vec<Value> = codes.iter().map(|code| json!({"code": code})).collect();
    json!({
        "issueNumber": number.get(),
        "status": status,
        "operationCounts": counts,
        "diagnostics": diagnostics,
    })
}

fn counted(kind: OperationKind) -> &'static str {
    match kind {
        OperationKind::SetFieldValue => "set_project_field",
        kind => kind.as_str(),
    }
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
