//! Wrong options, variables and tokens: one code, no echo, no request.

use super::{NOWHERE, complete, workspace, yukh};

#[test]
fn own_trap_02_help_and_version_work_without_file_token_and_network() {
    let empty = tempfile::tempdir().unwrap();
    for arguments in [
        &["--help"][..],
        &["-h"],
        &["plan", "--help"],
        &["snapshot", "--help"],
        &["audit", "--help"],
        &["merge", "--help"],
        &["compare", "--help"],
        &["init", "--help"],
        &["contract", "--help"],
        &["schema", "--help"],
        &["completions", "--help"],
        &["man", "--help"],
        &["lint", "--help"],
        &["action", "--help"],
        &["demo", "--help"],
        &["explain", "--help"],
        &["capabilities", "--help"],
    ] {
        let ended = yukh(empty.path(), arguments, &[]);
        assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{arguments:?}");
        assert!(ended.stdout.contains("Usage: yukh"), "{arguments:?}");
    }
    let ended = yukh(empty.path(), &["--version"], &[]);
    assert_eq!((ended.code, ended.stdout.as_str()), (0, concat!("yukh ", env!("CARGO_PKG_VERSION"), "\n")));
}

#[test]
fn the_help_texts_are_pinned() {
    let empty = tempfile::tempdir().unwrap();
    let help = |arguments: &[&str]| yukh(empty.path(), arguments, &[]).stdout;
    insta::assert_snapshot!("help", help(&["--help"]));
    insta::assert_snapshot!("help_plan", help(&["plan", "--help"]));
    insta::assert_snapshot!("help_action", help(&["action", "--help"]));
    insta::assert_snapshot!("help_snapshot", help(&["snapshot", "--help"]));
    insta::assert_snapshot!("help_audit", help(&["audit", "--help"]));
    insta::assert_snapshot!("help_merge", help(&["merge", "--help"]));
    insta::assert_snapshot!("help_compare", help(&["compare", "--help"]));
    insta::assert_snapshot!("help_init", help(&["init", "--help"]));
    insta::assert_snapshot!("help_contract", help(&["contract", "--help"]));
    insta::assert_snapshot!("help_lint", help(&["lint", "--help"]));
}

#[test]
fn no_input_text_is_ever_echoed() {
    let workspace = workspace();
    for arguments in [
        &["CANARY"][..],
        &["--CANARY"],
        &["plan", "--CANARY"],
        &["plan", "--CANARY=1"],
        &["plan", "--owner", "CANARY;x", "--repository", "a", "--project-number", "1", "1"],
        &["plan", "--owner", "acme", "--repository", "CANARY x", "--project-number", "1", "1"],
        &["plan", "--repo", "acme/CANARY!", "--project", "1", "1"],
        &["plan", "--repo", "acme/site", "--project", "CANARY/1/1", "1"],
        &["plan", "--repo", "acme/site", "--project", "1", "CANARY"],
        &["plan", "--repo", "acme/site", "--project", "1", "1", "CANARY"],
        &["plan", "--repo", "acme/site", "--project", "1", "1", "--format", "CANARY"],
        &["plan", "--repo", "acme/site", "--project", "1", "1", "--token-profile", "CANARY"],
        &["plan", "--repo", "acme/site", "--project", "1", "1", "--github-token-stdin=CANARY"],
        &["plan", "--repo", "acme/site", "--project", "1", "1", "--policy-path", "CANARY"],
        &["plan", "--repo", "acme/site", "--project", "1", "1", "--report-file", "CANARY/x"],
        &["plan", "--repo", "acme/site", "--project", "1", "1", "--github-token", "ghp_CANARY"],
        &["snapshot", "--repo", "acme/site", "--project", "1", "1", "CANARY"],
        &["snapshot", "--repo", "acme/site", "--project", "1", "--issue-numbers", "1,CANARY"],
        &["explain", "CANARY"],
        &["init", "--dialect", "CANARY"],
        &["contract", "--set", "CANARY"],
        &["lint", "--format", "CANARY"],
        &["demo", "CANARY"],
        &["capabilities", "--format", "CANARY"],
    ] {
        let ended = yukh(workspace.path(), arguments, &NOWHERE);
        assert_eq!(ended.code, 2, "{arguments:?} {ended:?}");
        ended.refusal();
        assert!(!format!("{ended:?}").contains("CANARY"), "{arguments:?} {ended:?}");
    }
}

#[test]
fn own_trap_09_numbers_are_plain_and_judged_before_any_request() {
    let workspace = workspace();
    for bad in ["1e0", "0x2", " 2", "+2", "02", "0", "2.0", "2147483648", "", "1,2"] {
        let arguments = ["plan", "--repo", "acme/site", "--project", "4", "--issue-number", bad];
        let ended = yukh(workspace.path(), &arguments, &NOWHERE);
        assert_eq!(ended.code, 2, "{bad}");
        assert_eq!(
            ended.refusal(),
            ("YKP-RUNTIME-003".to_owned(), Some("--issue-number".to_owned())),
            "{bad}"
        );
    }
}

#[test]
fn options_that_write_or_do_not_exist_are_refused() {
    let workspace = workspace();
    // An option of another command is told by its name.
    let named = ("--issue-numbers", Some("--issue-numbers".to_owned()));
    for (option, name) in [("--apply", None), ("--legacy-shadow", None), ("--github-token", None), named] {
        let ended = yukh(workspace.path(), &complete("json", &[option]), &NOWHERE);
        assert_eq!((ended.code, ended.refusal()), (2, ("YKP-RUNTIME-003".to_owned(), name)), "{option}");
    }
}

#[test]
fn variables_are_judged_before_any_request() {
    let workspace = workspace();
    for (name, value, code) in [
        ("YUKH_LOOPBACK_API", "http://localhost:80", "YKP-RUNTIME-008"),
        ("YUKH_LOOPBACK_API", "https://127.0.0.1:80", "YKP-RUNTIME-008"),
        ("YUKH_LOOPBACK_API", "", "YKP-RUNTIME-008"),
        ("YUKH_LOG", "loud", "YKP-RUNTIME-003"),
        ("YUKH_GITHUB_TOKEN", "", "YKP-RUNTIME-004"),
        ("YUKH_GITHUB_TOKEN", "ghp_two words", "YKP-RUNTIME-004"),
        ("YUKH_GITHUB_TOKEN", "unknown", "YKP-RUNTIME-005"),
    ] {
        let mut environment = NOWHERE.to_vec();
        environment.push((name, value));
        let ended = yukh(workspace.path(), &complete("json", &[]), &environment);
        assert_eq!((ended.code, ended.refusal().0.as_str()), (2, code), "{name}={value} {ended:?}");
    }
}

#[test]
fn a_token_profile_must_not_contradict_the_token() {
    let workspace = workspace();
    let more = ["--token-profile", "installation-token"];
    let ended = yukh(workspace.path(), &complete("json", &more), &NOWHERE);
    assert_eq!((ended.code, ended.refusal().0.as_str()), (2, "YKP-RUNTIME-005"));
}

#[test]
fn without_a_token_nothing_is_asked() {
    let workspace = workspace();
    for more in [&[][..], &["--github-token-stdin"]] {
        let ended = yukh(workspace.path(), &complete("json", more), &NOWHERE[..1]);
        assert_eq!((ended.code, ended.refusal().0.as_str()), (2, "YKP-RUNTIME-004"), "{more:?}");
    }
}
