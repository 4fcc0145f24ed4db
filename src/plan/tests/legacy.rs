//! Contract parts 8.4 and 8.6, decisions 83 to 85 and 89.

use super::super::testing::{Declare as _, World, display, edges, legacy, lines, text};
use super::super::{Operation, Plan, PlanValue};
use crate::desired::Desired;
use crate::observed::{Known, ObservedValue, ProviderText};
use crate::scope::{FieldKind, OwnerKind};

fn operation<'a>(plan: &'a Plan, key: &str) -> &'a Operation {
    plan.operations().iter().find(|operation| operation.key == key).unwrap()
}

fn typed() -> Desired {
    legacy().issue_type("kind", "Work Type", "Task")
}

#[test]
fn trap_23_one_plan_covers_the_whole_legacy_surface_in_phase_order() {
    let desired = {
        let mut desired = typed()
            .field("area", "Area", FieldKind::SingleSelect, &[("runtime", "Runtime")])
            .value("area", "Runtime")
            .field("due", "Due", FieldKind::Date, &[])
            .value("due", "2026-03-01")
            .field("estimate", "Estimate", FieldKind::Number, &[])
            .value("estimate", 3.0)
            .issue_field("team", "Team", "Blue")
            .label(("kind", "task"), "type:task", true)
            .label(("kind", "bug"), "type:bug", false)
            .parent(2)
            .dependencies(&[3], &[4]);
        desired.milestone = Some(Some(display("First")));
        desired
    };
    let mut world = World::new()
        .offers(&["Bug", "Task"])
        .field("Area", FieldKind::SingleSelect, &["Runtime"])
        .field("Estimate", FieldKind::Number, &[])
        .value("Area", text("Runtime"))
        .value("Estimate", Some(ObservedValue::Number(5.0)))
        .labels(&["type:bug", "good first issue"]);
    world.relationships().blocking = edges(&[7]);
    let plan = world.plan(&desired);
    assert_eq!(
        lines(&plan),
        [
            "+ create_field due (legacy.project_field.missing) := \"Due\"",
            "+ set_issue_type kind (legacy.issue_type.differs) := \"Task\"",
            "+ set_field_value due (legacy.project_field.differs) := \"2026-03-01\" after schema.field.due.create",
            "+ set_field_value estimate (legacy.project_field.differs) := 3",
            "+ set_issue_field team (legacy.issue_field.differs) := \"Blue\"",
            "+ remove_label kind.bug (legacy.label.unwanted)",
            "+ add_label kind.task (legacy.label.missing) := \"type:task\"",
            "+ set_milestone milestone (legacy.milestone.differs) := \"First\"",
            "+ set_parent parent (legacy.parent.missing) := 2",
            "+ add_blocking 1->3 (legacy.dependency.missing) := 3",
            "+ remove_blocking 1->7 (legacy.dependency.unwanted)",
            "+ add_dependency 4->1 (legacy.dependency.missing) := 1",
        ]
    );
    let value = operation(&plan, "item.field.estimate.set");
    assert_eq!(value.resource.provider_ref.as_deref(), Some("field-1"));
    let kinds: Vec<&str> = value.preconditions.iter().map(|p| p.kind).collect();
    assert_eq!(kinds, ["item_fingerprint", "old_value"]);
    let label = &operation(&plan, "issue.label.kind.bug.remove").preconditions[0];
    assert_eq!((label.kind, &label.expected), ("label_present", &PlanValue::Text("type:bug".to_owned())));
}

#[test]
fn an_issue_type_is_set_by_the_reference_of_the_type() {
    let world = World::new().offers(&["Bug", "Task"]).issue_type("Bug");
    let plan = world.plan(&typed());
    assert_eq!(lines(&plan), ["+ set_issue_type kind (legacy.issue_type.differs) := \"Task\""]);
    let operation = operation(&plan, "issue.type.set");
    assert_eq!(operation.resource.provider_ref.as_deref(), Some("type-1"));
    assert_eq!(operation.resource.scope_ref, "repository");
    assert_eq!(operation.preconditions[0].expected, PlanValue::Text("Bug".to_owned()));
    assert!(World::new().offers(&["Task"]).issue_type("Task").plan(&typed()).is_converged());
}

#[test]
fn an_issue_type_must_exist_exactly_once_and_agree_with_the_field_that_mirrors_it() {
    for offered in [&[][..], &["task"], &["Task", "Task"]] {
        let plan = World::new().offers(offered).plan(&typed());
        assert_eq!(lines(&plan), ["! YKP-WORKTYPE-002 $.fields.kind"]);
    }
    let world = World::new().offers(&["Task"]).issue_type("Task").value("Work Type", text("Bug"));
    assert_eq!(lines(&world.plan(&typed())), ["! YKP-WORKTYPE-003 $.fields.kind"]);
    let agrees = World::new().offers(&["Task"]).issue_type("Task").value("Work Type", text("Task"));
    assert!(agrees.plan(&typed()).is_converged());
    let long = legacy().issue_type("kind", "Work Type", &"x".repeat(129));
    assert_eq!(lines(&World::new().plan(&long)), ["! YKP-WORKTYPE-001 $.fields.kind"]);
}

