//! `yukh compare` against a server that answers both readers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use super::recorded::Recorded;
use crate::support::program::TOKEN;

/// A server on a free port of this machine that answers as a recorded world.
pub(crate) struct Served {
    mock: MockServer,
    asked: Arc<Mutex<Vec<String>>>,
}

struct Responder {
    world: BTreeMap<String, Json>,
    asked: Arc<Mutex<Vec<String>>>,
    /// What of GraphQL is left, as REST answers do not tell it.
    left: u64,
}

impl Served {
    pub(crate) fn of(world: &Recorded, left: u64) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let named = |(name, body): (&&str, &Json)| ((*name).to_owned(), body.clone());
        let world = world.v1.iter().chain(&world.v2).map(named).collect();
        let responder = Responder { world, asked: Arc::clone(&asked), left };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let mock = runtime.block_on(async {
            let mock = MockServer::builder().start().await;
            Mock::given(any()).respond_with(responder).mount(&mock).await;
            mock
        });
        Self { mock, asked }
    }

    pub(crate) fn address(&self) -> String {
        self.mock.uri()
    }

    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    /// Exit code, result and what stood on standard error.
    fn compare(&self, arguments: &[&str]) -> (i32, Json, String) {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("policy.yaml"), Recorded::new().policy).unwrap();
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
        let live =
            ["compare", "--repo", "acme-garden/greenhouse", "--project", "4", "--policy-path", "policy.yaml"];
        let output = command
            .current_dir(directory.path())
            .env_clear()
            .env("YUKH_LOOPBACK_API", self.address())
            .env("YUKH_GITHUB_TOKEN", TOKEN)
            .args(live)
            .args(arguments)
            .output()
            .unwrap();
        let result = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("JSON: {output:?}"));
        (output.status.code().unwrap(), result, String::from_utf8(output.stderr).unwrap())
    }
}

impl Respond for Responder {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let asked = |name: &str| self.asked.lock().unwrap().push(name.to_owned());
        let answer = |name: &str| {
            ResponseTemplate::new(200)
                .insert_header("x-ratelimit-remaining", "4000")
                .insert_header("x-ratelimit-resource", "core")
                .set_body_raw(self.world[name].to_string(), "application/json; charset=utf-8")
        };
        if request.url.path() == "/graphql" {
            let body: Json = serde_json::from_slice(&request.body).unwrap();
            let operation = body["operationName"].as_str().unwrap();
            asked(operation);
            let name = match (operation, body["variables"]["issue"].as_u64()) {
                ("YukhRollbackScope", Some(7)) => "scope-7".to_owned(),
                _ => operation.trim_start_matches("YukhRollback").to_ascii_lowercase(),
            };
            let earlier = self.asked.lock().unwrap().iter().filter(|name| name.starts_with("Yukh")).count();
            let mut answer = self.world[&name].clone();
            answer["data"]["rateLimit"]["remaining"] = json!(self.left.saturating_sub(earlier as u64));
            return ResponseTemplate::new(200)
                .set_body_raw(answer.to_string(), "application/json; charset=utf-8");
        }
        let path = request.url.path();
        asked(path);
        match path.rsplit('/').next().unwrap() {
            "greenhouse" => answer("repository.json"),
            "fields" => answer("fields.json"),
            // The issues are on the second page of the demo, which is the only one here.
            "items" => answer("items-2.json"),
            _ => answer("project.json"),
        }
    }
}

#[test]
fn both_readers_are_asked_once_and_v2_first() {
    let server = Served::of(&Recorded::new(), 4000);
    let (code, comparison, stderr) = server.compare(&["6", "7"]);
    assert_eq!((code, &comparison["status"]), (0, &json!("equal")), "{comparison} {stderr}");
    assert_eq!(comparison["counts"]["issues"], 2);
    let asked = server.asked();
    let rest = asked.iter().take_while(|name| name.starts_with('/')).count();
    assert_eq!(rest, 4, "{asked:?}");
    let graphql: Vec<&str> =
        asked[rest..].iter().map(|name| name.trim_start_matches("YukhRollback")).collect();
    assert_eq!(graphql, ["Scope", "Fields", "Item", "Relationships", "Scope"]);
    assert_eq!(comparison["evidence"]["v2"]["restRequests"], 4);
    assert_eq!(comparison["evidence"]["v1"]["graphqlRequests"], 5);
}

#[test]
fn a_difference_between_the_readers_is_exit_1() {
    let mut world = Recorded::new();
    world.issue()["body"] = json!("Nothing hidden here.");
    let (code, comparison, _) = Served::of(&world, 4000).compare(&["--issue-numbers", "6"]);
    assert_eq!((code, &comparison["status"]), (1, &json!("different")));
    let issue = &comparison["comparisons"][0]["issues"][0];
    assert_eq!(issue["outcomes"], json!({"v1": "no_contract", "v2": "planned"}));
}

#[test]
fn the_reserve_holds_for_the_v1_reader_and_defers_it() {
    let server = Served::of(&Recorded::new(), 503);
    let (code, comparison, stderr) = server.compare(&["6"]);
    assert_eq!((code, &comparison["status"]), (6, &json!("deferred")), "{comparison}");
    assert_eq!(comparison["comparisons"][0]["diagnostics"]["v1"][0]["code"], "YKP-RATE-001");
    assert_eq!(comparison["comparisons"][0]["issues"], json!([]));
    assert!(stderr.contains("YKP-RATE-001"), "{stderr}");
}

#[test]
fn the_v1_reader_spends_nothing_where_the_v2_reader_failed() {
    let server = Served::of(&Recorded::new(), 4000);
    let (code, comparison, _) = server.compare(&["6", "--rest-requests", "1"]);
    assert_eq!((code, &comparison["status"]), (6, &json!("deferred")), "{comparison}");
    assert_eq!(comparison["comparisons"][0]["diagnostics"]["v2"][0]["code"], "YKP-RATE-001");
    assert!(server.asked().iter().all(|name| name.starts_with('/')), "{:?}", server.asked());
    assert_eq!(comparison["evidence"]["v1"], Json::Null);
}

#[test]
fn a_body_without_contract_is_refused_on_both_sides_where_that_is_asked_for() {
    let mut world = Recorded::new();
    world.issue()["body"] = json!("Nothing hidden here.");
    let items = world.v2.get_mut("items-2.json").unwrap().as_array_mut().unwrap();
    let item = items.iter_mut().find(|item| item["content"]["number"] == 6).unwrap();
    item["content"]["body"] = json!("Nothing hidden here.");
    let (code, comparison, _) = Served::of(&world, 4000).compare(&["6", "--require-contract"]);
    let issue = &comparison["comparisons"][0]["issues"][0];
    assert_eq!((code, &issue["outcomes"]["v1"], &issue["status"]), (0, &json!("error"), &json!("equal")));
}
