//! Keys and cursors over restarts, crashes and several processes: the real
//! program, an invented GitHub on this machine, one state folder.

use std::fs;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::github::{FakeGitHub, Fault};
use crate::support::http::Program;
use crate::support::stdio::Session;

const CREATE: &str = "github_create_issue";
const COMMENT: &str = "github_add_comment";
const POST: &str = "POST /repos/acme/widgets/issues ";
const POST_COMMENT: &str = "POST /repos/acme/widgets/issues/1/comments";

/// An invented GitHub and the folder that programs keep their state in.
struct Bench {
    github: FakeGitHub,
    _place: TempDir,
    state: String,
}

impl Bench {
    fn new() -> Self {
        let place = tempfile::tempdir().unwrap();
        let state = place.path().join("state").to_str().unwrap().to_owned();
        Self { github: FakeGitHub::new(), _place: place, state }
    }

    fn program(&self) -> Program {
        Program::start(&[], &self.github.variables(&self.state))
    }

    fn session(&self) -> Session {
        Session::github(&self.github.variables(&self.state))
    }

    /// The records of keys, by what is in them.
    fn records(&self) -> Vec<String> {
        let folder = fs::read_dir(format!("{}/keys", self.state)).unwrap();
        folder.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect()
    }
}

fn create(title: &str) -> Value {
    json!({"owner": "acme", "repo": "widgets", "title": title, "body": "b", "idempotency_key": "k"})
}

fn comment(body: &str) -> Value {
    json!({"owner": "acme", "repo": "widgets", "issue_number": 1, "body": body, "idempotency_key": "k"})
}

fn content(result: &Value) -> &Value {
    &result["structuredContent"]
}

#[test]
fn c24_two_processes_of_one_state_folder_answer_alternately_cursors_continue_and_a_key_creates_once() {
    let bench = Bench::new();
    bench.github.fill(260);
    let programs = [bench.program(), bench.program()];
    let mut arguments = json!({"owner": "acme", "repo": "widgets"});
    let mut numbers = Vec::new();
    for turn in 0.. {
        let page = programs[turn % 2].call("github_find_issues", arguments.clone());
        assert_eq!(page["isError"], false, "{page}");
        numbers.extend(
            content(&page)["issues"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| row["issue_number"].as_u64().unwrap()),
        );
        let Some(cursor) = content(&page).get("next_cursor") else { break };
        arguments["cursor"] = cursor.clone();
    }
    assert_eq!(numbers, (1..=261).rev().collect::<Vec<u64>>());
    let made: Vec<Value> = (0..4).map(|turn| programs[turn % 2].call(CREATE, create("once"))).collect();
    assert!(
        made.iter().all(|result| result["isError"] == false && content(result) == content(&made[0])),
        "{made:?}"
    );
    assert_eq!(bench.github.titled("once"), 1);
    let other = programs[1].call(CREATE, create("other"));
    assert_eq!(
        (&content(&other)["code"], &content(&other)["details"]["field"]),
        (&json!("invalid_field"), &json!("idempotency_key"))
    );
    let summary = programs[0].call("github_get_capabilities", json!({}));
    assert_eq!(content(&summary)["prerequisites"]["state_handles"]["idempotency_scope"], "state_folder");
}

#[test]
fn a_key_that_two_processes_use_at_once_creates_once() {
    let bench = Bench::new();
    let programs = [bench.program(), bench.program()];
    bench.github.fault(POST, Fault::Hold);
    let results: Vec<Value> = std::thread::scope(|scope| {
        let first = scope.spawn(|| programs[0].call(CREATE, create("at once")));
        bench.github.wait_for("POST");
        let second = scope.spawn(|| programs[1].call(CREATE, create("at once")));
        std::thread::sleep(std::time::Duration::from_millis(200));
        assert!(!second.is_finished(), "it waits for the first");
        bench.github.release();
        [first, second].map(|call| call.join().unwrap()).into()
    });
    assert_eq!(content(&results[0]), content(&results[1]));
    assert_eq!(bench.github.titled("at once"), 1);
}

#[test]
fn a_key_and_a_cursor_survive_a_restart() {
    let bench = Bench::new();
    bench.github.fill(60);
    let program = bench.program();
    let first = program.call(CREATE, create("survivor"));
    let page = program.call("github_find_issues", json!({"owner": "acme", "repo": "widgets"}));
    assert_eq!(program.terminate(), Some(0));
    let mut session = bench.session();
    bench.github.requests();
    assert_eq!(content(&session.call(CREATE, create("survivor"))["result"]), content(&first));
    assert!(bench.github.requests().is_empty(), "the answer is kept");
    let next = json!({"owner": "acme", "repo": "widgets", "cursor": content(&page)["next_cursor"]});
    assert_eq!(session.call("github_find_issues", next)["result"]["isError"], false);
}

