//! Contract parts 4.2, 4.3, 4.5 and 4.6 on whole snapshots.

use super::super::testing::{Declare as _, World, issue, lines, native, text};
use super::super::{OperationKind, PlanValue, plan};
use crate::desired::Desired;
use crate::diagnostic::{Code, Diagnostic, Path};
use crate::observed::{ObservedValue, ProviderText};
use crate::scope::{FieldKind, SubjectClass};

fn area() -> Desired {
    let options = [("arch", "Architecture"), ("runtime", "Runtime")];
    native().field("area", "Area", FieldKind::SingleSelect, &options).value("area", "Runtime")
}

fn world() -> World {
    World::new().field("Area", FieldKind::SingleSelect, &["Architecture", "Runtime"])
}

#[test]
fn a_value_that_differs_is_set_and_one_that_agrees_is_preserved() {
    let differs = world().value("Area", text("Architecture")).plan(&area());
    assert_eq!(lines(&differs), ["+ set_field_value area (item.value.differs) := \"Runtime\""]);
    let agrees = world().value("Area", text("Runtime")).plan(&area());
    assert_eq!(lines(&agrees), ["= preserve_field_value area \"Runtime\""]);
    assert!(agrees.is_converged());
}

#[test]
fn a_value_that_is_null_or_not_listed_is_not_set() {
    for world in [world(), world().value("Area", None)] {
        let plan = world.plan(&area());
        let old = &plan.operations()[0].preconditions[1];
        assert_eq!((old.kind, &old.expected), ("old_value", &PlanValue::Null));
    }
}

#[test]
fn values_are_compared_by_type_and_zero_has_no_sign() {
    let world = || World::new().field("Estimate", FieldKind::Number, &[]);
    let declared =
        |n: f64| native().field("estimate", "Estimate", FieldKind::Number, &[]).value("estimate", n);
    let plan = world().value("Estimate", text("3")).plan(&declared(3.0));
    assert_eq!(lines(&plan), ["+ set_field_value estimate (item.value.differs) := 3"]);
    let plan = world().value("Estimate", Some(ObservedValue::Number(-0.0))).plan(&declared(0.0));
    assert!(plan.is_converged());
}

#[test]
fn a_value_waits_for_its_field_or_for_its_option() {
    assert_eq!(
        lines(&World::new().plan(&area())),
        [
            "+ create_field area (schema.field.missing)",
            "+ set_field_value area (item.value.differs) := \"Runtime\" after schema.field.area.create",
        ]
    );
    let without_options = World::new().field("Area", FieldKind::SingleSelect, &[]);
    assert_eq!(
        lines(&without_options.plan(&area())),
        [
            "+ add_option area.arch (schema.option.missing)",
            "+ add_option area.runtime (schema.option.missing)",
            "+ set_field_value area (item.value.differs) := \"Runtime\" after schema.field.area.option.runtime.add",
        ]
    );
}

#[test]
fn nothing_is_cleared_where_the_contract_is_silent() {
    let silent = native().field("area", "Area", FieldKind::SingleSelect, &[("runtime", "Runtime")]);
    let plan = World::new()
        .field("Area", FieldKind::SingleSelect, &["Runtime"])
        .value("Area", text("Runtime"))
        .labels(&["bug"])
        .plan(&silent);
    assert!(plan.is_converged());
    assert!(plan.observations().is_empty());
}

#[test]
fn a_declaration_that_the_policy_does_not_resolve_makes_the_plan_not_executable() {
    let mut desired = area();
    let path = Path::root().member("contract").member("priority");
    desired.diagnostics.push(Diagnostic::new(Code::Plan005, path));
    let plan = world().plan(&desired);
    assert!(!plan.is_executable());
    assert_eq!(
        lines(&plan),
        ["! YKP-PLAN-005 $.contract.priority", "+ set_field_value area (item.value.differs) := \"Runtime\"",]
    );
}

