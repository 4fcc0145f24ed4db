//! `yukh snapshot`: the account of one read. Its numbers are those of the
//! server's log, and nothing else of the read is in it.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage;

use crate::support::program::{Outcome, Plan};
use crate::support::server::{Builder, Server};
use crate::support::world::{Place, World};

/// A board of two item pages: issues 1 to 4 and 100 to 129, a pull request, a
/// draft, and one issue that blocks another.
fn board() -> World {
    let mut world = World::organization();
    for issue in 100..130 {
        world.add_issue(issue);
    }
    world.item(100).archived = true;
    world.add_dependency(1, 3);
    world.wording.page_size = 20;
    world
}

/// A run for these issues.
fn snapshot(server: &Server, issues: &str) -> Plan {
    Plan::snapshot(server, issues)
}

/// The account of a complete read.
fn account(outcome: &Outcome) -> Json {
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{outcome:?}");
    assert_eq!(outcome.stdout.matches('\n').count(), 1, "one line");
    let json = outcome.json();
    assert_eq!(json["status"], "success");
    assert_eq!(json.as_object().unwrap().len(), 2, "closed: {json}");
    json["snapshot"].clone()
}

/// What the server saw, by operation.
fn seen(server: &Server) -> BTreeMap<&'static str, u64> {
    let mut seen = BTreeMap::new();
    for stage in server.stages() {
        *seen.entry(stage).or_insert(0) += 1;
    }
    seen
}

#[test]
fn the_numbers_are_those_of_the_servers_log() {
    let server = Server::of(board());
    let account = account(&snapshot(&server, "1,3,100,999").run());
    assert_eq!(account["requests"]["byOperation"], json!(seen(&server)));
    let graphql = server.count(Stage::Relationships);
    assert_eq!(account["requests"]["rest"], server.asked().len() - graphql);
    assert_eq!(account["requests"]["graphql"], graphql);
    let paged = [Stage::Fields, Stage::Items, Stage::Relationships];
    assert_eq!(account["pages"], paged.map(|stage| server.count(stage)).iter().sum::<usize>());
    let bytes: usize = server.replies().iter().map(|reply| reply.body.len()).sum();
    assert_eq!(account["responseBytes"], bytes);
    assert_eq!(
        account["issues"],
        json!({"requested": 4, "present": 2, "absent": 1, "archived": 1, "deferred": 0})
    );
    assert_eq!(account["items"], json!({"total": 36, "drafts": 1, "unreadable": 0}));
    assert_eq!(account["ledger"]["rest"]["used"], account["requests"]["rest"]);
    assert_eq!(account["ledger"]["graphql"]["used"], account["requests"]["graphql"]);
}

#[test]
fn the_members_are_closed_and_in_their_order() {
    let outcome = snapshot(&Server::of(board()), "1,3,100,999").run();
    let fingerprint = outcome.json()["snapshot"]["fingerprint"].as_str().unwrap().to_owned();
    assert_eq!(fingerprint.len(), 64);
    let bytes = outcome.json()["snapshot"]["responseBytes"].to_string();
    let line = outcome.stdout.replace(&fingerprint, "<fingerprint>").replace(&bytes, "<bytes>");
    insta::assert_snapshot!("json", line);
}

#[test]
fn people_get_the_same_numbers_as_text_and_as_markdown() {
    let server = Server::of(board());
    for format in ["text", "markdown"] {
        let outcome = snapshot(&server, "1,3,100,999").argument("--format", format).run();
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
        assert!(outcome.stdout.lines().all(|line| !line.ends_with(' ')), "{}", outcome.stdout);
        insta::assert_snapshot!(format, steady(&outcome.stdout));
    }
}

/// The page without what depends on the port of the server.
fn steady(page: &str) -> String {
    let mut shown = String::new();
    for line in page.lines() {
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        for at in 0..words.len() {
            if words[at].len() == 64 && words[at].bytes().all(|byte| byte.is_ascii_hexdigit()) {
                words[at] = "<fingerprint>".to_owned();
            }
            if at > 0 && words[at] == "bytes" {
                words[at - 1] = "<bytes>".to_owned();
            }
        }
        shown.push_str(&words.join(" "));
        shown.push('\n');
    }
    shown
}

#[test]
fn deferred_relationships_are_told_and_end_with_6() {
    for (format, name) in
        [("json", "deferred_json"), ("text", "deferred_text"), ("markdown", "deferred_markdown")]
    {
        let server = Server::of(board());
        let run = snapshot(&server, "1,2,3").argument("--graphql-requests", 0).argument("--format", format);
        let outcome = run.run();
        assert_eq!(outcome.code, 6, "{outcome:?}");
        assert!(outcome.stderr.starts_with("yukh: YKP-RATE-001 (limit: graphql"), "{outcome:?}");
        assert_eq!(server.count(Stage::Relationships), 0);
        if format == "json" {
            let json = outcome.json();
            assert_eq!((&json["status"], &json["failureClass"]), (&json!("deferred"), &json!("deferred")));
            assert_eq!(json["diagnostics"][0]["code"], "YKP-RATE-001");
            assert_eq!(json["snapshot"]["completeness"]["relationships"], "deferred");
            assert_eq!(json["snapshot"]["issues"]["deferred"], 2);
        } else {
            insta::assert_snapshot!(name, steady(&outcome.stdout));
        }
    }
}

