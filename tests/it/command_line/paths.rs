//! The policy file and the report file.

use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{NOWHERE, complete, workspace, yukh};
use crate::support::policies::NATIVE;
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;

/// The code with which a policy path ends. A path that can be used ends where
/// nothing listens.
fn policy(directory: &Path, path: &str) -> String {
    yukh(directory, &complete("json", &["--policy-path", path]), &NOWHERE).refusal().0
}

#[test]
fn a_policy_path_stays_below_the_working_directory() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("inner");
    std::fs::create_dir_all(inner.join("real/deep")).unwrap();
    std::fs::write(outer.path().join("outside.yaml"), NATIVE).unwrap();
    std::fs::write(inner.join("real/deep/policy.yaml"), NATIVE).unwrap();
    symlink("real", inner.join("inside")).unwrap();
    symlink("..", inner.join("up")).unwrap();
    symlink(outer.path(), inner.join("absolute")).unwrap();
    symlink("real/deep/policy.yaml", inner.join("link.yaml")).unwrap();
    for good in ["real/deep/policy.yaml", "./real//deep/policy.yaml", "inside/deep/policy.yaml"] {
        assert_eq!(policy(&inner, good), "YKP-GH-READ-004", "{good}");
    }
    let outside = outer.path().join("outside.yaml");
    for bad in [
        "../outside.yaml",
        "real/../real/deep/policy.yaml",
        "real\\..\\x",
        outside.to_str().unwrap(),
        "up/outside.yaml",
        "absolute/outside.yaml",
        "link.yaml",
        "real",
        "real/deep/",
        "missing.yaml",
        "real/deep/policy.yaml/x",
        "",
        "a\nb",
    ] {
        assert_eq!(policy(&inner, bad), "YKP-RUNTIME-006", "{bad:?}");
    }
}

#[test]
fn own_trap_12_what_is_opened_is_what_is_judged() {
    // A link to a regular file would pass a check that follows it; a pipe
    // would hang an opening that waits for a writer.
    let workspace = workspace();
    let pipe = workspace.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink(".yukh/project.yaml", workspace.path().join("link")).unwrap();
    assert_eq!(policy(workspace.path(), "pipe"), "YKP-RUNTIME-006");
    assert_eq!(policy(workspace.path(), "link"), "YKP-RUNTIME-006");
}

#[test]
fn a_policy_of_more_than_64_kib_is_refused() {
    let workspace = workspace();
    let exact = format!("{NATIVE}#{}", "x".repeat((64 << 10) - NATIVE.len() - 1));
    std::fs::write(workspace.path().join("exact"), &exact).unwrap();
    std::fs::write(workspace.path().join("large"), format!("{exact}x")).unwrap();
    assert_eq!(policy(workspace.path(), "exact"), "YKP-GH-READ-004");
    assert_eq!(policy(workspace.path(), "large"), "YKP-POLICY-003");
}

#[test]
fn own_trap_10_a_report_path_is_judged_before_any_request() {
    let server = Server::of(World::organization());
    for bad in ["missing/report.json", "/report.json", "../report.json", ".yukh/project.yaml", ".yukh", "a/"]
    {
        let outcome = Plan::against(&server).argument("--report-file", bad).run();
        assert_eq!(outcome.failure(2), "YKP-RUNTIME-007", "{bad}");
    }
    assert_eq!(server.stages(), [""; 0]);
}

#[test]
fn a_dangling_link_is_a_name_that_is_taken() {
    let workspace = workspace();
    symlink("nowhere", workspace.path().join("report.json")).unwrap();
    let ended = yukh(workspace.path(), &complete("json", &["--report-file", "report.json"]), &NOWHERE);
    assert_eq!(ended.refusal().0, "YKP-RUNTIME-007");
    assert!(!workspace.path().join("nowhere").exists());
}

#[test]
fn a_report_file_takes_the_result_and_standard_output_stays_empty() {
    let server = Server::of(World::organization());
    let printed = Plan::against(&server).run();
    let outcome = Plan::against(&server).argument("--report-file", "report.json").run();
    assert_eq!((outcome.code, outcome.stdout.as_str()), (0, ""));
    assert_eq!(outcome.report.unwrap(), printed.stdout);
}

#[test]
fn a_report_file_belongs_to_its_owner_alone() {
    let server = Server::of(World::organization());
    let workspace = workspace();
    let address = server.address();
    let environment = [("YUKH_LOOPBACK_API", address.as_str()), NOWHERE[1]];
    let ended =
        yukh(workspace.path(), &complete("markdown", &["--report-file", ".yukh/plan.md"]), &environment);
    assert_eq!((ended.code, ended.stdout.as_str()), (0, ""), "{ended:?}");
    let file = workspace.path().join(".yukh/plan.md");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("### Issue 3"));
    let again = yukh(workspace.path(), &complete("json", &["--report-file", ".yukh/plan.md"]), &environment);
    assert_eq!(again.refusal().0, "YKP-RUNTIME-007");
}

#[test]
#[cfg(target_os = "linux")]
fn a_report_that_can_not_be_written_leaves_no_file_behind() {
    let server = Server::of(World::organization());
    let workspace = workspace();
    // No file may grow, and the signal that tells so is ignored: writing fails.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_yukh")])
        .args(complete("json", &["--report-file", "report.json"]))
        .current_dir(workspace.path())
        .envs([("YUKH_LOOPBACK_API", server.address().as_str()), NOWHERE[1]])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("YKP-RUNTIME-007"));
    assert!(!workspace.path().join("report.json").exists());
}

#[test]
fn a_failed_run_leaves_no_report_file_behind() {
    let workspace = workspace();
    let ended = yukh(workspace.path(), &complete("json", &["--report-file", "report.json"]), &NOWHERE);
    assert_eq!((ended.code, ended.refusal().0.as_str()), (4, "YKP-GH-READ-004"));
    assert!(!workspace.path().join("report.json").exists());
}
