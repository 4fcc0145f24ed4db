//! GitHub at its worst over the wire: the real program and an invented GitHub
//! on this machine. Nothing is done twice, nothing is called a success that is
//! none, and every envelope says how to go on.

use serde_json::{Value, json};

use crate::support::github::{FakeGitHub, Fault};
use crate::support::stdio::Session;

const CREATE: &str = "github_create_issue";
const FIND: &str = "github_find_issues";
const UPDATE: &str = "github_update_issue";
const POST: &str = "POST /repos/acme/widgets/issues ";

fn widgets(members: Value) -> Value {
    let mut arguments = json!({"owner": "acme", "repo": "widgets"});
    arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    arguments
}

fn issue(members: Value) -> Value {
    let mut arguments = widgets(members);
    arguments["issue_number"] = json!(1);
    arguments
}

/// A conversation about an invented GitHub.
struct Bench {
    github: FakeGitHub,
    session: Session,
    _state: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let github = FakeGitHub::new();
        let state = tempfile::tempdir().unwrap();
        let session = Session::github(&github.variables(state.path().to_str().unwrap()));
        Self { github, session, _state: state }
    }

    /// The content of a call that succeeds.
    fn done(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.session.call(tool, arguments)["result"].take();
        assert_eq!(result["isError"], false, "{result}");
        result["structuredContent"].clone()
    }

    /// The envelope of a call that fails, which is whole.
    fn failed(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.session.call(tool, arguments)["result"].take();
        assert_eq!(result["isError"], true, "{result}");
        let envelope = result["structuredContent"].clone();
        let is_temporary =
            ["rate_limited", "upstream_unavailable"].contains(&envelope["code"].as_str().unwrap());
        assert_eq!(envelope["temporary"], is_temporary, "{envelope}");
        assert_eq!(envelope["retry_after_ms"].is_u64(), is_temporary, "{envelope}");
        assert!(envelope["request_id"].as_str().unwrap().starts_with("req_"), "{envelope}");
        let text = result["content"][0]["text"].as_str().unwrap();
        assert!(text.contains(envelope["code"].as_str().unwrap()), "{text}");
        envelope
    }

    /// What a repair leads to.
    fn repaired(&mut self, envelope: &Value) -> Value {
        let repair = &envelope["repair"];
        self.done(repair["tool"].as_str().unwrap(), repair["arguments"].clone())
    }

    /// The writes that GitHub has heard of since the last time.
    fn writes(&self) -> Vec<String> {
        self.github.requests().into_iter().filter(|line| !line.starts_with("GET ")).collect()
    }
}

#[test]
fn c23_a_201_that_is_lost_with_a_key_is_found_by_the_same_call() {
    let mut bench = Bench::new();
    bench.github.fault(POST, Fault::Lose);
    let arguments = widgets(json!({"title": "lost", "body": "a\r\nb", "idempotency_key": "k"}));
    let envelope = bench.failed(CREATE, arguments.clone());
    assert_eq!(envelope["code"], "upstream_unavailable");
    assert_eq!((&envelope["repair"]["tool"], &envelope["repair"]["arguments"]), (&json!(CREATE), &arguments));
    assert_eq!(bench.repaired(&envelope)["issue_number"], 2);
    assert_eq!(bench.writes().len(), 1);
    assert_eq!(bench.github.titled("lost"), 1);
}

#[test]
fn c23_a_201_that_is_lost_without_a_key_is_no_success_and_can_be_looked_for() {
    let mut bench = Bench::new();
    bench.github.fault(POST, Fault::Lose);
    let envelope = bench.failed(CREATE, widgets(json!({"title": "lost"})));
    assert_eq!(
        (&envelope["code"], &envelope["repair"]["tool"]),
        (&json!("upstream_unavailable"), &json!(FIND))
    );
    assert_eq!(bench.repaired(&envelope)["issues"][0]["title"], "lost");
    assert_eq!(bench.writes().len(), 1, "it is not sent again");
}

