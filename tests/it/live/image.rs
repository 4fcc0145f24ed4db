//! The image of `Dockerfile`: built around the static program without a
//! network, looked into, and run (B80). `.ci/image` gives the program; without
//! one these tests say that they are skipped.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};

use serde_json::Value as Json;

use super::Path;
use crate::end_to_end::FOUR_READS;
use crate::support::policies;
use crate::support::program::TOKEN;
use crate::support::world::{OWNER, PROJECT, REPOSITORY};

const NAME: &str = "localhost/yukh:test";

/// A store of images with the one image in it, and a container made of it.
struct Image {
    store: tempfile::TempDir,
    container: String,
}

impl Image {
    /// Builds the image, or says why not.
    #[expect(clippy::print_stderr, reason = "a test that is skipped says why")]
    fn build() -> Option<Self> {
        let Some(program) = std::env::var_os("YUKH_IMAGE_PROGRAM") else {
            eprintln!(
                "skipped: YUKH_IMAGE_PROGRAM names no static program; .ci/image builds and tests the image"
            );
            return None;
        };
        let context = tempfile::tempdir().unwrap();
        fs::copy(program, context.path().join("yukh")).unwrap();
        let mut image = Self { store: tempfile::tempdir().unwrap(), container: String::new() };
        let dockerfile = concat!(env!("CARGO_MANIFEST_DIR"), "/Dockerfile");
        // A network of its own, in which there is nobody.
        image.buildah(
            &["unshare", "--net"],
            &[
                "build",
                "--isolation",
                "chroot",
                "--pull-never",
                "--file",
                dockerfile,
                "--tag",
                NAME,
                context.path().to_str().unwrap(),
            ],
        );
        image.container = text(image.buildah(&[], &["from", "--pull-never", NAME]).stdout);
        Some(image)
    }

    /// Runs buildah on the store, behind another command where one is given.
    fn buildah(&self, before: &[&str], arguments: &[&str]) -> Output {
        let output = self.command(before, arguments).output().expect("buildah is installed");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    fn command(&self, before: &[&str], arguments: &[&str]) -> Command {
        let folder = |name: &str| self.store.path().join(name).to_str().unwrap().to_owned();
        let store = ["--storage-driver", "vfs", "--root", &folder("root"), "--runroot", &folder("run")];
        let words: Vec<&str> =
            before.iter().chain(&["buildah"]).chain(&store).chain(arguments).copied().collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]);
        command
    }

    /// Runs the program in the container, with options for the container.
    fn run(&self, options: &[&str], arguments: &[&str]) -> Output {
        let words = [
            &["run", "--isolation", "chroot"],
            options,
            &[self.container.as_str(), "--", "/yukh"],
            arguments,
        ]
        .concat();
        self.command(&[], &words).output().expect("buildah is installed")
    }
}

fn text(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap();
    text.trim_end().to_owned()
}

/// A folder that the image's user may look into.
fn open(path: &std::path::Path) -> String {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_image_holds_the_program_alone_and_runs_it_as_nobody() {
    let Some(image) = Image::build() else { return };
    let inspected = image.buildah(&[], &["inspect", "--type", "image", NAME]).stdout;
    let inspected: Json = serde_json::from_slice(&inspected).unwrap();
    let config = &inspected["OCIv1"]["config"];
    assert_eq!(config["User"], "65532:65532");
    assert_eq!(config["Entrypoint"], serde_json::json!(["/yukh"]));
    assert_eq!(config["WorkingDir"], "/work");

    let root = text(image.buildah(&[], &["mount", &image.container]).stdout);
    let mut names: Vec<String> =
        fs::read_dir(root).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["work", "yukh"]);

    let version = image.run(&[], &["--version"]);
    assert_eq!(text(version.stdout), concat!("yukh ", env!("CARGO_PKG_VERSION")));
    assert!(image.run(&[], &["demo", "--format", "text"]).status.success());
}

#[test]
fn b80_tls_works_in_an_image_without_certificates() {
    let Some(image) = Image::build() else { return };
    let path = Path::new();
    let workspace = tempfile::tempdir().unwrap();
    fs::create_dir(workspace.path().join(".yukh")).unwrap();
    fs::write(workspace.path().join(".yukh/project.yaml"), policies::NATIVE).unwrap();
    let volumes = [
        format!("{}:/work:ro", open(workspace.path())),
        format!("{}:/trusted:ro", open(path.directory.path())),
    ];
    let proxy = format!("HTTPS_PROXY={}", path.proxy.url());
    let token = format!("YUKH_GITHUB_TOKEN={TOKEN}");
    let project = PROJECT.to_string();
    let plan = [
        "plan",
        "--owner",
        OWNER,
        "--repository",
        REPOSITORY,
        "--project-number",
        &project,
        "--issue-number",
        "3",
        "--format",
        "json",
    ];
    let common = ["--volume", &volumes[0], "--volume", &volumes[1], "--env", &proxy, "--env", &token];

    // The bundled roots know nothing of the test's authority: the handshake is
    // made, and ends there.
    let distrustful = image.run(&common, &plan);
    assert_eq!(distrustful.status.code(), Some(4), "{distrustful:?}");
    assert!(text(distrustful.stdout).contains("YKP-GH-READ-004"));
    assert_eq!((path.proxy.connections(), path.server.asked().len()), (1, 0));

    let trusting = [&common[..], &["--env", "SSL_CERT_FILE=/trusted/trusted.pem"]].concat();
    let planned = image.run(&trusting, &plan);
    assert_eq!(planned.status.code(), Some(0), "{planned:?}");
    let planned: Json = serde_json::from_slice(&planned.stdout).unwrap();
    assert_eq!(planned["outcome"], "planned");
    assert_eq!(path.server.stages(), FOUR_READS);
}
