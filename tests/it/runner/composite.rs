//! What the steps of `action.yml` add to the program: inputs that no shell
//! reads, and an artifact whatever the run found.

use std::fs;

use super::job::Job;
use crate::support::policies;
use crate::support::program::TOKEN;
use crate::support::server::Server;
use crate::support::world::World;

/// A scheduled job with a checkout of the policy and this program.
fn job(server: &Server) -> Job {
    let job = Job::new()
        .of("")
        .input("github-token", TOKEN)
        .input("project-number", "4")
        .input("binary-path", env!("CARGO_BIN_EXE_yukh"))
        .variable("YUKH_LOOPBACK_API", &server.address())
        .variable("GITHUB_REPOSITORY", "acme-garden/greenhouse")
        .variable("GITHUB_EVENT_NAME", "schedule");
    fs::create_dir(job.workspace(".yukh")).unwrap();
    fs::write(job.workspace(".yukh/project.yaml"), policies::NATIVE).unwrap();
    job
}

#[test]
fn no_shell_reads_an_input() {
    let server = Server::of(World::organization());
    let hostile = "$(touch ran)`touch ran`\n::error::CANARY\n\"; touch ran #' ; touch ran";
    let program = ["binary-path", "retention-days"];
    for name in yukh::action::Input::ALL.map(yukh::action::Input::name) {
        if program.contains(&name) {
            continue;
        }
        let job = job(&server).input(name, hostile);
        let outcome = job.run();
        assert!(!outcome.succeeded, "{name}: {outcome:?}");
        assert!(!job.workspace("ran").exists() && !outcome.log.contains("CANARY"), "{name}: {outcome:?}");
    }
    assert_eq!(server.asked().len(), 0);
}

#[test]
fn what_a_run_finds_is_kept_though_it_lets_the_step_fail() {
    let server = Server::of(World::organization());
    let job =
        job(&server).input("fail-on", "drift").input("artifact", "nightly").input("retention-days", "7");
    let outcome = job.run();
    assert!(!outcome.succeeded, "{outcome:?}");
    assert_eq!((outcome.exits["run"], outcome.outputs["drift-count"].as_str()), (1, "1"));
    let [(_, with)] = &outcome.used[..] else { panic!("one upload: {outcome:?}") };
    assert_eq!((with["name"].as_str(), with["retention-days"].as_str()), ("nightly", "7"));
    assert!(fs::exists(format!("{}/audit.json", with["path"])).unwrap());
}
