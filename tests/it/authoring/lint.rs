//! `yukh lint` with the real program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::policies;

const POLICY: &str = ".yukh/project.yaml";

/// A native block with two values that the policy does not have.
const BLOCK: &str = "<!-- yukh:issue:v1\nschema: 1\nwork_type: task\narea: beds\npriority: someday\n-->\n";

/// A folder with these files.
fn workspace(files: &[(&str, &str)]) -> TempDir {
    let workspace = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = workspace.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    workspace
}

fn lint(workspace: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_yukh"));
    command.env_clear().current_dir(workspace).arg("lint").args(arguments).output().unwrap()
}

/// Exit code and standard output.
fn run(workspace: &TempDir, arguments: &[&str]) -> (i32, String) {
    let output = lint(workspace.path(), arguments);
    assert_eq!(output.stderr, b"", "{output:?}");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// `file:line:column severity code path` of each finding.
fn findings(workspace: &TempDir, arguments: &[&str]) -> (i32, Vec<String>) {
    let (code, stdout) = run(workspace, &[arguments, &["--format", "json"]].concat());
    assert_eq!(stdout.matches('\n').count(), 1, "{stdout}");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["status"] == "success", code == 0);
    let mut lines = Vec::new();
    for file in report["files"].as_array().unwrap() {
        for finding in file["findings"].as_array().unwrap() {
            let word = |member: &str| finding[member].as_str().unwrap_or("-").to_owned();
            lines.push(format!(
                "{}:{}:{} {} {} {}",
                file["file"].as_str().unwrap(),
                finding["line"],
                finding["column"],
                word("severity"),
                word("code"),
                word("path")
            ));
        }
    }
    (code, lines)
}

#[test]
fn what_is_right_ends_with_exit_code_0_in_both_dialects() {
    let native = "Text\n\n<!-- yukh:issue:v1\nschema: 1\nwork_type: task\narea: beds\n-->\n";
    let legacy = "<!-- yukh\nschema: 1\nkind: task\narea: beds\npriority: low\n-->\n";
    for (policy, body) in [(policies::NATIVE, native), (policies::LEGACY, legacy)] {
        let workspace = workspace(&[(POLICY, policy), ("body.md", body), ("plain.md", "No block.\n")]);
        let (code, stdout) = run(&workspace, &["body.md", "plain.md", "--format", "json"]);
        let file = |name, kind| json!({"file": name, "kind": kind, "checked": true, "findings": []});
        let expected = json!({
            "schema": 1,
            "status": "success",
            "files": [file(POLICY, "policy"), file("body.md", "body"), file("plain.md", "body")],
            "totals": {"checked": 3, "errors": 0, "notices": 0},
        });
        assert_eq!((code, serde_json::from_str::<Value>(&stdout).unwrap()), (0, expected));
        assert_eq!(run(&workspace, &["--format", "github"]), (0, String::new()));
        assert_eq!(
            findings(&workspace, &["plain.md", "--require-contract"]),
            (2, vec!["plain.md:null:null error YKP-RUNTIME-001 $".to_owned()])
        );
    }
}