#[test]
fn b28_a_user_owned_repository_plans_the_project_field_and_says_so() {
    let mut world = World::new().field("Work Type", FieldKind::SingleSelect, &["Task"]);
    world.owner = OwnerKind::User;
    world.issue_types = None;
    world.item().issue_type = Known::Unknown;
    assert_eq!(
        lines(&world.plan(&typed())),
        [
            "+ set_field_value kind (legacy.project_field.differs) := \"Task\"",
            "~ YKP-WORKTYPE-004 $.fields.kind",
        ]
    );
    world.fields.clear();
    assert_eq!(
        lines(&world.plan(&typed())),
        [
            "+ create_field kind (legacy.project_field.missing) := \"Work Type\"",
            "+ set_field_value kind (legacy.project_field.differs) := \"Task\" after schema.field.kind.create",
            "~ YKP-WORKTYPE-004 $.fields.kind",
        ]
    );
}

#[test]
fn a_field_that_can_not_stand_in_for_the_issue_type_is_refused() {
    for (kind, options) in [
        (FieldKind::Text, &[][..]),
        (FieldKind::SingleSelect, &["Bug"]),
        (FieldKind::SingleSelect, &["Task", "Task"]),
    ] {
        let mut world = World::new().field("Work Type", kind, options);
        world.owner = OwnerKind::User;
        assert_eq!(lines(&world.plan(&typed())), ["! YKP-WORKTYPE-002 $.fields.kind"]);
    }
}

#[test]
fn b48_what_github_left_out_is_unknown_and_never_none() {
    let label = legacy().label(("kind", "task"), "type:task", false);
    let team = legacy().issue_field("team", "Team", "Blue");
    let mut world = World::new().offers(&["Task"]);
    world.item().labels = Known::Unknown;
    assert_eq!(world.failure(&label), ["YKP-GH-READ-011 $.observedItem.labels"]);
    assert!(world.plan(&legacy()).is_converged());
    world.item().issue_fields = Known::Unknown;
    assert_eq!(world.failure(&team), ["YKP-GH-READ-011 $.observedItem.issueFields"]);
    world.item().issue_type = Known::Unknown;
    assert_eq!(world.failure(&typed()), ["YKP-GH-READ-011 $.observedItem.issueType"]);
    world.item().milestone = Known::Unknown;
    assert_eq!(world.failure(&legacy()), ["YKP-GH-READ-011 $.observedItem.milestone"]);
    let mut world = World::new();
    world.issue_types = None;
    assert_eq!(world.failure(&typed()), ["YKP-GH-READ-011 $.observedItem.issueType"]);
}

#[test]
fn an_issue_field_is_compared_by_name_and_not_set_where_it_is_not_listed() {
    let team = legacy().issue_field("team", "Team", "Blue");
    let mut world = World::new();
    let expected = ["+ set_issue_field team (legacy.issue_field.differs) := \"Blue\""];
    assert_eq!(lines(&world.plan(&team)), expected);
    let set = |value: &str| [(ProviderText::new("Team"), text(value))].into();
    world.item().issue_fields = Known::Known(set("Red"));
    assert_eq!(lines(&world.plan(&team)), expected);
    world.item().issue_fields = Known::Known(set("Blue"));
    assert!(world.plan(&team).is_converged());
    world.owner = OwnerKind::User;
    assert_eq!(world.failure(&team), ["YKP-CAPABILITY-001 $"]);
}

#[test]
fn b35_an_option_that_the_project_does_not_offer_is_listed_and_makes_the_plan_not_executable() {
    let desired = legacy().field("area", "Area", FieldKind::SingleSelect, &[]).value("area", "Runtime");
    let world = World::new().field("Area", FieldKind::SingleSelect, &["Other"]);
    assert_eq!(
        lines(&world.plan(&desired)),
        [
            "! YKP-LEGACY-003 $.fields.area",
            "+ set_field_value area (legacy.project_field.differs) := \"Runtime\"",
        ]
    );
}

#[test]
fn b38_emoji_match_exactly_and_a_name_equal_only_when_folded_is_a_conflict() {
    let run = "🏃\u{200d}♀\u{fe0f} In progress";
    let emoji = legacy().field("status", "Phase", FieldKind::SingleSelect, &[]).value("status", run);
    let world = World::new().field("Phase", FieldKind::SingleSelect, &[run]).value("Phase", text(run));
    assert!(world.plan(&emoji).is_converged());
    let composed = legacy().field("status", "Phase", FieldKind::SingleSelect, &[]).value("status", "é");
    let decomposed = World::new().field("Phase", FieldKind::SingleSelect, &["e\u{301}"]);
    assert_eq!(
        lines(&decomposed.plan(&composed)),
        [
            "! YKP-SCHEMA-005 $.fields.status",
            "+ set_field_value status (legacy.project_field.differs) := \"é\"",
        ]
    );
}

