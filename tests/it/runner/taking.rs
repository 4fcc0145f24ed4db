//! Where the program comes from, and what is refused before it runs (B83).

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::job::{Job, Outcome};
use super::root;

/// A program that tells that it ran, and with which arguments.
const PROGRAM: &str = "#!/bin/sh\necho \"$@\" >>\"$RUNNER_TEMP/ran\"\n";

/// A commit of the Action as it is after a release, and a machine whose `curl`
/// finds the release in a folder.
struct Release {
    folder: tempfile::TempDir,
}

impl Release {
    /// Version 1.2.3, in order.
    fn new() -> Self {
        let release = Self { folder: tempfile::tempdir().unwrap() };
        for file in ["action.yml", "action/take.sh", "setup/action.yml"] {
            release.write(&format!("commit/{file}"), &fs::read_to_string(root().join(file)).unwrap());
        }
        release.write("commit/action/version", "1.2.3\n");
        let digest = Sha256::digest(PROGRAM).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let line = |target| format!("{digest}  yukh-1.2.3-{target}-unknown-linux-musl\n");
        release.write("commit/action/checksums", &(line("aarch64") + &line("x86_64")));
        for target in ["aarch64", "x86_64"] {
            release.write(&format!("release/yukh-1.2.3-{target}-unknown-linux-musl"), PROGRAM);
        }
        let folder = release.folder.path().to_str().unwrap();
        release.program(
            "bin/curl",
            &format!(
                "#!/bin/bash\nprintf '%s\\n' \"$@\" >'{folder}/asked'\n\
                 while [ $# -gt 1 ]; do [ \"$1\" = --output ] && to=$2; shift; done\n\
                 cp '{folder}/release/'\"${{1##*/}}\" \"$to\" 2>/dev/null || exit 22\n"
            ),
        );
        release
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn program(&self, name: &str, text: &str) {
        self.write(name, text);
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// A job that uses this commit.
    fn job(&self) -> Job {
        Job::using(&self.path("commit/action.yml")).with_programs(&self.path("bin"))
    }

    /// What `curl` was asked, if it was.
    fn asked(&self) -> Option<String> {
        fs::read_to_string(self.path("asked")).ok()
    }
}

fn ran(job: &Job) -> Option<String> {
    fs::read_to_string(job.home.path().join("temp/ran")).ok()
}

/// A job that was refused: one annotation, nothing that ran, nothing that is
/// left, nothing uploaded.
fn refused(job: &Job, outcome: &Outcome) -> String {
    let error = outcome.error().to_owned();
    assert_eq!(outcome.log, format!("{error}\n"), "nothing else is printed");
    assert_eq!(outcome.exits.keys().collect::<Vec<_>>(), ["program"]);
    assert_eq!(ran(job), None);
    assert!(outcome.used.is_empty() && outcome.outputs.values().all(String::is_empty), "{outcome:?}");
    let left: Vec<_> = fs::read_dir(job.home.path().join("temp")).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
    error.strip_prefix("::error title=yukh::").expect("an annotation").to_owned()
}

#[test]
fn b83_the_program_of_the_release_is_downloaded_checked_and_run() {
    for (architecture, target) in [("X64", "x86_64"), ("ARM64", "aarch64")] {
        let release = Release::new();
        let job = release.job().variable("RUNNER_ARCH", architecture);
        let outcome = job.run();
        assert!(outcome.succeeded, "{outcome:?}");
        assert_eq!(ran(&job).as_deref(), Some("action\n"));
        let asked = release.asked().unwrap();
        let asked: Vec<&str> = asked.lines().collect();
        let url = format!(
            "https://github.com/acme-garden/yukh/releases/download/v1.2.3/yukh-1.2.3-{target}-unknown-linux-musl"
        );
        assert_eq!(asked.last(), Some(&url.as_str()));
        assert!(asked.windows(2).any(|pair| pair == ["--proto", "=https"]), "{asked:?}");
        assert!(!asked.contains(&"--insecure") && asked.contains(&"--fail"), "{asked:?}");
    }
}

#[test]
fn a_program_without_the_committed_checksum_is_refused_before_it_runs() {
    let release = Release::new();
    release.write("release/yukh-1.2.3-x86_64-unknown-linux-musl", &format!("{PROGRAM}# changed\n"));
    let job = release.job();
    let refusal = refused(&job, &job.run());
    assert!(refusal.contains("checksum") && refusal.contains("not run"), "{refusal}");
}

#[test]
fn a_program_that_is_not_in_the_release_is_refused() {
    let release = Release::new();
    fs::remove_file(release.path("release/yukh-1.2.3-x86_64-unknown-linux-musl")).unwrap();
    let job = release.job();
    let refusal = refused(&job, &job.run());
    assert!(refusal.contains("could not be downloaded"), "{refusal}");
}

#[test]
fn another_architecture_is_refused_before_anything_is_downloaded() {
    for (system, architecture) in
        [("Linux", "X86"), ("Linux", "ARM"), ("macOS", "ARM64"), ("Windows", "X64"), ("", "")]
    {
        let release = Release::new();
        let job = release.job().variable("RUNNER_OS", system).variable("RUNNER_ARCH", architecture);
        let refusal = refused(&job, &job.run());
        assert!(refusal.contains("Linux on x86-64 and arm64"), "{refusal}");
        assert_eq!(release.asked(), None, "{system} {architecture}");
    }
}

#[test]
fn a_commit_without_valid_checksums_downloads_nothing() {
    let digest = "0".repeat(64);
    let asset = "yukh-1.2.3-x86_64-unknown-linux-musl";
    for (checksums, expected) in [
        (String::new(), "belongs to no release"),
        (format!("# {digest}  {asset}\n"), "belongs to no release"),
        (format!("{digest}  yukh-1.2.4-x86_64-unknown-linux-musl\n"), "belongs to no release"),
        (format!("{digest}  {asset}\n{digest}  {asset}\n"), "not valid"),
        (format!("{}  {asset}\n", &digest[1..]), "not valid"),
        (format!("{digest}  {asset} {asset}\n"), "not valid"),
        (format!("{}  {asset}\n", "g".repeat(64)), "not valid"),
    ] {
        let release = Release::new();
        release.write("commit/action/checksums", &checksums);
        let job = release.job();
        let refusal = refused(&job, &job.run());
        assert!(refusal.contains(expected), "{checksums}: {refusal}");
        assert_eq!(release.asked(), None, "{checksums}");
    }
    let release = Release::new();
    release.write("commit/action/version", "../../1.2.3\n");
    let job = release.job();
    assert!(refused(&job, &job.run()).contains("version"));
}

#[test]
fn an_action_of_a_local_folder_downloads_nothing() {
    for repository in ["", "acme-garden", "acme-garden/yukh/../..", "acme garden/yukh", "a/b\n"] {
        let release = Release::new();
        let job = release.job().of(repository);
        let refusal = refused(&job, &job.run());
        assert!(refusal.contains("local folder") && refusal.contains("binary-path"), "{refusal}");
        assert_eq!(release.asked(), None, "{repository:?}");
    }
}

#[test]
fn this_commit_belongs_to_no_release_or_has_both_checksums() {
    let version = fs::read_to_string(root().join("action/version")).unwrap();
    assert_eq!(version, concat!(env!("CARGO_PKG_VERSION"), "\n"));
    let checksums = fs::read_to_string(root().join("action/checksums")).unwrap();
    let lines: Vec<&str> = checksums.lines().filter(|line| !line.starts_with('#')).collect();
    if lines.is_empty() {
        let job = Job::new();
        let refusal = refused(&job, &job.run());
        assert!(refusal.contains("belongs to no release") && refusal.contains("binary-path"), "{refusal}");
        return;
    }
    let version = version.trim_ascii();
    let names: Vec<&str> = lines.iter().map(|line| line.split_once("  ").unwrap().1).collect();
    assert_eq!(
        names,
        ["aarch64", "x86_64"].map(|target| format!("yukh-{version}-{target}-unknown-linux-musl"))
    );
}

#[test]
fn a_program_of_the_callers_is_run_as_it_is() {
    let release = Release::new();
    release.program("built/yukh", PROGRAM);
    let absolute = release.path("built/yukh");
    for (path, system) in [("built/yukh", "Linux"), (absolute.to_str().unwrap(), "macOS")] {
        let job = release.job().of("").variable("RUNNER_OS", system).input("binary-path", path);
        fs::create_dir(job.workspace("built")).unwrap();
        fs::copy(&absolute, job.workspace("built/yukh")).unwrap();
        let outcome = job.run();
        assert!(outcome.succeeded, "{outcome:?}");
        assert_eq!(ran(&job).as_deref(), Some("action\n"));
    }
    assert_eq!(release.asked(), None);
}

#[test]
fn a_path_that_names_no_program_is_refused() {
    let release = Release::new();
    release.write("built/text", "not a program");
    fs::set_permissions(release.path("built/text"), fs::Permissions::from_mode(0o644)).unwrap();
    let text = release.path("built/text");
    for path in [
        "missing",
        "/nowhere/yukh",
        ".",
        text.to_str().unwrap(),
        "a\n::warning::b",
        "a\r",
        "$(touch ran)",
        "; touch ran",
    ] {
        let job = release.job().input("binary-path", path);
        let refusal = refused(&job, &job.run());
        assert!(refusal.starts_with("binary-path "), "{refusal}");
        assert_eq!(fs::read_dir(job.workspace("")).unwrap().count(), 0);
    }
    assert_eq!(release.asked(), None);
}

#[test]
fn the_program_alone_can_be_taken_too() {
    let release = Release::new();
    let job = Job::using(&release.path("commit/setup/action.yml")).with_programs(&release.path("bin"));
    let outcome = job.run();
    assert!(outcome.succeeded, "{outcome:?}");
    assert_eq!(fs::read_to_string(Path::new(&outcome.outputs["program"])).unwrap(), PROGRAM);
    assert_eq!(ran(&job), None, "it is not run");
}
