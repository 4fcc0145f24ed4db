//! The workflows, the issue templates and the examples of this repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use serde_json::Value as Json;
use yukh::action::Input;
use yukh::desired::Policy;
use yukh::scope::IssueNumber;

use super::{entries, root, scalar, yaml, yaml_text};
use crate::documents::{blocks, document};

/// The files of a folder with an ending, sorted.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let Ok(found) = fs::read_dir(root().join(folder)) else { return Vec::new() };
    let mut found: Vec<PathBuf> = found.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.to_str().unwrap().ends_with(ending));
    found.sort();
    found
}

/// Every workflow, of this repository and of `examples`.
fn workflows() -> Vec<(PathBuf, Json)> {
    let found = [files(".github/workflows", ".yml"), files("examples", ".yml")].concat();
    assert!(!found.is_empty());
    found.into_iter().map(|path| (path.clone(), yaml(&path))).collect()
}

#[test]
fn every_workflow_is_bounded_and_has_no_permission_by_default() {
    for (path, workflow) in workflows() {
        let path = path.display();
        assert_eq!(workflow["permissions"], serde_json::json!({}), "{path}");
        assert!(workflow["concurrency"]["group"].is_string(), "{path}");
        for (name, job) in entries(&workflow["jobs"]) {
            // A job that calls a workflow can not have a bound of its own.
            if job.get("uses").is_none() {
                assert!(job["timeout-minutes"].is_u64(), "{path}: {name}");
                assert!(job.get("permissions").is_some() || workflow_needs_none(job), "{path}: {name}");
            }
        }
    }
}

/// A job that checks nothing out works without a permission of its own.
fn workflow_needs_none(job: &Json) -> bool {
    let steps = job["steps"].as_array().unwrap();
    steps
        .iter()
        .all(|step| !step.get("uses").map(scalar).unwrap_or_default().starts_with("actions/checkout@"))
}

#[test]
fn every_action_of_others_is_pinned_once_to_a_commit_with_its_version() {
    let mut pins: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let definitions = ["action.yml", "setup/action.yml"].map(|name| root().join(name));
    let files = workflows().into_iter().map(|(path, _)| path).chain(definitions);
    for path in files.chain(self::files("docs", ".md")) {
        let text = fs::read_to_string(&path).unwrap();
        for (_, rest) in text.lines().filter_map(|line| line.split_once("uses: ")) {
            if rest.starts_with("./") || rest.starts_with("$/") {
                continue;
            }
            let (action, pin) = rest.split_once('@').unwrap_or_else(|| panic!("{}: {rest}", path.display()));
            let (commit, version) =
                pin.split_once(" # v").unwrap_or_else(|| panic!("{}: {rest}", path.display()));
            let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_commit && !version.is_empty(), "{}: {rest}", path.display());
            pins.entry(action.to_owned()).or_default().insert(pin.to_owned());
        }
    }
    for (action, pins) in pins {
        assert_eq!(pins.len(), 1, "{action}: {pins:?}");
    }
}

#[test]
fn a_checkout_keeps_no_credentials() {
    for (path, workflow) in workflows() {
        for (_, job) in entries(&workflow["jobs"]) {
            for step in job["steps"].as_array().into_iter().flatten() {
                if step.get("uses").map(scalar).unwrap_or_default().starts_with("actions/checkout@") {
                    assert_eq!(step["with"]["persist-credentials"], false, "{}", path.display());
                }
            }
        }
    }
}

#[test]
fn the_issue_templates_carry_a_contract_of_this_repositorys_policy() {
    let policy = Policy::parse(&fs::read(root().join(".yukh/project.yaml")).unwrap()).unwrap();
    let templates = files(".github/ISSUE_TEMPLATE", ".md");
    assert!(!templates.is_empty());
    for path in templates {
        let text = fs::read_to_string(&path).unwrap();
        let body = text.splitn(3, "---\n").nth(2).unwrap();
        let reading = policy.read(body, IssueNumber::new(1).unwrap()).unwrap();
        assert!(reading.notices.is_empty(), "{}: {:?}", path.display(), reading.notices);
        let desired = reading.desired.unwrap_or_else(|| panic!("{}: no contract", path.display()));
        assert!(desired.diagnostics.is_empty(), "{}: {:?}", path.display(), desired.diagnostics);
        assert_eq!(desired.values.len(), 3, "{}", path.display());
    }
}

#[test]
fn b82_the_check_builds_both_static_programs() {
    let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
    assert!(read(".ci/run").contains("target=x86_64-unknown-linux-musl\nbash .ci/build \"$target\"\n"));
    assert!(read(".github/workflows/ci.yml").contains("- run: bash .ci/build aarch64-unknown-linux-musl\n"));
    let release = yaml(&root().join(".github/workflows/release.yml"));
    let matrix = release["jobs"]["build"]["strategy"]["matrix"]["include"].as_array().unwrap();
    let targets: Vec<String> = matrix.iter().map(|row| scalar(&row["target"])).collect();
    assert_eq!(targets, ["x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl"]);
}

#[test]
fn a_release_fixes_the_toolchain_that_the_package_asks_for() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let release = yaml(&root().join(".github/workflows/release.yml"));
    let fixed = scalar(&release["env"]["RUST_VERSION"]);
    let least = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap();
    assert!(format!("{fixed}.").starts_with(&format!("{}.", least.trim_matches('"'))), "{fixed} {least}");
}

/// The workflows that consumers copy.
fn examples() -> Vec<(PathBuf, Json)> {
    let found = files("examples", ".yml");
    assert!(!found.is_empty());
    found.into_iter().map(|path| (path.clone(), yaml(&path))).collect()
}