#[test]
fn a_field_of_another_kind_or_spelling_fails_the_schema_where_a_value_needs_it() {
    let policy = legacy().field("due", "Due", FieldKind::Date, &[]);
    let desired = policy.clone().value("due", "2026-03-01");
    let text_field = World::new().field("Due", FieldKind::Text, &[]);
    assert_eq!(text_field.failure(&desired), ["YKP-SCHEMA-004 $.fields.due.type"]);
    let unsupported = World::new().field("Due", None, &[]);
    assert_eq!(unsupported.failure(&desired), ["YKP-SCHEMA-004 $.fields.due.type"]);
    let folded = World::new().field("DUE", FieldKind::Date, &[]);
    assert_eq!(folded.failure(&desired), ["YKP-SCHEMA-005 $.fields.due.project_field"]);
    for world in [text_field, unsupported, folded] {
        assert!(world.plan(&policy).is_converged());
    }
}

#[test]
fn a_legacy_text_value_fits_a_text_a_select_and_an_iteration_field() {
    let desired = legacy().field("team", "Team", FieldKind::Text, &[]).value("team", "Blue");
    for (kind, options) in
        [(FieldKind::Text, &[][..]), (FieldKind::SingleSelect, &["Blue"]), (FieldKind::Iteration, &[])]
    {
        let plan = World::new().field("Team", kind, options).plan(&desired);
        assert_eq!(lines(&plan), ["+ set_field_value team (legacy.project_field.differs) := \"Blue\""]);
    }
}

#[test]
fn two_keys_can_not_manage_one_project_field() {
    let desired = legacy()
        .field("area", "Area", FieldKind::Text, &[])
        .value("area", "Runtime")
        .field("zone", "AREA", FieldKind::Text, &[])
        .value("zone", "Other");
    assert_eq!(
        lines(&World::new().field("Area", FieldKind::Text, &[]).plan(&desired)),
        [
            "! YKP-POLICY-007 $.fields.zone.project_field",
            "+ set_field_value area (legacy.project_field.differs) := \"Runtime\"",
        ]
    );
}

#[test]
fn a_field_that_the_policy_does_not_name_is_preserved() {
    let world = World::new()
        .field("Status", FieldKind::SingleSelect, &["Todo", "Done"])
        .value("Status", text("Done"));
    assert!(world.plan(&legacy()).is_converged());
    assert!(world.plan(&legacy()).observations().is_empty());
}

#[test]
fn decision_84_a_milestone_that_nobody_declares_is_drift() {
    let mut world = World::new();
    world.item().milestone = Known::Known(Some(ProviderText::new("First")));
    let plan = world.plan(&legacy());
    assert_eq!(lines(&plan), ["+ set_milestone milestone (legacy.milestone.differs) := null"]);
    assert_eq!(plan.operations()[0].preconditions[0].expected, PlanValue::Text("First".to_owned()));
}

#[test]
fn decision_89_a_managed_label_in_another_case_is_noticed_in_either_role() {
    let desired = |is_desired| legacy().label(("kind", "bug"), "Type: Bug", is_desired);
    for is_desired in [true, false] {
        let plan = World::new().labels(&["type: bug"]).plan(&desired(is_desired));
        assert_eq!(lines(&plan), ["~ YKP-LEGACY-005 $.fields.kind.labels.bug"]);
        assert!(plan.is_converged());
    }
    assert_eq!(
        lines(&World::new().labels(&["Type: Bug"]).plan(&desired(false))),
        ["+ remove_label kind.bug (legacy.label.unwanted)"]
    );
}

#[test]
fn b50_a_glyph_in_place_of_its_shortcode_is_a_conflict_and_not_add_and_remove() {
    let desired = legacy().label(("kind", "bug"), ":bug: bug", true);
    for observed in ["🐛 bug", "🐛 Bug", "bug 🐛\u{fe0f}"] {
        let plan = World::new().labels(&[observed]).plan(&desired);
        assert_eq!(lines(&plan), ["~ YKP-LEGACY-005 $.fields.kind.labels.bug"], "{observed}");
    }
    for other in ["🐛 crash", "bug", ":beetle: bug", "🐛"] {
        let plan = World::new().labels(&[other]).plan(&desired);
        assert_eq!(lines(&plan), ["+ add_label kind.bug (legacy.label.missing) := \":bug: bug\""], "{other}");
    }
    let both = desired.label(("kind", "defect"), "🐛 bug", false);
    let plan = World::new().labels(&["🐛 bug"]).plan(&both);
    assert_eq!(lines(&plan), ["~ YKP-LEGACY-005 $.fields.kind.labels.bug"]);
}

#[test]
fn labels_outside_the_policy_are_never_touched() {
    let desired = legacy().label(("kind", "task"), "type:task", true);
    let plan = World::new().labels(&["good first issue", "type:task"]).plan(&desired);
    assert!(plan.is_converged());
}
