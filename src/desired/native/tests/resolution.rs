use super::{Policy, REQUIRED, body, issue};
use crate::desired::{
    DependencyDeclaration, Desired, Dialect, LabelDeclaration, ParentDeclaration, Scalar, Target,
};

const POLICY: &str = "schema: 1
fields:
  work_type: {name: Work Type, kind: single_select, mode: managed, options: {task: Task, technical_debt: Debt}}
  area: {name: Area, kind: single_select, mode: managed, options: {runtime: Run time, no: None}}
  priority: {name: Priority, kind: single_select, mode: managed, options: {p1: P1}}
  size: {name: Size, kind: single_select, mode: managed, options: {m: M}}
  estimate: {name: Estimate, kind: number, mode: managed}
  iteration: {name: Cycle, kind: iteration, mode: managed}
  status: {name: Status, kind: single_select, mode: managed, options: {ready: Ready}}
  start_date: {name: Start, kind: date, mode: managed}
  target_date: {name: Target, kind: date, mode: managed}
  spare: {name: Spare, kind: text, mode: observed}
";

fn desired(policy: &str, block: &str) -> Desired {
    let policy = Policy::parse(policy.as_bytes()).expect("a policy");
    policy.read(&body(block), issue(40)).expect("no diagnostics").desired.expect("a contract")
}

/// The values as `key path desired option`.
fn values(desired: &Desired) -> Vec<String> {
    let show = |value: &crate::desired::ValueDeclaration| {
        assert_eq!(value.target, Target::ProjectField);
        let wanted = match &value.desired {
            Scalar::Text(text) => text.clone(),
            Scalar::Number(number) => number.to_string(),
        };
        let option = value.option.as_ref().map_or("-", |key| key.as_str());
        format!("{} {} {wanted:?} {option}", value.key, value.path)
    };
    desired.values.iter().map(show).collect()
}

/// The diagnostics as code and path.
fn diagnostics(desired: &Desired) -> Vec<String> {
    desired.diagnostics.iter().map(|d| format!("{} {}", d.code().as_str(), d.path())).collect()
}

#[test]
fn a_full_contract_is_resolved_value_by_value() {
    let desired = desired(
        POLICY,
        &format!(
            "{REQUIRED}priority: p1\nsize: m\nestimate: 2.50\niteration: ' Cycle 1 '\nproject: {{status: ready, \
             start_date: 2026-08-01, target_date: 2026-08-31}}\nrelationships: {{parent: 7, blocks: [9, 2], \
             blocked_by: [2]}}"
        ),
    );
    assert_eq!(
        values(&desired),
        [
            "area $.contract.area \"Run time\" runtime",
            "estimate $.contract.estimate \"2.5\" -",
            "iteration $.contract.iteration \"Cycle 1\" -",
            "priority $.contract.priority \"P1\" p1",
            "size $.contract.size \"M\" m",
            "start_date $.contract.project.start_date \"2026-08-01\" -",
            "status $.contract.project.status \"Ready\" ready",
            "target_date $.contract.project.target_date \"2026-08-31\" -",
            "work_type $.contract.work_type \"Task\" task",
        ]
    );
    assert_eq!(diagnostics(&desired), [""; 0]);
    assert_eq!(desired.dialect, Dialect::Native);
    assert_eq!((desired.fields.len(), desired.issue_fields.len()), (10, 0));
    assert_eq!((desired.labels, desired.milestone), (LabelDeclaration::default(), None));
    assert_eq!(desired.parent, ParentDeclaration::Add(issue(7)));
    let (blocks, blocked_by) = ([issue(2), issue(9)].into(), [issue(2)].into());
    assert_eq!(desired.dependencies, DependencyDeclaration::Add { blocks, blocked_by });
}

#[test]
fn what_the_contract_leaves_out_is_left_alone() {
    let desired = desired(POLICY, REQUIRED);
    assert_eq!(values(&desired).len(), 2);
    assert_eq!(desired.parent, ParentDeclaration::Keep);
    let none = DependencyDeclaration::Add { blocks: [].into(), blocked_by: [].into() };
    assert_eq!(desired.dependencies, none);
}