#[test]
fn b30_an_app_token_is_minted_with_the_owner_set() {
    let mut minted = 0;
    for (path, workflow) in workflows() {
        for (_, job) in entries(&workflow["jobs"]) {
            for step in job["steps"].as_array().into_iter().flatten() {
                if step
                    .get("uses")
                    .map(scalar)
                    .unwrap_or_default()
                    .starts_with("actions/create-github-app-token@")
                {
                    assert!(step["with"]["owner"].is_string(), "{}", path.display());
                    let writes = entries(&step["with"]).into_iter().any(|(_, value)| value == "write");
                    assert!(!writes, "{}", path.display());
                    minted += 1;
                }
            }
        }
    }
    assert_eq!(minted, 2, "one in the examples, one in the fleet");
}

#[test]
fn no_workflow_runs_what_a_stranger_proposes_with_a_secret() {
    for (path, workflow) in workflows() {
        let events: Vec<&str> = match &workflow["on"] {
            Json::Object(events) => events.keys().map(String::as_str).collect(),
            other => panic!("{}: {other}", path.display()),
        };
        for event in ["pull_request_target", "workflow_run", "issue_comment"] {
            assert!(!events.contains(&event), "{}: {event}", path.display());
        }
    }
}

#[test]
fn advisories_are_looked_up_with_each_change_and_each_week() {
    let workflow = yaml(&root().join(".github/workflows/ci.yml"));
    assert_eq!(workflow["on"]["push"]["branches"][0], "main");
    assert!(workflow["on"].as_object().unwrap().contains_key("pull_request"));
    assert_eq!(scalar(&workflow["on"]["schedule"][0]["cron"]).split(' ').next_back(), Some("1"));
    let job = &workflow["jobs"]["advisories"];
    assert!(job.get("if").is_none(), "on each of these events");
    let steps = job["steps"].as_array().unwrap();
    // Without a name of a check, `cargo deny` makes all of them.
    assert!(steps.iter().any(|step| step["run"] == "cargo deny --all-features check"), "{steps:?}");
}

#[test]
fn b60_no_workflow_filters_by_paths() {
    for (path, workflow) in workflows() {
        for (event, filter) in workflow["on"].as_object().into_iter().flatten() {
            for name in ["paths", "paths-ignore"] {
                assert!(filter.get(name).is_none(), "{}: {event}", path.display());
            }
        }
    }
}

#[test]
fn b63_whatever_plans_on_events_audits_on_a_schedule_too() {
    for (path, workflow) in examples() {
        if path.ends_with("lint.yml") {
            assert!(!fs::read_to_string(&path).unwrap().contains("secrets."), "it reads nothing of GitHub's");
            continue;
        }
        assert!(workflow["on"]["schedule"].is_array(), "{}", path.display());
    }
    let own = yaml(&root().join(".github/workflows/audit.yml"));
    assert!(own["on"]["schedule"].is_array());
    let document = fs::read_to_string(root().join("docs/action.md")).unwrap();
    for hook in ["sub_issues", "issue_dependencies", "projects_v2_item"] {
        assert!(document.contains(hook), "{hook}");
    }
}

#[test]
fn whoever_uses_the_action_gives_it_inputs_that_it_has() {
    let readme = blocks(&document("README.md"), "yaml").into_iter().find(|block| block.contains("\njobs:"));
    let readme = readme.expect("a workflow");
    assert_eq!(readme.lines().count(), 10, "it says ten lines");
    let all = [workflows(), vec![("README.md".into(), yaml_text(&readme))]].concat();
    let names: BTreeSet<&str> = Input::ALL.into_iter().map(Input::name).collect();
    for (path, workflow) in all {
        for (_, job) in entries(&workflow["jobs"]) {
            for step in job["steps"].as_array().into_iter().flatten() {
                let uses = step.get("uses").map(scalar).unwrap_or_default();
                if uses != "./" && !uses.starts_with("acme-garden/yukh@") {
                    continue;
                }
                let given: BTreeSet<&str> =
                    entries(&step["with"]).into_iter().map(|(name, _)| name).collect();
                assert!(given.is_subset(&names), "{}: {given:?}", path.display());
                for input in Input::ALL.into_iter().filter(|input| input.is_required()) {
                    assert!(given.contains(input.name()), "{}: {}", path.display(), input.name());
                }
            }
        }
    }
}

#[test]
fn pull_requests_are_compared_without_a_secret_and_live_behind_a_label_alone() {
    let workflow = yaml(&root().join(".github/workflows/compare.yml"));
    let triggers: Vec<&str> = entries(&workflow["on"]).into_iter().map(|(name, _)| name).collect();
    assert_eq!(triggers, ["pull_request"]);
    let recordings = &workflow["jobs"]["recordings"];
    assert!(!recordings.to_string().contains("secrets."), "{recordings}");
    assert!(recordings.get("if").is_none() && recordings.get("environment").is_none());
    let uses = |job: &Json| {
        let steps = job["steps"].as_array().unwrap();
        steps.iter().find(|step| step.get("uses").map(scalar).as_deref() == Some("./")).unwrap()["with"]
            .clone()
    };
    let folder = scalar(&uses(recordings)["recordings"]);
    assert!(root().join(&folder).is_dir(), "{folder}");
    let live = &workflow["jobs"]["live"];
    let condition = scalar(&live["if"]);
    for part in ["'compare-live'", "head.repo.full_name == github.repository"] {
        assert!(condition.contains(part), "{condition}");
    }
    assert_eq!(scalar(&uses(live)["mode"]), "compare");
}