#[test]
fn every_finding_has_its_place_in_the_file() {
    let front = "---\nname: Bug\nabout: x\n---\n\n";
    let workspace = workspace(&[
        (POLICY, policies::NATIVE),
        ("body.md", BLOCK),
        (".github/ISSUE_TEMPLATE/bug.md", &format!("{front}{BLOCK}")),
        (".github/ISSUE_TEMPLATE/config.yml", "blank_issues_enabled: false\n"),
        ("near.md", "  <!-- yukh:issue:v1\n"),
        ("broken.md", "x\n<!-- yukh:issue:v1\nschema: 1\nwork_type: chore\nsize: [m]\n-->\n"),
        (
            "unmanaged.md",
            "<!-- yukh:issue:v1\nschema: 1\nwork_type: task\narea: beds\nproject:\n  status: todo\n-->\n",
        ),
    ]);
    let files = [
        "body.md",
        ".github/ISSUE_TEMPLATE/bug.md",
        ".github/ISSUE_TEMPLATE/config.yml",
        "near.md",
        "broken.md",
        "unmanaged.md",
    ];
    assert_eq!(
        findings(&workspace, &files),
        (
            2,
            [
                "body.md:5:11 error YKP-PLAN-005 $.contract.priority",
                ".github/ISSUE_TEMPLATE/bug.md:10:11 error YKP-PLAN-005 $.contract.priority",
                "near.md:1:3 notice YKP-CONTRACT-012 $",
                "broken.md:3:1 error YKP-CONTRACT-001 $.area",
                "broken.md:4:12 error YKP-CONTRACT-008 $.work_type",
                "broken.md:5:7 error YKP-CONTRACT-007 $.size",
                "unmanaged.md:6:11 error YKP-PLAN-004 $.policy.fields.status",
            ]
            .map(str::to_owned)
            .to_vec()
        )
    );
    assert_eq!(findings(&workspace, &["near.md"]).0, 0, "a notice is no error");
}

#[test]
fn legacy_findings_stand_at_the_member_that_the_policy_does_not_resolve() {
    let body = "<!-- yukh\nschema: 1\nkind: task\narea: nowhere\npriority: low\nmilestone: m9\n-->\n";
    let workspace = workspace(&[(POLICY, policies::LEGACY), ("body.md", body)]);
    let (code, found) = findings(&workspace, &["body.md"]);
    assert_eq!(code, 2);
    assert_eq!(
        found,
        ["body.md:4:7 error YKP-LEGACY-003 $.fields.area", "body.md:6:12 error YKP-LEGACY-004 $.milestones"]
    );
}

#[test]
fn a_form_is_checked_as_the_body_that_it_makes() {
    let block = BLOCK.replace('\n', "\n        ");
    let area = |value: &str| {
        format!("  - type: textarea\n    attributes:\n      label: Plan\n      value: |\n        {value}\n")
    };
    let form = |areas: &[String]| format!("name: Bug\ndescription: x\nbody:\n{}", areas.concat());
    let shown =
        format!("  - type: markdown\n    attributes:\n      value: |\n        Hi.\n        {block}\n");
    let workspace = workspace(&[
        (POLICY, policies::NATIVE),
        (".github/ISSUE_TEMPLATE/one.yml", &form(&[area("first"), area(&block)])),
        (".github/ISSUE_TEMPLATE/two.yml", &form(&[area(&block), area(&block)])),
        (".github/ISSUE_TEMPLATE/shown.yml", &form(&[shown])),
        ("none.yaml", "name: x\n"),
        ("tagged.yml", "body:\n  - !x y\n"),
    ]);
    let path = |name: &str| format!(".github/ISSUE_TEMPLATE/{name}.yml");
    let (one, two, shown) = (path("one"), path("two"), path("shown"));
    let (code, found) = findings(&workspace, &[&one, &two, &shown, "none.yaml", "tagged.yml"]);
    assert_eq!(code, 2);
    assert_eq!(
        found,
        [
            &format!("{one}:17:19 error YKP-PLAN-005 $.contract.priority"),
            &format!("{two}:19:9 error YKP-CONTRACT-002 $"),
            &format!("{shown}:9:9 notice YKP-CONTRACT-012 $"),
            "none.yaml:1:1 error YKP-LINT-002 $",
            "tagged.yml:2:8 error YKP-LINT-002 $",
        ]
    );
}