#[test]
fn decision_18_technical_debt_is_served_by_an_option_key() {
    let desired = desired(POLICY, "schema: 1\nwork_type: technical-debt\narea: no");
    assert_eq!(
        values(&desired),
        ["area $.contract.area \"None\" no", "work_type $.contract.work_type \"Debt\" technical_debt"]
    );
}

#[test]
fn values_that_the_policy_does_not_resolve_are_diagnostics() {
    let policy = "schema: 1
fields:
  work_type: {name: Work Type, kind: single_select, mode: managed, options: {bug: Bug}}
  area: {name: Area, kind: single_select, mode: observed}
  priority: {name: Priority, kind: text, mode: managed}
  iteration: {name: Cycle, kind: iteration, mode: observed}
  status: {name: Status, kind: single_select, mode: managed, options: {ready: Ready}}
";
    let block = format!("{REQUIRED}priority: p1\nestimate: 1\niteration: c\nproject: {{status: Ready}}");
    let desired = desired(policy, &block);
    assert_eq!(values(&desired), [""; 0]);
    assert_eq!(
        diagnostics(&desired),
        [
            "YKP-PLAN-003 $.policy.fields.estimate",
            "YKP-PLAN-004 $.policy.fields.area",
            "YKP-PLAN-004 $.policy.fields.iteration",
            "YKP-PLAN-004 $.policy.fields.priority",
            "YKP-PLAN-005 $.contract.project.status",
            "YKP-PLAN-005 $.contract.work_type",
        ]
    );
}

#[test]
fn decision_20_an_unknown_option_is_told_with_its_place_in_the_body() {
    let block = format!("{REQUIRED}priority: '  p9'\nproject:\n  status: done");
    let found = desired(POLICY, &block.replace("runtime", "gone")).diagnostics;
    let places: Vec<_> = found.iter().map(|found| found.position().map(|at| (at.line, at.column))).collect();
    assert_eq!(places, [Some((5, 7)), Some((6, 11)), Some((8, 11))]);
    let elsewhere =
        desired("schema: 1\nfields: {a: {name: A, kind: text, mode: managed}}", REQUIRED).diagnostics;
    assert!(elsewhere.iter().all(|found| found.position().is_none()), "the policy has no such place");
}

#[test]
fn trap_own_05_names_of_a_languages_own_members_are_no_options() {
    for name in ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"] {
        let desired = desired(POLICY, &format!("schema: 1\nwork_type: task\narea: {name}\npriority: {name}"));
        assert_eq!(
            diagnostics(&desired),
            ["YKP-PLAN-005 $.contract.area", "YKP-PLAN-005 $.contract.priority"]
        );
        assert_eq!(values(&desired).len(), 1);
    }
    let policy = "schema: 1\nfields:\n  constructor: {name: constructor, kind: text, mode: managed}\n";
    assert_eq!(diagnostics(&desired(policy, REQUIRED)).len(), 2);
}

#[test]
fn notices_come_with_and_without_a_contract() {
    let policy = Policy::parse(POLICY.as_bytes()).expect("a policy");
    let reading = policy.read("> <!-- yukh:issue:v1\n", issue(1)).expect("no diagnostics");
    assert_eq!((reading.desired, reading.notices.len()), (None, 1));
    let reading = policy.read(&format!("```\n{}", body(REQUIRED)), issue(1)).expect("no diagnostics");
    assert!(reading.desired.is_some());
    assert_eq!(reading.notices.len(), 1);
}

#[test]
fn b53_the_same_contract_with_other_line_ends_declares_the_same() {
    let policy = Policy::parse(POLICY.as_bytes()).expect("a policy");
    let lf = body(&format!("{REQUIRED}relationships:\n  blocks:\n  - 3"));
    let expected = policy.read(&lf, issue(40));
    assert_eq!(policy.read(&lf.replace('\n', "\r\n"), issue(40)), expected);
    assert_eq!(policy.read(&lf.replacen('\n', "\r\n", 5), issue(40)), expected);
}
