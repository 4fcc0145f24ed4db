//! Contract part 4.4 and decisions 39, 41, 42 and 43, in both dialects.

use super::super::testing::{Declare as _, World, edges, issue, issues, legacy, lines, native};
use crate::diagnostic::{Code, Detail, Diagnostic, Path, RateResource};
use crate::observed::{Known, Parent, RelationshipsState};

#[test]
fn relations_that_exist_are_preserved_and_others_are_left_alone() {
    let mut world = World::new();
    let relationships = world.relationships();
    relationships.parent = Parent::Local(issue(2));
    relationships.blocking = edges(&[3, 7]);
    relationships.blocked_by = edges(&[4, 8]);
    assert_eq!(
        lines(&world.plan(&native().parent(2).dependencies(&[3], &[4]))),
        ["= preserve_dependency 1->3 3", "= preserve_dependency 4->1 1", "= preserve_parent parent 2",]
    );
    assert!(lines(&world.plan(&native())).is_empty());
}

#[test]
fn another_parent_is_a_conflict_for_native_and_is_replaced_for_legacy() {
    let mut world = World::new();
    world.relationships().parent = Parent::Local(issue(2));
    assert_eq!(lines(&world.plan(&native().parent(3))), ["! YKP-GRAPH-003 $.contract.relationships.parent"]);
    let plan = world.plan(&legacy().parent(3));
    assert_eq!(lines(&plan), ["+ set_parent parent (legacy.parent.differs) := 3"]);
    assert_eq!(plan.operations()[0].preconditions[0].kind, "old_value");
}

#[test]
fn trap_28_a_first_parent_and_a_new_dependency_are_planned_together() {
    let expected = |reason: &str| {
        [
            format!("+ set_parent parent ({}) := 5", reason.replace("dependency", "parent")),
            format!(
                "+ {} 1->6 ({reason}) := 6",
                if reason.starts_with("legacy") { "add_blocking" } else { "add_dependency" }
            ),
            format!("+ add_dependency 7->1 ({reason}) := 1"),
        ]
    };
    let plan = World::new().plan(&native().parent(5).dependencies(&[6], &[7]));
    assert!(plan.is_executable());
    assert_eq!(lines(&plan), expected("relationship.dependency.missing"));
    let plan = World::new().plan(&legacy().parent(5).dependencies(&[6], &[7]));
    assert!(plan.is_executable());
    assert_eq!(lines(&plan), expected("legacy.dependency.missing"));
}

#[test]
fn a_declared_issue_that_was_not_seen_is_not_planned() {
    let plan = World::new().plan(&native().parent(99).dependencies(&[98], &[2]));
    assert_eq!(
        lines(&plan),
        [
            "! YKP-GRAPH-002 $.contract.relationships",
            "! YKP-GRAPH-002 $.contract.relationships.parent",
            "+ add_dependency 2->1 (relationship.dependency.missing) := 1",
        ]
    );
    let plan = World::new().plan(&legacy().parent(99).dependencies(&[98], &[]));
    assert_eq!(lines(&plan), ["! YKP-GRAPH-002 $.contract", "! YKP-GRAPH-002 $.contract.parent"]);
}

#[test]
fn a_declared_parent_that_is_a_sub_issue_closes_a_cycle() {
    let mut world = World::new();
    world.relationships().sub_issues = Known::Known(edges(&[2]));
    let plan = world.plan(&native().parent(2));
    assert_eq!(
        lines(&plan),
        [
            "! YKP-GRAPH-004 $.contract.relationships.parent",
            "+ set_parent parent (relationship.parent.missing) := 2",
        ]
    );
}

#[test]
fn a_cycle_through_another_requested_issue_is_found() {
    let mut world = World::new();
    world.relationships_of(2).blocking = edges(&[3]);
    world.relationships_of(3).blocking = edges(&[1]);
    let plan = world.plan(&native().dependencies(&[2], &[3]));
    assert_eq!(
        lines(&plan),
        [
            "! YKP-GRAPH-005 $.contract.relationships.blocks",
            "= preserve_dependency 3->1 1",
            "+ add_dependency 1->2 (relationship.dependency.missing) := 2",
        ]
    );
}

#[test]
fn an_issue_can_not_relate_to_itself() {
    let plan = World::new().plan(&legacy().parent(1).dependencies(&[1], &[]));
    let codes: Vec<Code> = plan.diagnostics().iter().map(Diagnostic::code).collect();
    assert_eq!(codes, [Code::Graph004, Code::Graph005]);
}

