//! Each input: what it does, and how it is refused.

use super::{about, job, on, policy, run};
use crate::support::policies::{NATIVE, block};
use crate::support::program::operations;
use crate::support::server::Server;
use crate::support::world::{Account, World};

#[test]
fn a_wrong_input_is_refused_by_its_name_before_any_request() {
    let long = "a".repeat(65);
    let cases: [(&str, &[&str]); 24] = [
        ("project-number", &["", " ", "0", "04", "+4", "4.0", "1e1", "4\n5", "2147483648"]),
        ("project-owner", &["-a", "a_b", "a/b", "a b"]),
        ("owner-kind", &["Organization", "team", "us er"]),
        ("owner", &["-a", "a.b", "a\nb"]),
        ("repository", &["..", "a/b", "a b"]),
        ("mode", &["Auto", "full", "apply", "comparison"]),
        ("issue-number", &["0", "07", "#7", "7,8", "7.0", "0x7", "-7", "7\n8"]),
        ("issue-numbers", &["7,", "7,7", "7 8", "7, ,8", "7,\u{b7}8", "a", "0"]),
        ("require-contract", &["yes", "tRUE", "1", "on"]),
        ("fail-on", &["Error", "none", "error,drift"]),
        ("token-profile", &["pat", "classic"]),
        ("items-filter", &["All", "none"]),
        ("include-checks", &["yes", "truE"]),
        ("summary", &["no", "off", "0"]),
        ("artifact", &["a/b", "..", ".", "a b", "a\nb", &long]),
        ("rest-requests", &["0", "65", "-1", "1e1"]),
        ("graphql-requests", &["3", "-1", "01"]),
        ("graphql-points", &["0", "501"]),
        ("pages", &["0", "21"]),
        ("response-bytes", &["0", "67108865", "32M"]),
        ("rest-reserve", &["499", "0", "many"]),
        ("graphql-reserve", &["499", "0"]),
        ("policy-path", &[]),
        ("github-token", &[]),
    ];
    let server = Server::of(World::organization());
    for (name, values) in cases {
        for value in values {
            let outcome = run(on(job(&server), "issues", about(3)).input(name, value));
            assert_eq!(outcome.end(), (2, "error", "false", "false"), "{name} {value:?}: {outcome:?}");
            assert!(outcome.error().starts_with("::error title=yukh::YKP-RUNTIME-003: "), "{outcome:?}");
            assert!(outcome.log.contains(&format!("({name})")), "{name} {value:?}: {outcome:?}");
            assert!(outcome.summary.is_empty() && outcome.used.is_empty(), "{outcome:?}");
        }
    }
    assert!(server.asked().is_empty());
}

#[test]
fn b69_only_true_and_false_are_booleans() {
    let server = Server::of(World::organization());
    for (value, ended) in [
        ("true", Some(true)),
        ("True", Some(true)),
        ("TRUE", Some(true)),
        ("false", Some(false)),
        ("False", Some(false)),
        ("FALSE", Some(false)),
        ("yes", None),
        ("no", None),
        ("on", None),
    ] {
        let outcome = run(on(job(&server), "issues", about(3)).input("summary", value));
        assert_eq!(
            (!outcome.summary.is_empty()).then_some(true).or(outcome.succeeded.then_some(false)),
            ended
        );
    }
}

#[test]
fn blanks_around_an_input_say_nothing() {
    let server = Server::of(World::organization());
    let outcome = run(on(job(&server), "schedule", "{}")
        .input("issue-numbers", " 3,\n2 , 1\n")
        .input("project-number", " 4\n")
        .input("mode", "auto\n")
        .input("policy-path", " .yukh/project.yaml\n")
        .input("owner", "\t")
        .input("rest-requests", " 20 "));
    assert_eq!(outcome.end(), (0, "success", "false", "false"), "{outcome:?}");
    assert_eq!(outcome.report()["issues"].as_array().unwrap().len(), 3);
}

#[test]
fn advice_inside_a_step_names_inputs_and_no_option() {
    let server = Server::of(World::organization());
    for (input, value, code, advice) in [
        ("mode", "full", "YKP-RUNTIME-003", "docs/action.md"),
        ("github-token", "", "YKP-RUNTIME-004", "the input github-token"),
        ("github-token", "glpat-Invented", "YKP-RUNTIME-005", "the input token-profile"),
        ("policy-path", "missing.yaml", "YKP-RUNTIME-006", "the input policy-path"),
        ("rest-requests", "3", "YKP-RATE-001", "rest-requests"),
    ] {
        let outcome = run(on(job(&server), "issues", about(3)).input(input, value));
        let [error] = outcome.annotations("error")[..] else { panic!("one error: {outcome:?}") };
        assert!(error.starts_with(code) && error.contains(advice), "{error}");
        let plain: String = outcome.log.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(plain.contains(advice), "{plain}");
        for text in [&outcome.log, &outcome.summary] {
            let text = text.replace("| --- ", "");
            assert!(!text.contains("--") && !text.contains("YUKH_GITHUB_TOKEN"), "{text}");
        }
    }
}

