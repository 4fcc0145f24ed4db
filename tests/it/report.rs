//! What people read: the public report, terminal and Markdown.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use yukh::desired::Policy;
use yukh::diagnostic::Face;
use yukh::observed::{
    Bindings, Completeness, Coverage, Edges, FieldOption, IssueObservation, Item, ItemParts, Known,
    ObservedValue, Parent, ProjectField, ProviderRef, ProviderText, Relationships, RelationshipsState,
    Snapshot, SnapshotParts,
};
use yukh::report::{Colour, Conclusion};
use yukh::run::{Order, conclude};
use yukh::scope::{
    Budgets, FieldKind, IssueNumber, IssueSet, ItemsFilter, Login, OwnerKind, ProjectNumber, RepositoryName,
    RunScope, SubjectClass,
};

use crate::planner_vectors::{desired, planned};
use crate::support::vectors;

/// Names in which everything hides that could act on a terminal, on a runner
/// or on GitHub. Every one of them is a name that a policy can hold.
const HOSTILE: &str = "\
schema: 1
fields:
  work_type: {name: Work type, kind: single_select, mode: managed, options: {task: 'a|b`c @team #123 <script>'}}
  area: {name: Area, kind: single_select, mode: managed, options: {runtime: '::add-mask::x ##[error]y'}}
  priority: {name: Priority, kind: single_select, mode: managed, options: {high: '🏃‍♀️ In progress [x](https://e.invalid)', low: Low}}
  estimate: {name: \"\\u0009Estimate\\u202E1P\\u009B2J\", kind: number, mode: managed}
";

const HOSTILE_BODY: &str = "<!-- yukh:issue:v1
schema: 1
work_type: task
area: runtime
priority: high
estimate: 0.000001
relationships: {parent: 12, blocked_by: [13, 14]}
-->
";

const LEGACY: &str = "\
version: 1
contract: {marker: yukh}
fields:
  kind: {project_field: Work Type, required: true, values: {task: Task, bug: Bug}, labels: {task: 'kind: task', bug: 'kind: bug'}}
  area: {project_field: Area, values: {beds: Beds, water: Water}}
  priority: {project_field: Priority, values: {high: High, low: Low}}
  estimate: {project_field: Estimate, type: number}
milestones: {spring: Spring planting}
";

const LEGACY_BODY: &str = "<!-- yukh
schema: 1
kind: task
area: water
priority: high
estimate: 3
milestone: spring
parent: 12
depends_on: [13]
blocks: [14]
-->
";

fn reference(text: &str) -> ProviderRef {
    ProviderRef::parse(text).unwrap()
}

fn number(n: u64) -> IssueNumber {
    IssueNumber::new(n).unwrap()
}

fn text(value: &str) -> Option<ObservedValue> {
    Some(ObservedValue::Text(ProviderText::new(value)))
}

fn field(name: &str, kind: FieldKind, options: &[&str]) -> ProjectField {
    ProjectField {
        reference: reference(&format!("field-{name}")),
        name: ProviderText::new(name),
        kind: Some(kind),
        options: options
            .iter()
            .map(|option| FieldOption {
                reference: reference(&format!("option-{name}-{option}")),
                name: ProviderText::new(*option),
            })
            .collect(),
    }
}

/// Issue 7 with these values, and issues 12, 13 and 14 beside it.
fn snapshot(body: &str, fields: Vec<ProjectField>, values: &[(&str, Option<ObservedValue>)]) -> Snapshot {
    let edges =
        |numbers: &[u64]| Edges { local: numbers.iter().copied().map(number).collect(), ..Edges::default() };
    let item = Item::new(ItemParts {
        issue: reference("CANARY-issue"),
        item: reference("CANARY-item"),
        issue_updated_at: ProviderText::new("2026-03-01T00:00:00Z"),
        item_updated_at: ProviderText::new("2026-03-01T00:00:00Z"),
        body: Some(ProviderText::new(body)),
        values: values.iter().map(|(name, value)| (ProviderText::new(*name), value.clone())).collect(),
        labels: Known::Known(BTreeSet::from(["kind: bug", "CANARY-label"].map(ProviderText::new))),
        issue_type: Known::Known(None),
        milestone: Known::Known(Some(ProviderText::new("CANARY-milestone"))),
        issue_fields: Known::Known(BTreeMap::new()),
        relationships: RelationshipsState::Complete(Relationships {
            parent: Parent::None,
            blocked_by: edges(&[]),
            blocking: edges(&[13]),
            sub_issues: Known::Known(edges(&[])),
        }),
    });
    let owner = Login::parse("CANARY-owner").unwrap();
    Snapshot::publish(SnapshotParts {
        scope: RunScope {
            subject: SubjectClass::ClassicUserToken,
            owner: owner.clone(),
            repository: RepositoryName::parse("CANARY-repository").unwrap(),
            project_owner: owner,
            project_owner_kind: None,
            project: ProjectNumber::parse_argument("4").unwrap(),
            issues: IssueSet::from(number(7)),
            items: ItemsFilter::All,
            budgets: Budgets::DEFAULT,
        },
        bindings: Bindings {
            repository_owner_kind: OwnerKind::Organization,
            project_owner_kind: OwnerKind::Organization,
            repository: reference("CANARY-repository"),
            project: reference("CANARY-project"),
        },
        fields,
        issues: BTreeMap::from([(number(7), IssueObservation::Present(Box::new(item)))]),
        seen: [7, 12, 13, 14].into_iter().map(number).collect(),
        issue_types: None,
        checks: None,
        completeness: Completeness {
            schema: Coverage::Complete,
            items: Coverage::Complete,
            relationships: Coverage::Complete,
            issue_types: Coverage::NotRequested,
            checks: Coverage::NotRequested,
        },
        accounting: Default::default(),
    })
    .unwrap()
}

fn concluded(policy: &str, snapshot: &Snapshot) -> Conclusion {
    let policy = Policy::parse(policy.as_bytes()).unwrap();
    let order = Order { policy: &policy, issue: number(7), require_contract: true, include_checks: false };
    conclude(snapshot, order).unwrap().conclusion().unwrap()
}

pub(crate) fn hostile() -> Conclusion {
    let fields = vec![
        field("Work type", FieldKind::SingleSelect, &["a|b`c @team #123 <script>"]),
        field("Area", FieldKind::SingleSelect, &["::add-mask::x ##[error]y"]),
        field("Priority", FieldKind::SingleSelect, &["Low"]),
    ];
    let values = [("Work type", None), ("Area", text("CANARY-area")), ("Priority", text("Low"))];
    concluded(HOSTILE, &snapshot(HOSTILE_BODY, fields, &values))
}

fn legacy() -> Conclusion {
    let fields = vec![
        field("Work Type", FieldKind::SingleSelect, &["Task", "Bug"]),
        field("Area", FieldKind::SingleSelect, &["Beds", "Water"]),
        field("Priority", FieldKind::SingleSelect, &["High", "Low"]),
    ];
    let values = [("Work Type", text("Task")), ("Area", text("Beds")), ("Priority", None)];
    concluded(LEGACY, &snapshot(LEGACY_BODY, fields, &values))
}

#[test]
fn each_label_is_shown_by_its_own_name_whatever_dots_the_policys_keys_hold() {
    let policy = "\
version: 1
contract: {marker: yukh}
fields:
  a.b: {project_field: First, target: issue_field, labels: {c: label one}}
  a: {project_field: Second, target: issue_field, labels: {b.c: label two, old: 'kind: bug'}}
";
    let body = "<!-- yukh\n{schema: 1, kind: k, area: a, priority: p, extensions: {a.b: c, a: b.c}} -->";
    let snapshot = snapshot(body, vec![field("Area", FieldKind::Text, &[])], &[]);
    let conclusion = concluded(policy, &snapshot);
    let shown = yukh::report::text(number(7), &conclusion, Colour::Never, Face::CommandLine);
    for name in ["“label one”", "“label two”", "“kind: bug”"] {
        assert_eq!(shown.matches(name).count(), 1, "{shown}");
    }
    let report: Value = serde_json::from_str(&conclusion.object()).unwrap();
    let operations = report["report"]["operations"].as_array().unwrap();
    let labels = operations.iter().filter(|operation| operation["type"] == "add_label");
    let keys: BTreeSet<&str> = labels.map(|label| label["logicalKey"].as_str().unwrap()).collect();
    assert_eq!(keys, BTreeSet::from(["a%2Eb.c", "a.b.c"]), "no two operations under one key");
}

#[test]
fn the_public_report_is_pinned() {
    insta::assert_snapshot!("hostile_json", hostile().object());
    insta::assert_snapshot!("legacy_json", legacy().object());
}

#[test]
fn the_terminal_text_is_pinned() {
    insta::assert_snapshot!(
        "hostile_text",
        yukh::report::text(number(7), &hostile(), Colour::Never, Face::CommandLine)
    );
    insta::assert_snapshot!(
        "legacy_text",
        yukh::report::text(number(7), &legacy(), Colour::Never, Face::CommandLine)
    );
}

#[test]
fn the_markdown_is_pinned() {
    insta::assert_snapshot!(
        "hostile_markdown",
        yukh::report::markdown(number(7), &hostile(), Face::CommandLine)
    );
    insta::assert_snapshot!(
        "legacy_markdown",
        yukh::report::markdown(number(7), &legacy(), Face::CommandLine)
    );
}

#[test]
fn nothing_but_reviewed_names_and_declared_values_is_shown() {
    for conclusion in [hostile(), legacy()] {
        let text = yukh::report::text(number(7), &conclusion, Colour::Always, Face::CommandLine);
        for shown in
            [&conclusion.object(), &text, &yukh::report::markdown(number(7), &conclusion, Face::CommandLine)]
        {
            assert!(
                !shown.contains("CANARY") && !shown.contains("field-") && !shown.contains("option-"),
                "{shown}"
            );
        }
        // The numbers of related issues, which the drawing for people has.
        for shown in [conclusion.object(), text] {
            assert!(!shown.contains("12\"") && !shown.contains("\"13") && !shown.contains(".13"), "{shown}");
        }
    }
}

#[test]
fn colours_change_nothing_but_colours() {
    let (plain, coloured) = (
        yukh::report::text(number(7), &legacy(), Colour::Never, Face::CommandLine),
        yukh::report::text(number(7), &legacy(), Colour::Always, Face::CommandLine),
    );
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        stripped.push_str(before);
        rest = after.split_once('m').unwrap().1;
    }
    stripped.push_str(rest);
    assert_ne!(plain, coloured);
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&plain), lines(&stripped));
}

