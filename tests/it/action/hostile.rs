//! Payloads and names that try to be more than they are.

use super::{about, job, on, policy, run};
use crate::canary;
use crate::support::policies::NATIVE;
use crate::support::program::{self, TOKEN};
use crate::support::server::Server;
use crate::support::world::World;

/// Text that acts wherever it is not kept from it: in files of the runner, in
/// logs, in Markdown.
const ACTING: &str =
    r"\nstatus=success\nstatus<<X\nsuccess\nX\n::error::x\n::add-mask::x\n##[error]x\n<script>@acme";

#[test]
fn a_payload_of_another_form_is_refused_before_any_request() {
    let deep = "[".repeat(200_000);
    let oversized = format!(r#"{{"issue":{{"number":3}},"more":"{}"}}"#, "x".repeat(25 << 20));
    let payloads: [Vec<u8>; 12] = [
        Vec::new(),
        b"{}".to_vec(),
        b"[]".to_vec(),
        b"{\"issue\":null}".to_vec(),
        b"{\"issue\":{}}".to_vec(),
        b"{\"issue\":{\"number\":\"3\"}}".to_vec(),
        b"{\"issue\":{\"number\":3.0}}".to_vec(),
        b"{\"issue\":{\"number\":0}}".to_vec(),
        b"{\"issue\":{\"number\":3,\"title\":\"\xff\"}}".to_vec(),
        format!(r#"{{"issue":{{"number":{deep}"#).into_bytes(),
        format!(r#"{{"issue":{{"number":"{ACTING}"}}}}"#).into_bytes(),
        oversized.into_bytes(),
    ];
    let server = Server::of(World::organization());
    for payload in payloads {
        let shown = String::from_utf8_lossy(&payload[..payload.len().min(60)]).into_owned();
        let outcome = run(on(job(&server), "issues", payload));
        assert_eq!(outcome.end(), (2, "error", "false", "false"), "{shown}: {outcome:?}");
        assert!(outcome.error().contains("YKP-RUNTIME-012"), "{shown}: {outcome:?}");
        assert_eq!(outcome.commands().len(), 2, "mask and error: {outcome:?}");
    }
    assert!(server.asked().is_empty());
}

#[test]
fn b67_texts_of_an_event_reach_no_output_no_log_and_no_summary() {
    let text = format!("\"{ACTING}\"");
    let payload = format!(
        r#"{{"action":{text},"sender":{{"login":{text}}},"repository":{{"full_name":{text},"name":{text}}},
            "issue":{{"number":3,"title":{text},"body":{text},"state":{text},"user":{{"login":{text}}},
            "labels":[{{"name":{text}}}],"html_url":{text}}},{text}:{text}}}"#
    );
    let server = Server::of(World::organization());
    let hostile = run(on(job(&server), "issues", payload));
    let plain = run(on(job(&server), "issues", about(3)));
    let shown = |outcome: &super::Ran| {
        let mut outputs = outcome.outputs.clone();
        for path in ["report-path", "summary-path", "artifact-path"] {
            outputs.remove(path);
        }
        (outputs, outcome.log.clone(), outcome.summary.clone())
    };
    assert_eq!(shown(&hostile), shown(&plain));
}

#[test]
fn no_name_of_a_policy_becomes_a_command_or_acts_in_a_summary() {
    let name = "::add-mask::Urgent ##[error]x @acme/all `|` <script>";
    let hostile = NATIVE.replace("Urgent", name);
    assert_ne!(hostile, NATIVE, "the policy has the option");
    let hostile = hostile.replace(name, &format!("'{name}'"));
    let mut world = World::organization();
    for option in &mut world.field("Priority").options {
        if option == "Urgent" {
            name.clone_into(option);
        }
    }
    let server = Server::of(world);
    let job = on(job(&server), "issues", about(3));
    policy(&job, &hostile);
    let outcome = job.run();
    assert_eq!(outcome.output("status"), "success", "{outcome:?}");
    assert_eq!(outcome.commands(), [format!("::add-mask::{TOKEN}")], "{outcome:?}");
    assert!(!outcome.log.contains("##[") && !outcome.summary.contains("##["), "{outcome:?}");
    assert!(
        outcome
            .summary
            .contains("| ``⟨U+003A⟩:add-mask::Urgent #⟨U+0023⟩[error]x @acme/all `\\|` <script>`` |"),
        "{}",
        outcome.summary
    );
}

#[test]
fn the_token_is_masked_once_before_anything_else_and_stands_nowhere_more() {
    let server = Server::of(World::organization());
    for (event, payload, inputs) in [
        ("issues", about(3), [("fail-on", "error")]),
        ("schedule", "{}".to_owned(), [("fail-on", "error")]),
        ("issues", "{}".to_owned(), [("fail-on", "error")]),
        ("issues", about(3), [("fail-on", "sometimes")]),
    ] {
        let mut job = on(job(&server), event, payload).variable("YUKH_LOG", "trace");
        for (name, value) in inputs {
            job = job.input(name, value);
        }
        let outcome = job.run();
        assert!(outcome.log.starts_with(&format!("::add-mask::{TOKEN}\n")), "{outcome:?}");
        assert_eq!(outcome.log.matches(TOKEN).count(), 1, "{outcome:?}");
        let elsewhere = format!("{}{:?}", outcome.summary, outcome.outputs);
        assert!(!elsewhere.contains(TOKEN), "{outcome:?}");
    }
}

#[test]
fn nothing_that_github_or_an_issue_says_comes_out_of_a_step() {
    for (event, payload) in [("issues", about(3)), ("schedule", "{}".to_owned())] {
        let server = Server::of(canary::world());
        let job = on(job(&server), event, payload).variable("YUKH_LOG", "trace");
        let ran = run(job.variable("RUST_LOG", "trace"));
        assert_eq!(ran.output("status"), "success", "{ran:?}");
        let folder = std::fs::read_dir(ran.output("artifact-path")).unwrap();
        let kept = folder.map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap());
        let outcome = program::Outcome {
            code: 0,
            stdout: ran.log.clone(),
            stderr: format!("{}\n{:?}", ran.summary, ran.outputs),
            report: Some(kept.collect()),
        };
        canary::assert_silent(&canary::forbidden(&server), &outcome, event);
    }
}

#[test]
fn what_is_no_token_is_never_printed() {
    let server = Server::of(World::organization());
    for bad in ["ghp_Invented\nSecond::error::x", "ghp_Invented word", "ghp_Inventéd", &"I".repeat(9000)] {
        let outcome = run(on(job(&server), "issues", about(3)).input("github-token", bad));
        assert_eq!(outcome.end(), (2, "error", "false", "false"), "{outcome:?}");
        assert!(outcome.error().contains("YKP-RUNTIME-004"), "{outcome:?}");
        assert!(!outcome.log.contains("Invent") && !outcome.log.contains("III"), "{outcome:?}");
    }
    // A token of an unknown kind is a secret all the same.
    let outcome = run(on(job(&server), "issues", about(3)).input("github-token", "glpat-Invented"));
    assert!(outcome.error().contains("YKP-RUNTIME-005"), "{outcome:?}");
    assert!(outcome.log.starts_with("::add-mask::glpat-Invented\n"), "{outcome:?}");
    assert!(server.asked().is_empty());
}