#[test]
fn b69_no_is_the_name_of_an_option() {
    let policy_text = NATIVE.replace("climate:", "no:");
    assert_ne!(policy_text, NATIVE, "the policy has the option");
    let mut world = World::organization();
    world.item(3).body(&block("schema: 1\nwork_type: bug\narea: no\n"));
    let server = Server::of(world);
    let job = on(job(&server), "issues", about(3));
    policy(&job, &policy_text);
    let outcome = job.run();
    assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");
    assert_eq!(operations(&outcome.report()["report"]), ["set_field_value work_type = \"Bug\""]);
}

#[test]
fn a_missing_or_unusable_policy_is_refused_before_any_request() {
    let server = Server::of(World::organization());
    for (path, code) in [
        ("missing.yaml", "YKP-RUNTIME-006"),
        ("../project.yaml", "YKP-RUNTIME-006"),
        ("/etc/passwd", "YKP-RUNTIME-006"),
        (".yukh", "YKP-RUNTIME-006"),
        ("broken.yaml", "YKP-POLICY-"),
    ] {
        let job = on(job(&server), "issues", about(3)).input("policy-path", path);
        std::fs::write(job.workspace("broken.yaml"), "schema: 2\n").unwrap();
        let outcome = job.run();
        assert_eq!(outcome.exits["run"], 2, "{outcome:?}");
        assert!(outcome.error().contains(code), "{path}: {outcome:?}");
        assert_eq!(outcome.report()["status"], "error");
    }
    assert!(server.asked().is_empty());
}

#[test]
fn the_policy_is_that_of_the_workspace_wherever_the_step_runs() {
    let server = Server::of(World::organization());
    let job = on(job(&server), "issues", about(3)).input("policy-path", "policies/yukh.yaml");
    std::fs::create_dir(job.workspace("policies")).unwrap();
    std::fs::rename(job.workspace(".yukh/project.yaml"), job.workspace("policies/yukh.yaml")).unwrap();
    let outcome = job.run();
    assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");
}

#[test]
fn owner_and_repository_name_another_repository_than_the_workflows() {
    let server = Server::of(World::organization());
    let central = |job: crate::runner::job::Job| {
        job.variable("GITHUB_REPOSITORY", "acme-garden/workflows")
            .input("owner", "acme-garden")
            .input("repository", "greenhouse")
    };
    let outcome = run(central(on(job(&server), "issues", about(3))));
    assert!(outcome.error().contains("YKP-RUNTIME-003"), "{outcome:?}");
    assert!(outcome.log.contains("(issue-number)"), "{outcome:?}");
    assert!(server.asked().is_empty());
    let outcome = run(central(on(job(&server), "issues", about(3))).input("issue-number", "3"));
    assert_eq!(outcome.end(), (0, "success", "true", "false"), "{outcome:?}");
}

#[test]
fn the_owner_of_the_project_and_its_kind_reach_the_requests() {
    let mut world = World::organization();
    world.project.owner = Account { id: 7_100, login: "acme-plans".to_owned(), organization: true };
    let server = Server::of(world);
    let outcome = run(on(job(&server), "issues", about(3))
        .input("project-owner", "acme-plans")
        .input("owner-kind", "organization"));
    assert_eq!(outcome.output("status"), "success", "{outcome:?}");
    assert!(server.asked().iter().any(|asked| asked.path == "/orgs/acme-plans/projectsV2/4"));
    assert_eq!(server.stages(), ["repository", "project", "fields", "items"], "no read of the owner");
}

#[test]
fn budgets_and_filter_reach_the_requests() {
    let server = Server::of(World::organization());
    let outcome = run(on(job(&server), "issues", about(3)).input("rest-requests", "3"));
    assert_eq!(outcome.end(), (6, "deferred", "false", "true"), "{outcome:?}");
    assert_eq!(server.asked().len(), 3);
    let server = Server::of(World::organization());
    on(job(&server), "issues", about(3)).input("items-filter", "repository").run();
    let asked = server.asked();
    assert!(
        asked[3].query.iter().any(|(_, value)| value.contains("repo:acme-garden/greenhouse")),
        "{asked:?}"
    );
}

#[test]
fn a_contract_can_be_required() {
    let server = Server::of(World::organization());
    let outcome = run(on(job(&server), "issues", about(4)));
    assert_eq!(outcome.end(), (0, "success", "false", "false"), "{outcome:?}");
    assert_eq!((outcome.output("operation-count"), outcome.output("drift-count")), ("0", "0"));
    assert!(outcome.annotations("notice")[0].starts_with("YKP-RUNTIME-001"), "{outcome:?}");
    let outcome = run(on(job(&server), "issues", about(4)).input("require-contract", "true"));
    assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
    assert!(outcome.error().contains("YKP-RUNTIME-001"), "{outcome:?}");
}