#[test]
fn a_process_killed_between_the_post_and_its_record_and_restarted_creates_once() {
    for (tool, arguments, post) in
        [(CREATE, create("killed"), POST), (COMMENT, comment("killed"), POST_COMMENT)]
    {
        let bench = Bench::new();
        let program = bench.program();
        bench.github.fault(post, Fault::Hold);
        let connection = program.begin(tool, arguments.clone());
        bench.github.wait_for("POST");
        program.kill();
        drop(connection);
        bench.github.release();
        assert!(bench.records()[0].contains("\"sent\""));
        let program = bench.program();
        let again = program.call(tool, arguments.clone());
        assert_eq!(again["isError"], false, "{again}");
        assert_eq!(content(&program.call(tool, arguments)), content(&again));
        assert_eq!(bench.github.titled("killed") + bench.github.said("killed"), 1);
    }
}

#[test]
fn a_process_killed_before_the_post_and_restarted_creates_once() {
    let bench = Bench::new();
    let program = bench.program();
    // GitHub never hears of it, and the process ends without knowing that.
    bench.github.fault(POST, Fault::Answer("502 Bad Gateway", "", "{}"));
    assert_eq!(content(&program.call(CREATE, create("again")))["code"], "upstream_unavailable");
    program.kill();
    let result = bench.program().call(CREATE, create("again"));
    assert_eq!(result["isError"], false, "{result}");
    assert_eq!(bench.github.titled("again"), 1);
}

#[test]
fn a_client_that_disconnects_during_a_write_loses_neither_the_write_nor_its_record() {
    let bench = Bench::new();
    let program = bench.program();
    bench.github.fault(POST, Fault::Hold);
    let connection = program.begin(CREATE, create("unheard"));
    bench.github.wait_for("POST");
    drop(connection);
    bench.github.release();
    let result = program.call(CREATE, create("unheard"));
    assert_eq!(result["isError"], false, "{result}");
    assert_eq!(bench.github.titled("unheard"), 1);
    let posts = bench.github.requests();
    assert_eq!(
        posts.iter().filter(|line| !line.contains("/labels")).count(),
        1,
        "nothing had to be looked for: {posts:?}"
    );
}

#[test]
fn standard_input_that_ends_during_a_write_gets_its_answer_and_the_record_is_kept() {
    let bench = Bench::new();
    let mut session = bench.session();
    bench.github.fault(POST, Fault::Hold);
    session.begin(CREATE, create("last words"));
    bench.github.wait_for("POST");
    session.close();
    // Longer than the SDK waits for answers after the end of its input.
    std::thread::sleep(std::time::Duration::from_secs(6));
    bench.github.release();
    let ended = session.wait();
    assert_eq!(ended.code, Some(0));
    let answer: Value = serde_json::from_str(&ended.stdout).unwrap_or_else(|_| panic!("{}", ended.stdout));
    assert_eq!(content(&answer["result"])["issue_number"], 2);
    assert!(bench.records()[0].contains("\"done\""));
}

#[test]
fn a_program_that_is_told_to_end_during_a_write_answers_and_records_it() {
    let bench = Bench::new();
    let program = bench.program();
    bench.github.fault(POST, Fault::Hold);
    let mut connection = program.begin(CREATE, create("in flight"));
    bench.github.wait_for("POST");
    program.ask_to_end();
    std::thread::sleep(std::time::Duration::from_millis(200));
    bench.github.release();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"issue_number\":2"), "{answer}");
    assert_eq!(program.wait(), Some(0));
    assert!(bench.records()[0].contains("\"done\""));

    let bench = Bench::new();
    let mut session = bench.session();
    bench.github.fault(POST, Fault::Hold);
    session.begin(CREATE, create("in flight"));
    bench.github.wait_for("POST");
    session.ask_to_end();
    std::thread::sleep(std::time::Duration::from_millis(200));
    bench.github.release();
    let ended = session.wait();
    assert_eq!(ended.code, Some(0));
    assert!(ended.stdout.contains("\"issue_number\":2"), "{}", ended.stdout);
    assert!(bench.records()[0].contains("\"done\""));
}