#[test]
fn a_read_that_fails_has_no_account() {
    let server = Builder::of(board())
        .change_each(Stage::Items, |page, reply| match page {
            1 => crate::support::world::Reply::error(502, "Server Error"),
            _ => reply,
        })
        .start();
    let outcome = snapshot(&server, "1").run();
    assert_eq!(outcome.failure(4), "YKP-GH-READ-004");
    assert!(outcome.json().get("snapshot").is_none());
}

#[test]
fn the_account_goes_into_a_report_file() {
    let server = Server::of(board());
    let outcome = snapshot(&server, "1").argument("--report-file", "account.json").run();
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, ""));
    let json: Json = serde_json::from_str(&outcome.report.unwrap()).unwrap();
    assert_eq!(json["snapshot"]["issues"]["present"], 1);
}

#[test]
fn the_fingerprint_is_the_plans_input_and_not_the_reads_cost() {
    let account_of = |world: World| account(&snapshot(&Server::of(world), "3").run());
    let (whole, mut paged) = (board(), board());
    paged.wording.page_size = 7;
    let (whole, paged) = (account_of(whole), account_of(paged));
    assert_eq!(whole["fingerprint"], paged["fingerprint"]);
    assert_ne!(whole["pages"], paged["pages"]);
}

#[test]
fn issues_are_named_in_two_forms_and_each_once() {
    let (server, policy) = (Server::of(board()), crate::support::policies::NATIVE);
    let workspace = tempfile::tempdir().unwrap();
    std::fs::create_dir(workspace.path().join(".yukh")).unwrap();
    std::fs::write(workspace.path().join(".yukh/project.yaml"), policy).unwrap();
    let run = |issues: &[&str]| {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
        command.current_dir(workspace.path()).env_clear().env("YUKH_LOOPBACK_API", server.address());
        command.env("YUKH_GITHUB_TOKEN", crate::support::program::TOKEN);
        command.args(["snapshot", "--repo", "acme-garden/greenhouse", "--project", "4"]).args(issues);
        let output = command.output().unwrap();
        (output.status.code(), serde_json::from_slice::<Json>(&output.stdout).unwrap())
    };
    let (positional, listed) = (run(&["1", "3"]), run(&["--issue-numbers", "3,1"]));
    assert_eq!((positional.0, &positional.1["snapshot"]["issues"]["requested"]), (Some(0), &json!(2)));
    assert_eq!(positional.1["snapshot"]["fingerprint"], listed.1["snapshot"]["fingerprint"]);
    let asked = server.asked().len();
    let many: Vec<String> = (100..=200).map(|number| number.to_string()).collect();
    let listed = many.join(",");
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (issues, name) in [
        (&[][..], "ISSUE"),
        (&["--issue-numbers", "1,1"], "--issue-numbers"),
        (&["--issue-numbers", "1, 2"], "--issue-numbers"),
        (&["--issue-numbers", ""], "--issue-numbers"),
        (&["--issue-numbers", &listed], "--issue-numbers"),
        (&["1", "--issue-numbers", "2"], "ISSUE"),
        (&["1", "01"], "ISSUE"),
        (&["1", "1"], "ISSUE"),
        (&many, "ISSUE"),
    ] {
        let (code, json) = run(issues);
        let finding = &json["diagnostics"][0];
        assert_eq!((code, &finding["code"]), (Some(2), &json!("YKP-RUNTIME-003")), "{issues:?}");
        assert_eq!(finding["option"], name, "{issues:?}");
    }
    assert_eq!(server.asked().len(), asked, "nothing is asked");
    assert_eq!(run(&many[..100]).0, Some(0));
}

#[test]
fn decision_47_the_repository_filter_asks_for_fewer_items_and_a_missing_issue_is_unresolved() {
    let mut world = board();
    for issue in 1..40 {
        world.add_issue(Place::elsewhere("acme-garden/shed", issue));
    }
    let server = Server::of(world);
    let whole = account(&snapshot(&server, "1,3").run());
    let before = server.asked().len();
    let narrow = account(&snapshot(&server, "1,3").argument("--items-filter", "repository").run());
    assert!(narrow["pages"].as_u64() < whole["pages"].as_u64());
    let asked = server.asked().split_off(before);
    let items: Vec<_> = asked.iter().filter(|asked| asked.stage() == Some(Stage::Items)).collect();
    for page in &items {
        assert_eq!(page.parameter("q"), Some("repo:acme-garden/greenhouse"), "on every page");
        assert_eq!(page.query.iter().filter(|(name, _)| name == "q").count(), 1);
    }
    assert!(items.len() >= 2);
    // Without the filter the issue is absent; with it nobody knows.
    assert_eq!(account(&snapshot(&server, "1,999").run())["issues"]["absent"], 1);
    let missing = snapshot(&server, "1,999").argument("--items-filter", "repository").run();
    assert_eq!(missing.failure(5), "YKP-SNAPSHOT-001");
    let missing = Plan::against(&server).issue(999).argument("--items-filter", "repository").run();
    assert_eq!(missing.failure(5), "YKP-SNAPSHOT-001");
    assert_eq!(Plan::against(&server).issue(999).run().outcome(), "absent");
}
