//! Faults of the provider while checks are read, and tokens that can not read
//! them.

use yukh::diagnostic::{Code, Face, Stage};
use yukh::scope::SubjectClass;

use super::{asked, checks, plan, world};
use crate::support::gzip::compressed;
use crate::support::program::Plan;
use crate::support::server::{Builder, Server};
use crate::support::world::Reply;

/// What goes wrong, the code, the exit code.
type Fault = (&'static str, fn(Reply) -> Reply, &'static str, i32);

const FAULTS: [Fault; 11] = [
    ("401", |_| Reply::error(401, "Bad credentials"), "YKP-GH-READ-002", 3),
    ("403", |_| Reply::error(403, "Resource not accessible by integration"), "YKP-GH-READ-003", 3),
    ("301", |_| Reply::error(301, "Moved").header("location", "/repositories/1"), "YKP-SNAPSHOT-001", 5),
    ("304", |_| Reply { status: 304, headers: Vec::new(), body: Vec::new() }, "YKP-CACHE-001", 5),
    ("500", |_| Reply::error(500, "Server Error"), "YKP-GH-READ-004", 4),
    ("HTML", |reply| reply.header("content-type", "text/html"), "YKP-REST-001", 5),
    ("empty", |reply| Reply { body: Vec::new(), ..reply }, "YKP-REST-001", 5),
    ("list", |reply| Reply { body: b"[]".to_vec(), ..reply }, "YKP-REST-001", 5),
    ("cut", |reply| Reply { body: reply.body[..40].to_vec(), ..reply }, "YKP-REST-001", 5),
    ("large", |reply| Reply { body: vec![b' '; 9 << 20], ..reply }, "YKP-GH-READ-005", 4),
    ("bomb", |reply| compressed(Reply { body: vec![b' '; 9 << 20], ..reply }), "YKP-GH-READ-005", 4),
];

/// Tokens that nobody ever had, by class.
const TOKENS: [(SubjectClass, &str); 5] = [
    (SubjectClass::ClassicUserToken, crate::support::program::TOKEN),
    (SubjectClass::FineGrainedUserToken, "github_pat_InventedTokenForTestsOnly"),
    (SubjectClass::UserToServerToken, "ghu_InventedTokenForTestsOnly000000000000"),
    (SubjectClass::OauthToken, "gho_InventedTokenForTestsOnly000000000000"),
    (SubjectClass::InstallationToken, "ghs_InventedTokenForTestsOnly000000000000"),
];

#[test]
fn a_fault_at_either_stage_fails_the_run_and_nothing_follows() {
    for (stage, sent) in [(Stage::CheckRuns, 1), (Stage::WorkflowRuns, 2)] {
        for (name, fault, code, exit) in FAULTS {
            let server = Builder::of(world(6)).change(stage, fault).start();
            let outcome = plan(&server).run();
            assert_eq!(outcome.failure(exit), code, "{name} at {}", stage.as_str());
            let json = outcome.json();
            assert_eq!(json["diagnostics"][0]["operation"], stage.as_str(), "{name}");
            assert!(json.get("checks").is_none(), "{name}");
            assert_eq!(asked(&server).len(), sent, "{name}");
        }
    }
}

#[test]
fn a_commit_that_is_gone_is_not_read_and_fails_neither_a_plan_nor_an_audit() {
    for status in [404, 410, 422] {
        for (stage, sent) in [(Stage::CheckRuns, 5), (Stage::WorkflowRuns, 6)] {
            let gone =
                move |nth, reply| if nth == 1 { Reply::error(status, "No commit found") } else { reply };
            let server = || Builder::of(world(7)).change_each(stage, gone).start();
            let planned = server();
            let outcome = plan(&planned).run();
            let told = checks(&outcome);
            let expected = serde_json::json!({"read": 2, "notRead": 1, "notShown": 1});
            assert_eq!(told["pullRequests"], expected, "{status} at {stage:?}");
            assert_eq!(told["checkRuns"]["success"], 2, "nothing of a part: {status} at {stage:?}");
            assert_eq!(asked(&planned).len(), sent, "the next one is read: {status} at {stage:?}");
            let audit = Plan::audit(&server()).flag("--include-checks").run();
            assert_eq!((audit.code, &audit.json()["checks"]), (0, &told), "{audit:?}");
            let account = Plan::snapshot(&server(), "3").flag("--include-checks").run().json();
            assert_eq!(account["snapshot"]["completeness"]["checks"], "not_shown");
            assert_eq!(account["status"], "success");
            for format in ["text", "markdown"] {
                let shown = plan(&server()).argument("--format", format).run().stdout;
                let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
                let sentence = "2 read, 1 not read (GitHub does not show the head commit of 1)";
                assert!(shown.contains(sentence), "{shown}");
            }
        }
    }
}

#[test]
fn a_fault_on_a_later_page_fails_the_run_too() {
    let mut world = world(5);
    world.wording.run_page_size = 2;
    let second = |nth, reply| if nth == 1 { Reply::error(502, "Server Error") } else { reply };
    let server = Builder::of(world).change_each(Stage::CheckRuns, second).start();
    assert_eq!(plan(&server).run().failure(4), "YKP-GH-READ-004");
    assert_eq!(asked(&server), ["check-runs", "check-runs"]);
}

#[test]
fn a_fine_grained_token_ends_before_the_first_request_and_the_others_read_checks() {
    for (class, token) in TOKENS {
        let server = Server::of(world(5));
        let outcome = plan(&server).token(token).run();
        if class == SubjectClass::FineGrainedUserToken {
            assert_eq!(outcome.failure(4), "YKP-CAPABILITY-001");
            assert_eq!(outcome.json()["diagnostics"][0]["operation"], "check-runs");
            assert!(outcome.stderr.contains("--include-checks"), "{outcome:?}");
            assert!(outcome.stderr.contains(Code::Capability001.hint(Face::CommandLine)), "{outcome:?}");
            assert_eq!(server.stages(), [""; 0]);
            Plan::against(&server).token(token).run().planned();
        } else {
            assert_eq!(checks(&outcome)["pullRequests"]["read"], 1, "{class:?}");
        }
    }
}
