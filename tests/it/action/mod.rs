//! The Action: its steps as GitHub's runner runs them, against an invented
//! GitHub.

mod comparisons;
mod endings;
mod events;
mod files;
mod hostile;
mod inputs;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value as Json;

use crate::runner::job::{Job, Outcome};
use crate::support::policies;
use crate::support::program::TOKEN;
use crate::support::server::Server;
use crate::support::world::{OWNER, PROJECT, REPOSITORY};

/// A job of the repository's own workflow, with what every workflow gives.
fn job(server: &Server) -> Job {
    let job = Job::new()
        .input("binary-path", env!("CARGO_BIN_EXE_yukh"))
        .input("github-token", TOKEN)
        .input("project-number", &PROJECT.to_string())
        .variable("GITHUB_REPOSITORY", &format!("{OWNER}/{REPOSITORY}"))
        .variable("GITHUB_ACTOR", "an-invented-gardener")
        .variable("YUKH_LOOPBACK_API", &server.address());
    policy(&job, policies::NATIVE);
    job
}

/// Puts a policy into the workspace.
fn policy(job: &Job, text: &str) {
    fs::create_dir_all(job.workspace(".yukh")).unwrap();
    fs::write(job.workspace(".yukh/project.yaml"), text).unwrap();
}

/// The same job, started by an event.
fn on(job: Job, event: &str, payload: impl AsRef<[u8]>) -> Job {
    let path = job.home.path().join("event.json");
    fs::write(&path, payload).unwrap();
    job.variable("GITHUB_EVENT_NAME", event).variable("GITHUB_EVENT_PATH", path.to_str().unwrap())
}

/// The payload of an event about an issue.
fn about(number: u64) -> String {
    format!(r#"{{"action":"edited","issue":{{"number":{number}}}}}"#)
}

/// A job that ended, with the files that it left.
#[derive(Debug)]
struct Ran {
    outcome: Outcome,
    home: tempfile::TempDir,
}

impl std::ops::Deref for Ran {
    type Target = Outcome;

    fn deref(&self) -> &Outcome {
        &self.outcome
    }
}

/// Runs a job to its end.
fn run(job: Job) -> Ran {
    Ran { outcome: job.run(), home: job.home }
}

impl Outcome {
    /// An output; empty where it is not set, as in a workflow.
    fn output(&self, name: &str) -> &str {
        self.outputs.get(name).map_or("", String::as_str)
    }

    /// How the program ended, and the outputs that every run has.
    fn end(&self) -> (i32, &str, &str, &str) {
        (self.exits["run"], self.output("status"), self.output("executable"), self.output("deferred"))
    }

    /// The annotations of a level, without their beginning.
    fn annotations(&self, level: &str) -> Vec<&str> {
        let begin = format!("::{level} title=yukh::");
        self.commands().into_iter().filter_map(|line| line.strip_prefix(begin.as_str())).collect()
    }

    /// The result, from the file that the output names.
    fn report(&self) -> Json {
        serde_json::from_str(&fs::read_to_string(self.output("report-path")).unwrap()).unwrap()
    }
}

/// The permissions of a file or folder.
fn mode(path: impl AsRef<Path>) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}
