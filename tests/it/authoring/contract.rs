//! `yukh contract`: a hidden block of given values.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use proptest::collection::btree_set;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use yukh::authoring::{ContractValues, contract_block};
use yukh::desired::native::{Contract, ProjectValues, Relationships, WorkType, read_contract};
use yukh::desired::{DependencyDeclaration, Desired, ParentDeclaration, Policy, Scalar};
use yukh::scope::IssueNumber;

use crate::support::policies;

/// A native policy whose fields take any text.
const NATIVE: &str = "schema: 1\nfields:\n  \
    work_type: {name: W, kind: single_select, mode: managed, options: {task: T, technical_debt: D}}\n  \
    area: {name: A, kind: single_select, mode: managed, options: {a: A, no: N}}\n  \
    priority: {name: P, kind: single_select, mode: managed, options: {p1: P1}}\n  \
    size: {name: S, kind: single_select, mode: managed, options: {m: M}}\n  \
    estimate: {name: E, kind: number, mode: managed}\n  \
    iteration: {name: I, kind: iteration, mode: managed}\n  \
    status: {name: U, kind: single_select, mode: managed, options: {todo: To do}}\n  \
    start_date: {name: B, kind: date, mode: managed}\n  \
    target_date: {name: C, kind: date, mode: managed}\n";

/// A legacy policy whose fields take any text.
const LEGACY: &str = "version: 1\ncontract: {marker: yukh}\nfields:\n  kind: {project_field: K}\n  \
    area: {project_field: A}\n  priority: {project_field: P}\n  size: {project_field: S}\n  \
    estimate: {project_field: E}\n  team: {project_field: T}\n  cost: {project_field: C, type: number}\n\
    milestones: {m1: First}\n";

fn policy(text: &str) -> Policy {
    Policy::parse(text.as_bytes()).unwrap()
}

/// What a text is made of that a block could break at.
const PIECES: [&str; 17] =
    ["a", "B", "1", " ", "-->", "<!-- yukh", "#", ": ", "\"", "\\", "'", "{", "no", "é", "🏃", "~", "&x"];

/// A text that a contract can hold: trimmed, without what a reader does not see.
fn text(limit: usize) -> impl Strategy<Value = String> {
    let made = proptest::collection::vec(select(&PIECES[..]), 1..8).prop_map(|pieces| pieces.concat());
    let made = prop_oneof![made, "\\PC{1,12}"];
    made.prop_filter_map("no text of a contract", move |text| {
        let text = yukh::scope::text::trim(&text).to_owned();
        let fits = (1..=limit).contains(&text.chars().count());
        (fits && !yukh::scope::text::is_spoofing_text(&text) && !yukh::scope::text::has_control(&text))
            .then_some(text)
    })
}

fn issues() -> impl Strategy<Value = BTreeSet<IssueNumber>> {
    btree_set((1_u64..5000).prop_map(|number| IssueNumber::new(number).unwrap()), 0..30)
}

