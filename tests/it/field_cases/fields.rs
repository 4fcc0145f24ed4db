//! Fields, options, iterations, dates, types, relations, labels.

use yukh::diagnostic::Stage;

use super::{plan, with_body};
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::program::{Plan, diagnostics, operations};
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

#[test]
fn b33_a_renamed_option_is_never_replaced() {
    let mut world = World::organization();
    world.field("Priority").options = ["Most urgent", "High", "Low"].map(str::to_owned).to_vec();
    let report = plan(world).planned();
    assert_eq!(
        operations(&report),
        [
            "add_option priority.urgent",
            "set_field_value estimate = 5",
            "set_field_value priority = \"Urgent\"",
            "set_field_value work_type = \"Bug\"",
        ]
    );
    let set = &report["operations"][2];
    assert_eq!(set["dependsOn"], serde_json::json!(["schema.field.priority.option.urgent.add"]));
}

#[test]
fn b34_an_option_is_looked_up_in_its_own_field() {
    let mut world =
        with_body(&block("schema: 1\nwork_type: task\narea: climate\npriority: high\nsize: small\n"));
    world.field("Size").options = ["High", "Small", "Large"].map(str::to_owned).to_vec();
    world.field("Priority").options = ["Small", "Urgent", "High", "Low"].map(str::to_owned).to_vec();
    let report = plan(world).planned();
    assert_eq!(
        operations(&report),
        ["set_field_value priority = \"High\"", "set_field_value size = \"Small\""]
    );
}

#[test]
fn b35_an_unknown_option_is_named_by_its_logical_key() {
    let report =
        plan(with_body(&block("schema: 1\nwork_type: task\narea: climate\npriority: someday\n"))).planned();
    assert_eq!(report["executable"], false);
    assert_eq!(diagnostics(&report), ["YKP-PLAN-005 $.contract.priority"]);
    assert!(!report.to_string().contains("someday"));
}

#[test]
fn b37_values_that_were_not_sent_are_unknown_and_not_null() {
    let mut world = World::organization();
    world.wording.values = false;
    let outcome = plan(world);
    assert_eq!(outcome.code, 5, "{outcome:?}");
    assert!(!outcome.stdout.contains("set_field_value"));
}

#[test]
fn b38_emoji_names_match_exactly_and_compatible_forms_conflict() {
    let running = "🏃\u{200d}♀\u{fe0f} In progress";
    let policy = NATIVE.replace("urgent: Urgent", &format!("urgent: {running}"));
    let mut world = World::organization();
    world.field("Priority").options[0] = running.to_owned();
    let report = Plan::against(&Server::of(world)).policy(&policy).run().planned();
    assert_eq!(operations(&report)[1], format!("set_field_value priority = \"{running}\""));

    let policy = NATIVE.replace("urgent: Urgent", "urgent: Caf\u{e9}");
    let mut world = World::organization();
    world.field("Priority").options[0] = "Cafe\u{301}".to_owned();
    let outcome = Plan::against(&Server::of(world)).policy(&policy).run();
    assert!(outcome.stdout.contains("YKP-SCHEMA-005"), "{outcome:?}");
    assert!(!outcome.stdout.contains("add_option"), "{outcome:?}");
}

#[test]
fn b40_a_missing_field_is_created_or_reported_by_its_mode() {
    let mut world = World::organization();
    world.remove_field("Target Date");
    let report = plan(world.clone()).planned();
    assert_eq!(report["executable"], true);
    assert_eq!(operations(&report)[0], "create_field target_date");

    world.remove_field("Notes");
    let outcome = plan(world);
    assert!(outcome.stdout.contains("YKP-SCHEMA-003"), "{outcome:?}");
    assert!(!outcome.stdout.contains("\"executable\":true"), "{outcome:?}");
}

#[test]
fn b43_iterations_are_never_configured() {
    let body = block("schema: 1\nwork_type: task\narea: climate\niteration: Week 99\n");
    let outcome = plan(with_body(&body));
    assert_eq!(operations(&outcome.planned()), ["set_field_value iteration = \"Week 99\""]);
}

