//! The legacy dialect's difference (contract parts 8.4 and 8.6, decisions 83
//! to 85 and 89): each declared value is routed to where it lives, then
//! everything is compared.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Draft;
use super::inputs::{ObservedItem, PlanInputs, PlanScope};
use super::issue_type::ObservedType;
use super::operation::Plan;
use super::relationships::Removable;
use super::schema::{EffectiveSchema, field_path};
use super::{
    Subject, fields, issue_fields, issue_type, labels, milestone, relationships, require_executable,
};
use crate::desired::{Desired, FieldDeclaration, LogicalKey, Target, ValueDeclaration};
use crate::diagnostic::{Code, Diagnostic, Failure, Notice, Path};
use crate::observed::{Known, ObservedValue, ProviderText};
use crate::scope::{FieldKind, OwnerKind, text};

/// Plans one issue.
///
/// # Errors
///
/// `YKP-SCHEMA-*`; `YKP-GH-READ-011` where something that the policy compares
/// is unknown; `YKP-CAPABILITY-001` where an issue field is declared for a
/// repository whose owner has none.
pub(super) fn plan(subject: &Subject<'_>, scope: PlanScope) -> Result<Plan, Failure> {
    let Subject { desired, snapshot, item, relationships, .. } = *subject;
    let routed = routes(subject)?;
    let schema =
        EffectiveSchema::calculate(desired.dialect, &needed_fields(desired, &routed), snapshot.fields());
    require_executable(&schema)?;
    let inputs = match PlanInputs::new(Ok(scope), schema, ObservedItem::of(desired, item), subject.graph()) {
        Ok(inputs) => inputs,
        Err(findings) => return Ok(Plan::refused(findings)),
    };
    let mut draft = Draft::new(&inputs.scope);
    draft.find_all(desired.diagnostics.iter().cloned());
    for (value, route) in routed {
        match route {
            Route::Refused(code, path) => draft.find(code, path),
            Route::ProjectField => fields::legacy(value, desired, snapshot.fields(), &inputs, &mut draft),
            Route::StandIn => {
                draft.note(Notice::new(Code::WorkType004, field_path(&value.key)));
                fields::legacy(value, desired, snapshot.fields(), &inputs, &mut draft);
            }
            Route::IssueType(name, observed) => {
                let mirror = inputs.item.value(&value.key);
                issue_type::plan(name, value, observed, &mirror, &mut draft);
            }
            Route::IssueField(observed) => issue_fields::plan(value, desired, observed, &mut draft),
        }
    }
    if !desired.labels.managed.is_empty() {
        labels::plan(&desired.labels, known(&item.parts().labels, "labels")?, &mut draft);
    }
    if let Some(title) = &desired.milestone {
        let observed = known(&item.parts().milestone, "milestone")?;
        milestone::plan(title.as_ref(), observed.as_ref(), &mut draft);
    }
    relationships::plan(desired, &inputs.graph, Removable::of(relationships), &mut draft);
    relationships.notice().into_iter().for_each(|notice| draft.note(notice));
    Ok(draft.finish())
}

/// Where a declared value lives.
enum Route<'a> {
    /// In its Project field.
    ProjectField,
    /// In the Project field that stands in for the issue type.
    StandIn,
    /// In the issue's type of this name.
    IssueType(&'a str, ObservedType<'a>),
    /// In an issue field.
    IssueField(&'a BTreeMap<ProviderText, Option<ObservedValue>>),
    /// Nowhere.
    Refused(Code, Path),
}

fn routes<'a>(subject: &Subject<'a>) -> Result<Vec<(&'a ValueDeclaration, Route<'a>)>, Failure> {
    let mut names = BTreeSet::new();
    let mut routed = Vec::new();
    for value in &subject.desired.values {
        let mut route = match value.target {
            Target::ProjectField => Route::ProjectField,
            Target::IssueType => issue_type_route(subject, value)?,
            Target::IssueField => issue_field_route(subject)?,
        };
        if let (Route::ProjectField | Route::StandIn, Some(declaration)) =
            (&route, subject.desired.fields.get(&value.key))
            && !names.insert(text::fold(declaration.name.as_str()))
        {
            // Two keys for one Project field: they could never both be met.
            route = Route::Refused(Code::Policy007, field_path(&value.key).member("project_field"));
        }
        routed.push((value, route));
    }
    Ok(routed)
}

fn issue_type_route<'a>(subject: &Subject<'a>, value: &'a ValueDeclaration) -> Result<Route<'a>, Failure> {
    let Some(name) = issue_type::name(value) else {
        return Ok(Route::Refused(Code::WorkType001, field_path(&value.key)));
    };
    match subject.snapshot.bindings().repository_owner_kind {
        OwnerKind::Organization => {
            let native = known(&subject.item.parts().issue_type, "issueType")?.as_ref();
            let catalogue = subject.snapshot.issue_types().ok_or_else(|| unknown("issueType"))?;
            Ok(Route::IssueType(name, ObservedType { native, catalogue }))
        }
        OwnerKind::User => {
            let fields = subject.snapshot.fields();
            Ok(if issue_type::can_stand_in(name, value, subject.desired, fields) {
                Route::StandIn
            } else {
                Route::Refused(Code::WorkType002, field_path(&value.key))
            })
        }
    }
}

fn issue_field_route<'a>(subject: &Subject<'a>) -> Result<Route<'a>, Failure> {
    match subject.snapshot.bindings().repository_owner_kind {
        OwnerKind::Organization => {
            Ok(Route::IssueField(known(&subject.item.parts().issue_fields, "issueFields")?))
        }
        OwnerKind::User => Err(Failure::of(Code::Capability001)),
    }
}

/// The Project fields that the routed values need: a legacy policy creates
/// nothing else. What stands in for an issue type is a single-select field.
fn needed_fields(
    desired: &Desired,
    routed: &[(&ValueDeclaration, Route<'_>)],
) -> BTreeMap<LogicalKey, FieldDeclaration> {
    let mut needed = BTreeMap::new();
    for (value, route) in routed {
        let Some(mut declaration) = desired.fields.get(&value.key).cloned() else { continue };
        match route {
            Route::ProjectField => {}
            Route::StandIn => {
                declaration.kind = FieldKind::SingleSelect;
                declaration.accepts = &[FieldKind::SingleSelect];
            }
            Route::IssueType(..) | Route::IssueField(_) | Route::Refused(..) => continue,
        }
        needed.insert(value.key.clone(), declaration);
    }
    needed
}

/// What GitHub said of the issue. Unknown is never none (decision 37).
fn known<'a, T>(value: &'a Known<T>, member: &'static str) -> Result<&'a T, Failure> {
    value.as_known().ok_or_else(|| unknown(member))
}

fn unknown(member: &'static str) -> Failure {
    let path = Path::root().member("observedItem").member(member);
    Failure::from(Diagnostic::new(Code::GithubRead011, path))
}