fn values(pairs: impl IntoIterator<Item = (&'static str, Option<String>)>) -> BTreeMap<String, String> {
    pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

fn list(numbers: &BTreeSet<IssueNumber>) -> Vec<IssueNumber> {
    numbers.iter().copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn a_native_block_is_read_as_what_it_was_made_of(
        (debt, priority, size, todo) in any::<(bool, bool, bool, bool)>(),
        iteration in option::of(text(128)),
        estimate in option::of((0_u32..=10_000, 0_u32..100)),
        (start, target) in (option::of(1_u32..28), option::of(1_u32..28)),
        parent in option::of(1_u64..100),
        (blocks, blocked_by) in (issues(), issues()),
    ) {
        let date = |day: u32, month: u32| format!("2026-{month:02}-{day:02}");
        let estimate = estimate.map(|(whole, part)| if whole == 10_000 { "10000".to_owned() } else { format!("{whole}.{part:02}") });
        let (start, target) = (start.map(|day| date(day, 1)), target.map(|day| date(day, 2)));
        let parent = parent.and_then(IssueNumber::new);
        let given = ContractValues {
            values: values([
                ("work_type", Some(if debt { "technical-debt" } else { "task" }.to_owned())),
                ("area", Some("no".to_owned())),
                ("priority", priority.then(|| "p1".to_owned())),
                ("size", size.then(|| "m".to_owned())),
                ("estimate", estimate.clone()),
                ("iteration", iteration.clone()),
                ("status", todo.then(|| "todo".to_owned())),
                ("start_date", start.clone()),
                ("target_date", target.clone()),
            ]),
            parent,
            blocks: list(&blocks),
            blocked_by: list(&blocked_by),
        };
        let block = contract_block(&policy(NATIVE), &given, None).unwrap();
        let body = format!("Words.\n\n{block}\nMore words.\n");
        let some = |numbers: &BTreeSet<IssueNumber>| (!numbers.is_empty()).then(|| list(numbers));
        let project = ProjectValues { status: todo.then(|| "todo".to_owned()), start_date: start, target_date: target };
        let relationships = Relationships { parent, blocks: some(&blocks), blocked_by: some(&blocked_by) };
        let expected = Contract {
            work_type: if debt { WorkType::TechnicalDebt } else { WorkType::Task },
            area: "no".to_owned(),
            priority: priority.then(|| "p1".to_owned()),
            size: size.then(|| "m".to_owned()),
            estimate: estimate.map(|text| text.parse().unwrap()),
            iteration,
            project: (project != ProjectValues::default()).then_some(project),
            relationships: (relationships != Relationships::default()).then_some(relationships),
        };
        let reading = read_contract(&body, IssueNumber::new(9_000_000)).unwrap();
        prop_assert!(reading.notices.is_empty(), "{}", block);
        prop_assert!(reading.contract == Some(expected), "{}", block);
    }

    #[test]
    fn a_legacy_block_is_read_as_what_it_was_made_of(
        (kind, area, priority) in (text(256), text(256), text(256)),
        (size, team) in (option::of(text(256)), option::of(text(256))),
        (estimate, cost) in (option::of(0_u32..1000), option::of(0_u32..1000)),
        milestone in any::<bool>(),
        parent in option::of(1_u64..100),
        (blocks, blocked_by) in (issues(), issues()),
    ) {
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let parent = parent.and_then(IssueNumber::new);
        let given = values([
            ("kind", Some(kind)), ("area", Some(area)), ("priority", Some(priority)), ("size", size), ("team", team),
            ("estimate", number(estimate)), ("cost", number(cost)), ("milestone", milestone.then(|| "m1".to_owned())),
        ]);
        let written = ContractValues { values: given.clone(), parent, blocks: list(&blocks), blocked_by: list(&blocked_by) };
        let block = contract_block(&policy(LEGACY), &written, None).unwrap();
        let reading = policy(LEGACY).read(&format!("Words. {block}"), IssueNumber::new(1).unwrap()).unwrap();
        prop_assert!(reading.notices.is_empty(), "{}", block);
        let desired: Desired = reading.desired.unwrap();
        let mut read: BTreeMap<String, String> = desired.values.iter().map(|value| {
            let text = match &value.desired {
                Scalar::Text(text) => text.clone(),
                Scalar::Number(number) => number.to_string(),
            };
            (value.key.as_str().to_owned(), text)
        }).collect();
        if let Some(Some(_)) = desired.milestone {
            read.insert("milestone".to_owned(), "m1".to_owned());
        }
        prop_assert_eq!(read, given, "{}", block);
        prop_assert_eq!(desired.parent, ParentDeclaration::Exactly(parent));
        prop_assert_eq!(desired.dependencies, DependencyDeclaration::Exactly { blocks, blocked_by });
    }

    #[test]
    fn whatever_is_given_a_block_is_right_or_refused(
        pairs in proptest::collection::btree_map(
            prop_oneof![select(vec!["work_type", "area", "kind", "priority", "estimate", "size", "status"]).prop_map(str::to_owned), any::<String>()],
            prop_oneof![select(vec!["task", "a", "p1", "3", "--> ", "\n"]).prop_map(str::to_owned), any::<String>()],
            0..8,
        ),
    ) {
        for text in [NATIVE, LEGACY] {
            let given = ContractValues { values: pairs.clone(), ..ContractValues::default() };
            if let Ok(block) = contract_block(&policy(text), &given, None) {
                let read = policy(text).read_draft(&block).unwrap();
                prop_assert!(read.desired.is_some_and(|desired| desired.diagnostics.is_empty()));
            }
        }
    }
}

/// Exit code, standard output and standard error of the real program.
fn contract(policy: &str, arguments: &[&str]) -> (i32, String, String) {
    let workspace = tempfile::tempdir().unwrap();
    fs::create_dir(workspace.path().join(".yukh")).unwrap();
    fs::write(workspace.path().join(".yukh/project.yaml"), policy).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_yukh"));
    let output =
        command.env_clear().current_dir(workspace.path()).arg("contract").args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_real_program_prints_the_block() {
    let native = "--set work_type=technical-debt --set area=beds --set estimate=2.5 --set start_date=2026-03-01 \
                  --parent 12 --blocks 3,4 --blocked-by 9 --issue-number 7";
    let words: Vec<&str> = native.split_ascii_whitespace().collect();
    let (code, stdout, stderr) = contract(policies::NATIVE, &words);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(
        stdout,
        "<!-- yukh:issue:v1\nschema: 1\nwork_type: technical-debt\narea: beds\nestimate: 2.5\nproject:\n  \
         start_date: \"2026-03-01\"\nrelationships:\n  parent: 12\n  blocks: [3, 4]\n  blocked_by: [9]\n-->\n"
    );
    let legacy = "--set kind=task --set area=beds --set priority=low --set milestone=spring --set \
                  start_date=2026-03-01 --blocked-by 9";
    let words: Vec<&str> = legacy.split_ascii_whitespace().collect();
    let (code, stdout, stderr) = contract(policies::LEGACY, &words);
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(
        stdout,
        "<!-- yukh\nschema: 1\nkind: task\narea: beds\npriority: low\nmilestone: spring\ndepends_on: [9]\n\
         extensions:\n  start_date: \"2026-03-01\"\n-->\n"
    );
}

#[test]
fn what_the_policy_does_not_accept_is_refused_by_its_code() {
    let native = ["--set", "work_type=task", "--set", "area=beds"];
    let legacy = ["--set", "kind=task", "--set", "area=beds", "--set", "priority=low"];
    for (policy, base, more, codes) in [
        (
            policies::NATIVE,
            &native[..],
            &["--set", "priority=CANARY"][..],
            "YKP-PLAN-005 $.contract.priority",
        ),
        (policies::NATIVE, &native, &["--set", "status=todo"], "YKP-PLAN-004 $.policy.fields.status"),
        (policies::NATIVE, &native, &["--set", "estimate=10001"], "YKP-CONTRACT-008 $.estimate"),
        (policies::NATIVE, &native, &["--set", "estimate=many"], "YKP-CONTRACT-007 $.estimate"),
        (
            policies::NATIVE,
            &native,
            &["--set", "start_date=2026-02-30"],
            "YKP-CONTRACT-008 $.project.start_date",
        ),
        (policies::NATIVE, &native, &["--set", "colour=CANARY"], "YKP-CONTRACT-006 $.colour"),
        (policies::NATIVE, &native, &["--set", "schema=2"], "YKP-CONTRACT-004 $"),
        (policies::NATIVE, &native, &["--blocks", "3,3"], "YKP-CONTRACT-009 $.relationships.blocks[1]"),
        (
            policies::NATIVE,
            &native,
            &["--parent", "7", "--issue-number", "7"],
            "YKP-CONTRACT-010 $.relationships.parent",
        ),
        (policies::NATIVE, &native[..2], &[], "YKP-CONTRACT-001 $.area"),
        (policies::LEGACY, &legacy, &["--set", "milestone=CANARY"], "YKP-LEGACY-004 $.milestones"),
        (policies::LEGACY, &legacy, &["--set", "size=CANARY"], "YKP-LEGACY-003 $.fields.size"),
        (policies::LEGACY, &legacy, &["--set", "colour=CANARY"], "YKP-LEGACY-003 $.fields.colour"),
        (policies::LEGACY, &legacy, &["--set", "status=Done"], "YKP-LEGACY-003 $.fields.status"),
        (policies::LEGACY, &legacy[..4], &[], "YKP-LEGACY-001 $.priority"),
    ] {
        let (code, stdout, stderr) = contract(policy, &[base, more].concat());
        assert_eq!(code, 2, "{more:?} {stdout}");
        let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let first = &json["diagnostics"][0];
        assert_eq!(
            format!("{} {}", first["code"].as_str().unwrap(), first["path"].as_str().unwrap_or("$")),
            codes
        );
        assert!(first.get("line").is_none(), "nobody sees the block: {stdout}");
        assert!(!format!("{stdout}{stderr}").contains("CANARY"), "{stdout} {stderr}");
    }
    for (arguments, option) in [
        (&["--set", "area"][..], "--set"),
        (&["--set", "area=a", "--set", "area=a"], "--set"),
        (&["--parent", "07"], "--parent"),
        (&["--blocks", "1,"], "--blocks"),
        (&["--blocked-by", ""], "--blocked-by"),
    ] {
        let (code, stdout, _) = contract(policies::NATIVE, arguments);
        let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!((code, json["diagnostics"][0]["option"].as_str()), (2, Some(option)));
    }
}