#[test]
fn c23_a_201_that_can_not_be_read_is_no_success_either() {
    let mut bench = Bench::new();
    bench.github.fault(POST, Fault::Answer("201 Created", "", "{\"number\":"));
    let arguments = widgets(json!({"title": "half", "idempotency_key": "k"}));
    let envelope = bench.failed(CREATE, arguments);
    assert_eq!(envelope["code"], "upstream_unavailable");
    assert_eq!(bench.repaired(&envelope)["issue_number"], 2);
    assert_eq!(bench.github.titled("half"), 1);
}

#[test]
fn a_lost_write_that_can_not_be_told_from_what_came_since_is_not_sent_again() {
    let mut bench = Bench::new();
    bench.github.fault(POST, Fault::Lose);
    let arguments = widgets(json!({"title": "buried", "idempotency_key": "k"}));
    bench.failed(CREATE, arguments.clone());
    bench.github.flood(1_000);
    let envelope = bench.failed(CREATE, arguments);
    let code = json!("upstream_unavailable");
    assert_eq!((&envelope["code"], &envelope["repair"]["tool"]), (&code, &json!(FIND)));
    assert_eq!((bench.writes().len(), bench.github.titled("buried")), (1, 1));
}

#[test]
fn c16_a_403_is_told_in_its_three_kinds() {
    let limit = "X-RateLimit-Remaining: 0\r\nX-RateLimit-Resource: core\r\nX-RateLimit-Reset: 4102444800\r\n";
    let denied = "{\"message\":\"Resource not accessible by personal access token\"}";
    let secondary = "{\"message\":\"You have exceeded a secondary rate limit.\"}";
    for (headers, body, code) in [
        ("", denied, "insufficient_scope"),
        (limit, "{\"message\":\"API rate limit exceeded\"}", "rate_limited"),
        ("Retry-After: 7\r\n", secondary, "rate_limited"),
    ] {
        let mut bench = Bench::new();
        bench.github.fault(POST, Fault::Answer("403 Forbidden", headers, body));
        let arguments = widgets(json!({"title": "denied", "idempotency_key": "k"}));
        let envelope = bench.failed(CREATE, arguments.clone());
        assert_eq!(envelope["code"], code, "{envelope}");
        match code {
            "insufficient_scope" => {
                assert_eq!(envelope["details"]["required_scopes"], json!(["issues:write"]));
                // What was refused took no effect, and the key is as good as new.
                bench.done(CREATE, arguments);
            }
            _ => {
                bench.github.requests();
                assert_eq!(bench.failed(CREATE, arguments)["code"], "rate_limited");
                assert!(bench.github.requests().is_empty(), "the limit is known");
            }
        }
    }
}

#[test]
fn c17_a_secondary_limit_without_retry_after_is_waited_for_a_minute() {
    for status in ["403 Forbidden", "429 Too Many Requests"] {
        let mut bench = Bench::new();
        let body = "{\"message\":\"You have exceeded a secondary rate limit.\"}";
        bench.github.fault(POST, Fault::Answer(status, "X-RateLimit-Remaining: 4000\r\n", body));
        let envelope = bench.failed(CREATE, widgets(json!({"title": "t"})));
        assert_eq!(envelope["code"], "rate_limited");
        assert!(envelope["retry_after_ms"].as_u64().unwrap() >= 60_000, "{envelope}");
        assert!(envelope.get("repair").is_none(), "the same call is right later");
    }
}

#[test]
fn c8_labels_that_are_dropped_in_silence_are_no_success_with_a_key_and_without() {
    let mut bench = Bench::new();
    bench.github.drop_labels();
    let arguments = widgets(json!({"title": "bare", "labels": ["bug"], "idempotency_key": "k"}));
    let first = bench.failed(CREATE, arguments.clone());
    assert_eq!(
        (&first["code"], &first["details"]["not_applied"]),
        (&json!("insufficient_scope"), &json!(["labels"]))
    );
    assert_eq!(bench.repaired(&first)["issue"]["issue_number"], 2);
    let mut again = bench.failed(CREATE, arguments);
    again["request_id"] = first["request_id"].clone();
    assert_eq!(again, first, "the key says the same");
    assert_eq!(bench.github.titled("bare"), 1);
}