#[test]
fn nothing_in_a_line_is_a_workflow_command() {
    for shown in [
        hostile().object(),
        yukh::report::text(number(7), &hostile(), Colour::Never, Face::CommandLine),
        yukh::report::markdown(number(7), &hostile(), Face::CommandLine),
    ] {
        assert!(!shown.contains("##["), "{shown}");
        assert!(!shown.lines().any(|line| line.trim_start().starts_with("::")), "{shown}");
    }
}

#[test]
fn the_members_of_the_public_report_stand_in_the_contracts_order() {
    let printed = legacy().object();
    let mut at = 0;
    for member in [
        "\"status\"",
        "\"outcome\"",
        "\"report\"",
        "\"schema\"",
        "\"planId\"",
        "\"executable\"",
        "\"counts\"",
        "\"diagnostics\"",
        "\"observations\"",
        "\"operations\"",
        "\"diagnostics\"",
        "\"observations\"",
        "\"operations\"",
        "\"notices\"",
        "\"notices\"",
    ] {
        let found = printed[at..].find(member);
        at += found.unwrap_or_else(|| panic!("{member} after {at} in {printed}")) + member.len();
    }
}

#[test]
fn the_reports_of_the_planner_vectors_are_reproduced() {
    for vector in vectors::vectors("planner") {
        let plan = planned(&vector["input"]);
        let expected = &vector["report"];
        // A ruling that changes the plan changes its report; the plans
        // themselves are compared elsewhere.
        if plan.is_executable() && expected["planId"].as_str() != Some(plan.id()) {
            continue;
        }
        let report = yukh::report::Report::new(&plan, &desired(&vector["input"]), &[]).unwrap();
        let mut written: Value = serde_json::from_str(&yukh::report::object(&report)).unwrap();
        for diagnostic in written["diagnostics"].as_array_mut().unwrap() {
            // The vectors leave messages out, and know no places (decision 20).
            diagnostic
                .as_object_mut()
                .unwrap()
                .retain(|member, _| matches!(member.as_str(), "code" | "path" | "severity"));
        }
        assert_eq!(written.as_object_mut().unwrap().remove("notices"), Some(json!([])));
        if !plan.is_executable() {
            written.as_object_mut().unwrap().remove("planId");
        }
        // The predecessor prints two paths without their root.
        let expected = expected.to_string().replace("\"path\":\"1", "\"path\":\"$.");
        let expected: Value = serde_json::from_str(&expected).unwrap();
        assert_eq!(written, expected, "{}", vector["id"]);
    }
}
