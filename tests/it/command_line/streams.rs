//! What goes to which stream.

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

use super::{NOWHERE, complete, workspace, yukh};
use crate::support::server::Server;
use crate::support::world::World;

#[test]
fn a_failure_is_json_on_standard_output_and_advice_on_standard_error() {
    let workspace = workspace();
    let json = yukh(workspace.path(), &complete("json", &[]), &NOWHERE);
    assert_eq!(json.refusal().0, "YKP-GH-READ-004");
    assert!(json.stderr.starts_with("yukh: YKP-GH-READ-004"), "{json:?}");
    let markdown = yukh(workspace.path(), &complete("markdown", &[]), &NOWHERE);
    assert!(markdown.stdout.starts_with("### No result: provider\n"), "{markdown:?}");
    assert!(markdown.stderr.starts_with("yukh: YKP-GH-READ-004"), "{markdown:?}");
    let text = yukh(workspace.path(), &complete("text", &[]), &NOWHERE);
    assert_eq!((text.stdout.as_str(), text.code), ("", 4));
    insta::assert_snapshot!("failure_as_text", text.stderr);
    assert!(!text.stderr.contains('\u{1b}'), "no colours where no terminal is");
}

#[test]
fn a_reader_that_went_away_is_no_failure() {
    let empty = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_yukh"))
        .current_dir(empty.path())
        .args(["explain"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_behind_standard_output_is_told() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_yukh")).arg("demo").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("YKP-RUNTIME-011"));
}

#[test]
fn logs_are_on_standard_error_and_of_this_program_alone() {
    let server = Server::of(World::organization());
    let workspace = workspace();
    let address = server.address();
    let logged = |level| {
        let environment = [("YUKH_LOOPBACK_API", address.as_str()), NOWHERE[1], ("YUKH_LOG", level)];
        yukh(workspace.path(), &complete("json", &[]), &environment)
    };
    let (silent, loud) = (logged("off"), logged("trace"));
    assert_eq!((silent.code, silent.stderr.as_str()), (0, ""));
    assert_eq!(silent.stdout, loud.stdout);
    assert!(!loud.stderr.is_empty());
    for line in loud.stderr.lines() {
        assert!(line.contains("yukh::"), "{line}");
        assert!(!line.contains("hyper") && !line.contains("tower"), "{line}");
    }
}

#[test]
#[cfg(unix)]
fn the_name_that_the_program_was_called_by_is_not_echoed() {
    use std::os::unix::process::CommandExt as _;
    for arguments in
        [&["--help"][..], &["plan", "--help"], &["demo", "--help"], &["--version"], &["nonsense"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yukh"));
        let output = command.arg0("bin/\u{1b}[31mcanary::add-mask::").args(arguments).output().unwrap();
        for stream in [output.stdout, output.stderr] {
            let shown = String::from_utf8(stream).unwrap();
            assert!(!shown.contains("canary") && !shown.contains('\u{1b}'), "{shown}");
        }
    }
}

#[test]
fn every_code_is_explained() {
    let empty = tempfile::tempdir().unwrap();
    let list = yukh(empty.path(), &["explain"], &[]);
    assert_eq!(list.code, 0);
    for code in yukh::diagnostic::Code::ALL {
        assert!(list.stdout.contains(code.as_str()), "{code:?}");
    }
    let one = yukh(empty.path(), &["explain", "ykp-capability-001"], &[]);
    assert_eq!((one.code, one.stderr.as_str()), (0, ""));
    insta::assert_snapshot!("explanation", one.stdout);
}

#[test]
fn the_table_of_capabilities_is_shown_in_every_format() {
    let empty = tempfile::tempdir().unwrap();
    let shown = |format: &str| yukh(empty.path(), &["capabilities", "--format", format], &[]);
    insta::assert_snapshot!("capabilities", shown("text").stdout);
    let object = shown("json").object();
    let rows = object["capabilities"].as_array().unwrap();
    assert_eq!(rows.len(), yukh::github::capabilities().len());
    assert_eq!(rows[0]["support"].as_array().unwrap().len(), 5);
    assert!(shown("markdown").stdout.starts_with("| Request |"));
}