#[test]
fn c9_a_label_that_github_would_make_is_refused_before_any_write() {
    let mut bench = Bench::new();
    for (tool, arguments) in [
        (CREATE, widgets(json!({"title": "t", "labels": ["bgu"]}))),
        (UPDATE, issue(json!({"labels": ["bgu"]}))),
        (UPDATE, issue(json!({"title": "t", "add_labels": ["bug", "bgu"]}))),
    ] {
        let envelope = bench.failed(tool, arguments);
        assert_eq!(
            (&envelope["code"], &envelope["details"]["allowed"]),
            (&json!("label_not_found"), &json!(["bug"]))
        );
    }
    assert_eq!((bench.writes(), bench.github.labels()), (Vec::new(), vec!["bug".to_owned()]));
}

#[test]
fn c9_a_label_beyond_the_first_thousand_is_known_and_one_that_is_nowhere_is_not() {
    let mut bench = Bench::new();
    bench.github.set_labels((0..1500).map(|index| format!("label {index:04}")).collect());
    let created = bench.done(CREATE, widgets(json!({"title": "t", "labels": ["LABEL 1499", "label 0003"]})));
    assert_eq!(created["labels"], json!(["label 1499", "label 0003"]));
    let envelope = bench.failed(CREATE, widgets(json!({"title": "t", "labels": ["label 1500"]})));
    assert_eq!(envelope["code"], "label_not_found");
    let allowed = envelope["details"]["allowed"].as_array().unwrap();
    assert_eq!((allowed.len(), &envelope["details"]["allowed_truncated"]), (100, &json!(true)));
    assert_eq!(bench.writes().len(), 1);
}

#[test]
fn rule_3_version_precondition_a_stale_version_writes_nothing_over_the_wire() {
    let mut bench = Bench::new();
    let version = bench.done("github_get_issue", issue(json!({})))["issue"]["version"].clone();
    bench.done(UPDATE, issue(json!({"title": "by another", "expected_version": version})));
    bench.writes();
    let envelope = bench.failed(UPDATE, issue(json!({"title": "by me", "expected_version": version})));
    assert_eq!(envelope["code"], "version_conflict");
    assert_eq!((bench.writes(), bench.github.titled("by me")), (Vec::new(), 0));
    let read = bench.repaired(&envelope);
    assert_eq!(read["issue"]["title"], "by another");
    let fresh = json!({"title": "by me", "expected_version": read["issue"]["version"]});
    bench.done(UPDATE, issue(fresh));
}

#[test]
fn pages_that_shift_while_they_are_walked_give_every_old_issue_once() {
    let mut bench = Bench::new();
    bench.github.fill(330);
    bench.github.grow();
    let mut arguments = widgets(json!({}));
    let mut numbers = Vec::new();
    loop {
        let page = bench.done(FIND, arguments.clone());
        numbers.extend(
            page["issues"].as_array().unwrap().iter().map(|row| row["issue_number"].as_u64().unwrap()),
        );
        let Some(cursor) = page.get("next_cursor") else { break };
        arguments["cursor"] = cursor.clone();
    }
    assert_eq!(numbers, (1..=331).rev().collect::<Vec<u64>>());
    assert!(bench.github.titled("pushed in") > 5);
}

#[test]
fn an_edit_whose_answer_is_lost_is_no_success_and_is_read_again() {
    let mut bench = Bench::new();
    bench.github.fault("PATCH", Fault::Lose);
    let envelope = bench.failed(UPDATE, issue(json!({"title": "new"})));
    assert_eq!(envelope["code"], "upstream_unavailable");
    assert_eq!(bench.repaired(&envelope)["issue"]["title"], "new");
    assert_eq!(bench.writes().len(), 1);
}