#[test]
fn a_number_in_both_lists_is_refused_once() {
    let plan = World::new().plan(&native().dependencies(&[2, 3], &[2, 3]));
    let codes: Vec<Code> = plan.diagnostics().iter().map(Diagnostic::code).collect();
    assert_eq!(codes, [Code::Graph005, Code::Graph006]);
    assert_eq!(plan.operations().len(), 4);
}

#[test]
fn at_most_one_hundred_relationships_are_declared() {
    let mut world = World::new();
    let many: Vec<u64> = (2..=101).collect();
    world.seen = issues(&(1..=200).collect::<Vec<_>>());
    assert!(world.plan(&native().dependencies(&many, &[])).is_executable());
    let plan = world.plan(&native().parent(150).dependencies(&many, &[]));
    assert_eq!(
        lines(&plan),
        [
            "! YKP-GRAPH-001 $.contract.relationships",
            "+ set_parent parent (relationship.parent.missing) := 150",
        ]
    );
}

#[test]
fn decision_84_legacy_silence_removes_what_is_observed() {
    let mut world = World::new();
    let relationships = world.relationships();
    relationships.parent = Parent::Local(issue(2));
    relationships.blocking = edges(&[3]);
    relationships.blocked_by = edges(&[4]);
    assert_eq!(
        lines(&world.plan(&legacy())),
        [
            "+ set_parent parent (legacy.parent.differs) := null",
            "+ remove_blocking 1->3 (legacy.dependency.unwanted)",
            "+ remove_dependency 4->1 (legacy.dependency.unwanted)",
        ]
    );
}

#[test]
fn decision_39_with_hidden_edges_dependencies_are_added_and_never_removed() {
    let mut world = World::new();
    let relationships = world.relationships();
    relationships.blocking = edges(&[3]);
    relationships.blocking.hidden = 1;
    relationships.blocked_by = edges(&[4]);
    assert_eq!(
        lines(&world.plan(&legacy().dependencies(&[5], &[]))),
        [
            "+ add_blocking 1->5 (legacy.dependency.missing) := 5",
            "+ remove_dependency 4->1 (legacy.dependency.unwanted)",
            "~ YKP-GRAPH-007 $.relationships",
        ]
    );
}

#[test]
fn trap_10_a_parent_elsewhere_is_preserved_in_silence_and_fails_a_declaration() {
    let mut world = World::new();
    world.relationships().parent = Parent::Elsewhere;
    for silent in [native(), legacy()] {
        assert_eq!(lines(&world.plan(&silent)), ["~ YKP-GRAPH-007 $.relationships"]);
    }
    assert_eq!(world.failure(&native().parent(2)), ["YKP-GH-READ-006 $.contract.relationships.parent"]);
    assert_eq!(world.failure(&legacy().parent(2)), ["YKP-GH-READ-006 $.contract.parent"]);
}

#[test]
fn trap_10_foreign_dependencies_are_preserved_in_silence_and_fail_a_declaration() {
    let mut world = World::new();
    world.relationships().blocking.foreign = 2;
    world.relationships().blocked_by = edges(&[4]);
    assert_eq!(lines(&world.plan(&native())), ["~ YKP-GRAPH-007 $.relationships"]);
    assert_eq!(
        lines(&world.plan(&legacy())),
        ["+ remove_dependency 4->1 (legacy.dependency.unwanted)", "~ YKP-GRAPH-007 $.relationships"]
    );
    assert_eq!(
        world.failure(&native().dependencies(&[2], &[])),
        ["YKP-GH-READ-006 $.contract.relationships.blocks"]
    );
    assert_eq!(world.failure(&legacy().dependencies(&[2], &[])), ["YKP-GH-READ-006 $.contract.blocks"]);
    let other_direction = world.plan(&native().dependencies(&[], &[5]));
    assert!(other_direction.is_executable());
}

#[test]
fn trap_08_nothing_is_planned_on_unknown_edges_with_a_silent_contract_too() {
    let mut world = World::new();
    let detail = Detail::Rate { resource: RateResource::Graphql, reset: Some(60) };
    let finding = Diagnostic::new(Code::Rate001, Path::root()).with(detail);
    world.item().relationships = RelationshipsState::Deferred(finding.clone());
    for silent in [native(), legacy()] {
        let failure = world.try_plan(&silent).unwrap_err();
        assert_eq!(failure.diagnostics().collect::<Vec<_>>(), [&finding]);
    }
    let mut desired = legacy();
    desired.diagnostics.push(Diagnostic::new(Code::Legacy004, Path::root().member("milestones")));
    assert_eq!(world.failure(&desired), ["YKP-RATE-001 $", "YKP-LEGACY-004 $.milestones"]);
}
