//! `audit-fleet.yml`: what its jobs do, with the real program against the
//! loopback server.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value as Json;

use super::job::{Job, Outcome};
use crate::support::policies;
use crate::support::program::TOKEN;
use crate::support::server::Server;
use crate::support::world::World;

const FLEET: &str = ".github/workflows/audit-fleet.yml";

/// Puts the program where the job that built it would have left it, without
/// its right to be run, as an artifact comes back.
fn place(program: &Path) {
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    fs::copy(env!("CARGO_BIN_EXE_yukh"), program).unwrap();
    fs::set_permissions(program, fs::Permissions::from_mode(0o644)).unwrap();
}

/// The job that audits one target.
fn audit(server: &Server, repository: &str, index: usize) -> Job {
    let job = Job::of_workflow(FLEET, "audit");
    place(&job.home.path().join("temp/yukh-built/yukh"));
    fs::create_dir(job.workspace(".yukh")).unwrap();
    fs::write(job.workspace(".yukh/project.yaml"), policies::NATIVE).unwrap();
    let temp = job.home.path().join("temp").to_str().unwrap().to_owned();
    let mut job = job.variable("YUKH_LOOPBACK_API", &server.address());
    job = job.variable("GITHUB_REPOSITORY", "acme-garden/office").variable("GITHUB_EVENT_NAME", "schedule");
    for (path, value) in [
        ("matrix.target.repository", repository),
        ("matrix.target.project", "4"),
        ("matrix.target.project-owner", ""),
        ("matrix.target.policy", ""),
        ("inputs.app-client-id", ""),
        ("inputs.from-source", "true"),
        ("inputs.items-filter", "all"),
        ("inputs.fail-on", "error"),
        ("inputs.retention-days", "30"),
        ("secrets.github-token", TOKEN),
        ("strategy.job-index", &index.to_string()),
        ("runner.temp", &temp),
    ] {
        job = job.knows(path, value);
    }
    job
}

/// The job that joins reports.
fn merge(reports: &[&str]) -> Job {
    let job = Job::of_workflow(FLEET, "merge").knows("inputs.from-source", "true");
    place(&job.workspace("built/yukh"));
    for (index, report) in reports.iter().enumerate() {
        let folder = job.workspace(&format!("reports/yukh-audit-{index}"));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("audit.json"), report).unwrap();
        fs::write(folder.join("label"), format!("acme-garden/beds-{index}/4\n")).unwrap();
    }
    job.knows("inputs.retention-days", "30").knows("inputs.fail-on", "error")
}

/// The folder that a job uploaded.
fn uploaded(outcome: &Outcome, name: &str) -> String {
    let upload = outcome.used.iter().find(|(uses, _)| uses.starts_with("actions/upload-artifact@"));
    let (_, inputs) = upload.unwrap_or_else(|| panic!("{outcome:?}"));
    assert_eq!(inputs["name"], name);
    inputs["path"].clone()
}

#[test]
fn projects_of_two_owners_have_two_labels() {
    let mut world = World::organization();
    world.project.owner.login = "acme-boards".to_owned();
    let server = Server::of(world);
    let job = audit(&server, "acme-garden/greenhouse", 0).knows("matrix.target.project-owner", "acme-boards");
    let folder = uploaded(&job.run(), "yukh-audit-0");
    let label = fs::read_to_string(Path::new(&folder).join("label")).unwrap();
    assert_eq!(label, "acme-garden/greenhouse/acme-boards/4\n");
}

/// `download-artifact` makes a folder for each artifact only where there are
/// several.
#[test]
fn a_fleet_of_one_report_is_joined_although_it_has_no_folder_of_its_own() {
    let server = Server::of(World::organization());
    let target = audit(&server, "acme-garden/greenhouse", 0);
    let report = Path::new(&uploaded(&target.run(), "yukh-audit-0")).join("audit.json");
    let job = merge(&[]);
    let folder = job.workspace("reports");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(report, folder.join("audit.json")).unwrap();
    fs::write(folder.join("label"), "acme-garden/greenhouse/4\n").unwrap();
    let outcome = job.run();
    assert!(outcome.succeeded, "{outcome:?}");
    assert!(outcome.summary.contains("acme-garden/greenhouse/4"), "{}", outcome.summary);
}

#[test]
fn a_fleet_is_audited_and_joined() {
    let server = Server::of(World::organization());
    let mut other = World::organization();
    other.repository.name = "orchard".to_owned();
    other.repository.id += 1;
    let other = Server::of(other);
    let jobs = [audit(&server, "acme-garden/greenhouse", 0), audit(&other, "acme-garden/orchard", 1)];
    let mut reports = Vec::new();
    for (index, job) in jobs.iter().enumerate() {
        let outcome = job.run();
        assert!(outcome.succeeded, "{outcome:?}");
        assert!(!outcome.log.replacen(&format!("::add-mask::{TOKEN}"), "", 1).contains("ghp_"));
        let folder = uploaded(&outcome, &format!("yukh-audit-{index}"));
        let read = |name| fs::read_to_string(Path::new(&folder).join(name)).unwrap();
        assert_eq!(read("label"), ["acme-garden/greenhouse/4\n", "acme-garden/orchard/4\n"][index]);
        reports.push(read("audit.json"));
    }
    let job = merge(&reports.iter().map(String::as_str).collect::<Vec<_>>());
    let outcome = job.run();
    assert!(outcome.succeeded, "{outcome:?}");
    assert_eq!(uploaded(&outcome, "yukh-fleet"), "fleet.json\nfleet.md\n");
    let whole = fs::read_to_string(job.workspace("fleet.md")).unwrap();
    assert!(whole.contains("acme-garden/beds-1/4") && outcome.summary == whole, "{whole}");
    let merged: Json =
        serde_json::from_str(&fs::read_to_string(job.workspace("fleet.json")).unwrap()).unwrap();
    assert_eq!(merged["status"], "success", "{merged}");
}

#[test]
fn reports_that_can_not_be_joined_fail_the_job() {
    let job = merge(&["{}"]);
    let outcome = job.run();
    assert!(!outcome.succeeded, "{outcome:?}");
    uploaded(&outcome, "yukh-fleet");
}

#[test]
fn a_target_without_a_repository_is_refused() {
    let server = Server::of(World::organization());
    for repository in
        ["", "greenhouse", "acme-garden/", "a/b/c", "a b/c", "acme/x\n::error::CANARY", "$(touch ran)/x"]
    {
        let job = audit(&server, repository, 0);
        let outcome = job.run();
        assert!(outcome.error().contains("OWNER/NAME"), "{outcome:?}");
        assert!(!outcome.log.contains("CANARY") && !job.workspace("ran").exists());
    }
    assert_eq!(server.asked().len(), 0);
}