#[test]
fn an_observed_value_that_can_not_be_planned_on_ends_planning() {
    for value in ["x".repeat(513), "a\u{7}".to_owned()] {
        let plan = world().value("Area", text(&value)).plan(&area());
        assert_eq!(lines(&plan), ["! YKP-PLAN-006 $.observedItem.values.area"]);
    }
    let longest = world().value("Area", text(&"é".repeat(512))).plan(&area());
    assert!(longest.is_executable());
}

#[test]
fn an_issue_without_a_live_item_is_no_input() {
    let failure = plan(&area(), &world().snapshot(), issue(2)).unwrap_err();
    assert_eq!(failure.code(), Code::Plan001);
}

#[test]
fn trap_01_the_plan_id_depends_on_the_class_of_the_subject_and_on_nothing_else_of_it() {
    let with = |subject| {
        let mut world = world();
        world.subject = subject;
        world.plan(&area())
    };
    let ids: std::collections::BTreeSet<String> =
        SubjectClass::ALL.into_iter().map(|subject| with(subject).id().to_owned()).collect();
    assert_eq!(ids.len(), SubjectClass::ALL.len());
    let plan = with(SubjectClass::InstallationToken);
    assert_eq!(plan.operations()[0].subject_ref, "github:installation-token");
    assert_eq!(plan.id(), with(SubjectClass::InstallationToken).id());
}

#[test]
fn b33_a_renamed_option_is_planned_by_name_and_never_replaced() {
    let mut world = world().value("Area", text("Runtime"));
    let before = world.plan(&area());
    world.fields[0].options[1].name = ProviderText::new("Run time");
    world.item().values.insert(ProviderText::new("Area"), text("Run time"));
    let after = world.plan(&area());
    assert!(before.is_converged());
    assert_eq!(
        lines(&after),
        [
            "+ add_option area.runtime (schema.option.missing)",
            "+ set_field_value area (item.value.differs) := \"Runtime\" after schema.field.area.option.runtime.add",
        ]
    );
    assert!(
        after.operations().iter().all(|o| { o.resource.provider_ref.as_deref() != Some("field-0-option-1") })
    );
}

#[test]
fn b34_an_option_is_resolved_inside_its_own_field() {
    let world = World::new().field("Area", FieldKind::SingleSelect, &["Other"]).field(
        "Team",
        FieldKind::SingleSelect,
        &["Runtime"],
    );
    assert_eq!(
        lines(&world.plan(&native().field("area", "Area", FieldKind::SingleSelect, &[("r", "Runtime")]))),
        ["+ add_option area.r (schema.option.missing)"]
    );
}

#[test]
fn b40_a_missing_field_is_created_or_reported_by_its_mode() {
    let managed = native().field("due", "Due", FieldKind::Date, &[]);
    assert_eq!(lines(&World::new().plan(&managed)), ["+ create_field due (schema.field.missing)"]);
    let observed = native().observed("due", "Due", FieldKind::Date);
    assert_eq!(World::new().failure(&observed), ["YKP-SCHEMA-003 $.fields.due"]);
}

#[test]
fn b43_iterations_are_set_by_title_and_never_configured() {
    let desired =
        native().field("iteration", "Sprint", FieldKind::Iteration, &[]).value("iteration", "Sprint 12");
    let plan = World::new().field("Sprint", FieldKind::Iteration, &[]).plan(&desired);
    assert_eq!(lines(&plan), ["+ set_field_value iteration (item.value.differs) := \"Sprint 12\""]);
    let kinds: Vec<OperationKind> =
        World::new().plan(&desired).operations().iter().map(|operation| operation.kind).collect();
    assert_eq!(kinds, [OperationKind::CreateField, OperationKind::SetFieldValue]);
}

#[test]
fn own_trap_04_every_path_starts_at_the_root() {
    let desired = area().parent(99).dependencies(&[98], &[97]);
    let plan = world().plan(&desired);
    assert_eq!(
        plan.diagnostics().iter().map(|d| d.path().as_str()).collect::<Vec<_>>(),
        ["$.contract.relationships", "$.contract.relationships.parent"]
    );
}