#[test]
fn two_comments_with_the_same_words_and_two_keys_are_two() {
    let bench = Bench::new();
    let mut session = bench.session();
    let with = |key: &str| {
        let mut arguments = comment("the same words");
        arguments["idempotency_key"] = json!(key);
        arguments
    };
    let first = session.call(COMMENT, with("one"));
    bench.github.fault(POST_COMMENT, Fault::Answer("502 Bad Gateway", "", "{}"));
    assert_eq!(session.call(COMMENT, with("two"))["result"]["isError"], true);
    let second = session.call(COMMENT, with("two"));
    assert_eq!(second["result"]["isError"], false, "{second}");
    assert_ne!(content(&first["result"])["comment_id"], content(&second["result"])["comment_id"]);
    assert_eq!(bench.github.said("the same words"), 2);
}

#[test]
fn a_record_that_can_not_be_read_stops_the_write_and_says_how_to_look_for_it() {
    let bench = Bench::new();
    let mut session = bench.session();
    session.call(CREATE, create("once"));
    let folder = format!("{}/keys", bench.state);
    let file = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    fs::write(file, "{\"version\":1,\"req").unwrap();
    let result = session.call(CREATE, create("once"));
    let failure = content(&result["result"]);
    assert_eq!(
        (&failure["code"], &failure["details"]["field"]),
        (&json!("invalid_field"), &json!("idempotency_key"))
    );
    let repair = &failure["repair"];
    assert_eq!(repair["tool"], "github_find_issues");
    let found = session.call("github_find_issues", repair["arguments"].clone());
    assert!(found.to_string().contains("once"));
    assert_eq!(bench.github.titled("once"), 1);
}

#[test]
fn a_state_folder_that_can_not_be_used_is_said_to_be_and_keys_are_of_the_process() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    fs::write(&file, "").unwrap();
    let open = place.path().join("open");
    fs::create_dir(&open).unwrap();
    fs::set_permissions(&open, fs::Permissions::from_mode(0o777)).unwrap();
    let github = FakeGitHub::new();
    for path in [&file, &file.join("below"), &open] {
        let mut session = Session::github(&github.variables(path.to_str().unwrap()));
        let summary = session.call("github_get_capabilities", json!({}));
        let handles = &content(&summary["result"])["prerequisites"]["state_handles"];
        assert_eq!(handles["idempotency_scope"], "process");
        let first = session.call(CREATE, create(path.to_str().unwrap()));
        assert_eq!(
            content(&session.call(CREATE, create(path.to_str().unwrap()))["result"]),
            content(&first["result"])
        );
        let ended = session.end();
        assert!(ended.stderr.contains("no state folder ("), "{}", ended.stderr);
        assert!(!ended.stderr.contains(path.to_str().unwrap()), "{}", ended.stderr);
    }
    assert!(fs::read_dir(&open).unwrap().next().is_none());
}

#[test]
fn the_state_folder_is_the_usual_one_of_the_user_unless_it_is_named() {
    let github = FakeGitHub::new();
    let place = tempfile::tempdir().unwrap();
    let path = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let (xdg, home, named) = (path("xdg"), path("home"), path("named"));
    for (variables, options, folder) in [
        (vec![("XDG_STATE_HOME", xdg.as_str()), ("HOME", &home)], vec![], path("xdg/github-issues-mcp")),
        (
            vec![("XDG_STATE_HOME", "relative"), ("HOME", &home)],
            vec![],
            path("home/.local/state/github-issues-mcp"),
        ),
        (vec![("HOME", &home), ("GITHUB_ISSUES_MCP_STATE_DIR", &named)], vec![], named.clone()),
        (
            vec![("GITHUB_ISSUES_MCP_STATE_DIR", &named)],
            vec!["--state-dir".to_owned(), path("option")],
            path("option"),
        ),
    ] {
        let mut all = github.variables("");
        all.extend(variables);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let program = Program::start(&options, &all);
        assert_eq!(program.terminate(), Some(0));
        let key = fs::metadata(format!("{folder}/cursor.key")).unwrap_or_else(|_| panic!("{folder}"));
        assert_eq!((key.len(), key.permissions().mode() & 0o777), (32, 0o600));
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn the_demo_leaves_no_state_behind() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().to_str().unwrap();
    let mut session =
        Session::demo(&[("XDG_STATE_HOME", path), ("HOME", path), ("GITHUB_ISSUES_MCP_STATE_DIR", path)]);
    session.call(CREATE, create("of the demo"));
    let summary = session.call("github_get_capabilities", json!({}));
    let handles = &content(&summary["result"])["prerequisites"]["state_handles"];
    assert_eq!(handles["idempotency_scope"], "process");
    assert_eq!(session.end().code, Some(0));
    assert!(fs::read_dir(place.path()).unwrap().next().is_none());
}