#[test]
fn a_policy_that_is_not_valid_is_told_and_what_needs_it_is_not_checked() {
    let workspace =
        workspace(&[(POLICY, "schema: 1\nfields:\n  area: { name: Area, kind: option }\n"), ("b.md", BLOCK)]);
    let (code, stdout) = run(&workspace, &["b.md", "--format", "json"]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(code, 2);
    assert_eq!(report["files"][0]["findings"][0]["code"], "YKP-POLICY-001");
    assert_eq!(report["files"][0]["findings"][0]["line"], 3);
    assert_eq!(report["files"][1], json!({"file": "b.md", "kind": "body", "checked": false, "findings": []}));
    assert_eq!(report["totals"]["checked"], 1);
}

#[test]
fn what_can_not_be_read_is_one_finding_of_its_file() {
    let workspace = workspace(&[(POLICY, policies::NATIVE), ("large.md", &"x".repeat((256 << 10) + 1))]);
    fs::write(workspace.path().join("latin.md"), b"caf\xe9\n").unwrap();
    std::os::unix::fs::symlink("latin.md", workspace.path().join("link.md")).unwrap();
    let files = ["missing.md", "large.md", "latin.md", "link.md", ".yukh", "../x.md", "/etc/hostname"];
    let (code, found) = findings(&workspace, &files);
    assert_eq!(code, 2);
    assert_eq!(found, files.map(|file| format!("{file}:null:null error YKP-LINT-001 $")));
    let elsewhere = tempfile::tempdir().unwrap();
    assert_eq!(findings(&elsewhere, &[]), (2, vec![format!("{POLICY}:null:null error YKP-RUNTIME-006 $")]));
}

#[test]
fn the_text_is_that_of_an_editor_and_the_annotations_are_commands() {
    let front = "---\nname: Bug\n---\n";
    let workspace = workspace(&[
        (POLICY, policies::NATIVE),
        (".github/ISSUE_TEMPLATE/bug, new.md", &format!("{front}> <!-- yukh:issue:v1\n\n{BLOCK}")),
        ("missing.yml", ""),
    ]);
    let files = [".github/ISSUE_TEMPLATE/bug, new.md", "missing.yml"];
    let shown = |format| run(&workspace, &[&files[..], &["--format", format]].concat());
    let (code, text) = shown("text");
    assert_eq!(code, 2);
    insta::assert_snapshot!("text", text);
    let (code, annotations) = shown("github");
    assert_eq!(code, 2);
    insta::assert_snapshot!("github", annotations);
}

#[test]
fn nothing_of_a_file_is_printed_and_its_name_can_not_command_a_runner() {
    let canary = "CANARY-7";
    let block =
        format!("<!-- yukh:issue:v1\nschema: 1\nwork_type: {canary}\narea: {canary}\n{canary}!: 1\n-->\n");
    let form = format!(
        "{canary}: 1\nbody:\n  - type: textarea\n    attributes:\n      value: |\n        {canary}\n  - {canary}\n"
    );
    let name = "::error::x ##[add-mask]y\u{202e}.md";
    let workspace =
        workspace(&[(POLICY, policies::NATIVE), (name, &block), ("form.yml", &form), ("next.md", &block)]);
    for format in ["text", "json", "github"] {
        let (code, stdout) = run(&workspace, &[name, "form.yml", "next.md", "--format", format]);
        assert_eq!(code, 2);
        assert!(!stdout.contains(canary) && !stdout.contains('\u{1b}'), "{stdout}");
        for line in stdout.lines() {
            let ours = format == "github" && line.starts_with("::error file=");
            let inert = !line.starts_with("::") && !line.contains("##[") && !line.contains('\u{202e}');
            assert!(ours || inert, "{line}");
        }
    }
}

#[test]
fn the_policy_and_the_templates_of_this_repository_are_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = ".github/ISSUE_TEMPLATE";
    let names = fs::read_dir(root.join(folder)).unwrap();
    let mut files: Vec<String> =
        names.map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_str().unwrap())).collect();
    files.sort();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let output = lint(root, &[&files[..], &["--require-contract", "--format", "text"]].concat());
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"4 files checked: 0 errors, 0 notices\n");
}
