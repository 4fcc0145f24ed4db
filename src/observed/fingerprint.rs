//! The canonical forms behind the two fingerprints (decisions 5 and 7).
//! Provider order, page borders, times of acquisition and costs never enter.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{
    Edges, IssueObservation, ItemParts, Known, ObservedValue, Parent, ProviderText, RelationshipsState,
    SnapshotParts,
};
use crate::scope::canonical::digest;

/// References of item and issue, both `updated_at`, the normalised values.
pub(super) fn of_item(parts: &ItemParts) -> String {
    digest(&json!({
        "issue": parts.issue.expose(),
        "item": parts.item.expose(),
        "issueUpdatedAt": parts.issue_updated_at.expose(),
        "itemUpdatedAt": parts.item_updated_at.expose(),
        "values": values(&parts.values),
    }))
}

/// Everything a plan can depend on: neither what the reading cost nor the
/// checks of pull requests, of which nothing is planned.
pub(super) fn of_snapshot(parts: &SnapshotParts) -> String {
    let fields: Vec<Value> = parts
        .fields
        .iter()
        .map(|field| {
            let options: Vec<Value> =
                field.options.iter().map(|o| json!([o.reference.expose(), o.name.expose()])).collect();
            json!({
                "reference": field.reference.expose(),
                "name": field.name.expose(),
                "kind": field.kind.map(crate::scope::FieldKind::as_str),
                "options": options,
            })
        })
        .collect();
    let issues: Vec<Value> =
        parts.issues.iter().map(|(number, seen)| json!([number.get(), observation(seen)])).collect();
    let seen: Vec<u64> = parts.seen.iter().map(|number| number.get()).collect();
    let issue_types = parts.issue_types.as_ref().map(|types| {
        types.iter().map(|t| json!([t.reference.expose(), t.name.expose()])).collect::<Vec<_>>()
    });
    digest(&json!({
        "scope": scope(parts),
        "fields": fields,
        "issues": issues,
        "seen": seen,
        "issueTypes": issue_types,
        "completeness": {
            "schema": parts.completeness.schema.as_str(),
            "items": parts.completeness.items.as_str(),
            "relationships": parts.completeness.relationships.as_str(),
            "issueTypes": parts.completeness.issue_types.as_str(),
        },
    }))
}

fn scope(parts: &SnapshotParts) -> Value {
    json!({
        "apiVersion": crate::scope::API_VERSION,
        "subject": parts.scope.subject.as_str(),
        "repositoryOwnerKind": parts.bindings.repository_owner_kind.as_str(),
        "projectOwnerKind": parts.bindings.project_owner_kind.as_str(),
        "repository": parts.bindings.repository.expose(),
        "project": parts.bindings.project.expose(),
        "projectNumber": parts.scope.project.get(),
    })
}

fn observation(seen: &IssueObservation) -> Value {
    let item = match seen {
        IssueObservation::Missing(super::Absence::Absent) => return json!("absent"),
        IssueObservation::Missing(super::Absence::Archived) => return json!("archived"),
        IssueObservation::Present(item) => item,
    };
    let parts = item.parts();
    json!({
        "fingerprint": item.fingerprint(),
        "body": parts.body.as_ref().map(ProviderText::expose),
        "labels": known(&parts.labels, |labels| {
            json!(labels.iter().map(ProviderText::expose).collect::<Vec<_>>())
        }),
        "issueType": known(&parts.issue_type, |name| json!(name.as_ref().map(ProviderText::expose))),
        "milestone": known(&parts.milestone, |title| json!(title.as_ref().map(ProviderText::expose))),
        "issueFields": known(&parts.issue_fields, values),
        "relationships": match &parts.relationships {
            RelationshipsState::Deferred(_) => json!("deferred"),
            RelationshipsState::Complete(relationships) => json!({
                "parent": match relationships.parent {
                    Parent::None => Value::Null,
                    Parent::Local(number) => json!(number.get()),
                    Parent::Elsewhere => json!("elsewhere"),
                },
                "blockedBy": edges(&relationships.blocked_by),
                "blocking": edges(&relationships.blocking),
                "subIssues": known(&relationships.sub_issues, edges),
            }),
        },
    })
}

/// `{"known": …}` or `{}`, so that unknown never equals empty.
fn known<T>(value: &Known<T>, form: impl Fn(&T) -> Value) -> Value {
    match value {
        Known::Unknown => json!({}),
        Known::Known(value) => json!({ "known": form(value) }),
    }
}

fn values(values: &BTreeMap<ProviderText, Option<ObservedValue>>) -> Value {
    let pairs: Vec<Value> = values
        .iter()
        .map(|(name, value)| match value {
            None => json!([name.expose(), null]),
            Some(ObservedValue::Text(text)) => json!([name.expose(), text.expose()]),
            Some(ObservedValue::Number(number)) => json!([name.expose(), number]),
        })
        .collect();
    Value::Array(pairs)
}

fn edges(edges: &Edges) -> Value {
    let local: Vec<u64> = edges.local.iter().map(|number| number.get()).collect();
    json!({ "local": local, "foreign": edges.foreign, "hidden": edges.hidden })
}