#[test]
fn b44_a_date_is_a_day_wherever_the_program_runs() {
    let body = |date: &str| {
        block(&format!("schema: 1\nwork_type: task\narea: climate\nproject:\n  start_date: {date}\n"))
    };
    let server = Server::of(with_body(&body("2026-03-01")));
    let outputs = ["UTC", "Pacific/Kiritimati", "America/Adak"]
        .map(|zone| Plan::against(&server).variable("TZ", zone).run().stdout);
    assert!(outputs[0].contains("2026-03-01"));
    assert!(outputs.iter().all(|output| *output == outputs[0]));

    let leap = plan(with_body(&body("2028-02-29"))).planned();
    assert_eq!(operations(&leap), ["set_field_value start_date = \"2028-02-29\""]);
    for bad in ["2026-02-29", "0000-01-01", "2026-3-1", "2026-03-01T00:00:00Z"] {
        assert_eq!(plan(with_body(&body(bad))).failure(2), "YKP-CONTRACT-008", "{bad}");
    }
}

#[test]
fn b45_the_event_is_never_read() {
    let event = r#"{"issue":{"number":2,"type":{"name":"Bug"},"body":"none"}}"#;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("event.json");
    std::fs::write(&path, event).unwrap();
    let server = Server::of(World::organization());
    let plain = Plan::against(&server).run();
    let evented = Plan::against(&server)
        .variable("GITHUB_EVENT_PATH", path.to_str().unwrap())
        .variable("GITHUB_EVENT_NAME", "issues")
        .variable("GITHUB_REPOSITORY", "other/place")
        .run();
    assert_eq!(evented.stdout, plain.stdout);
}

#[test]
fn b48_an_absent_parent_member_is_unknown_and_asked_for() {
    let mut world = World::organization();
    world.wording.parent_url = false;
    world.item(3).body(&block("schema: 1\nwork_type: task\narea: climate\nrelationships:\n  parent: 1\n"));
    world.set_parent(3, 2);
    let server = Server::of(world);
    let report = Plan::against(&server).run().planned();
    assert_eq!(diagnostics(&report), ["YKP-GRAPH-003 $.contract.relationships.parent"]);
    assert_eq!(server.count(Stage::Relationships), 1);
}

#[test]
fn b49_relations_that_can_not_be_read_are_never_taken_for_none() {
    let mut world = World::organization();
    world.add_dependency(2, 3);
    let server = Builder::of(world).replace(Stage::Relationships, Reply::error(404, "Not Found")).start();
    let outcome = Plan::against(&server).run();
    assert_ne!(outcome.code, 0);
    assert!(!outcome.stdout.contains("planId"));
    assert_eq!(outcome.json()["diagnostics"][0]["operation"], "relationships", "the part is named");
}

#[test]
fn b50_a_shortcode_and_its_emoji_are_a_conflict_and_not_two_changes() {
    let policy = LEGACY.replace("beds: 'area: beds'", "beds: ':bug: bug'");
    let mut world = World::organization();
    world.item(3).body(&legacy_block("schema: 1\nkind: task\narea: beds\npriority: low\nestimate: 2\n"));
    world.item(3).set("Priority", "Low").set("Area", "Beds");
    world.issue(3).labels = vec!["🐛 bug".to_owned()];
    let outcome = Plan::against(&Server::of(world)).policy(&policy).run();
    assert_eq!(operations(&outcome.planned()), [""; 0]);
    assert_eq!(outcome.notices(), ["YKP-LEGACY-005"]);
}

#[test]
fn b52_a_label_made_of_emoji_alone_is_refused_before_any_request() {
    let server = Server::of(World::organization());
    let policy = LEGACY.replace("beds: 'area: beds'", "beds: '🐛'");
    assert_eq!(Plan::against(&server).policy(&policy).run().failure(2), "YKP-LEGACY-001");
    assert_eq!(server.stages(), [""; 0]);
}
