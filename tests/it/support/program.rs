//! The real binary in a fresh workspace.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value as Json;

use super::policies;
use super::server::Server;
use super::world::{OWNER, PROJECT, REPOSITORY};

/// A classic token that nobody ever had.
pub(crate) const TOKEN: &str = "ghp_InventedTokenForTestsOnly000000000000";

/// One run of `yukh plan`, to be changed before it starts. By default it asks
/// for issue 3 of the default world with the native policy, the token on
/// standard input and JSON as format, in an empty environment.
pub(crate) struct Plan {
    command: &'static str,
    workspace: tempfile::TempDir,
    arguments: Vec<(String, String)>,
    flags: Vec<String>,
    environment: Vec<(String, String)>,
    token: String,
    policy: Vec<u8>,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The report file, where one was written.
    pub(crate) report: Option<String>,
}

impl Plan {
    /// A run against the server.
    pub(crate) fn against(server: &Server) -> Self {
        Self::at(&server.address())
    }

    /// A run of `yukh snapshot` for these issues.
    pub(crate) fn snapshot(server: &Server, issues: &str) -> Self {
        let mut snapshot = Self { command: "snapshot", ..Self::against(server) };
        snapshot.arguments.retain(|(name, _)| name != "--issue-number");
        snapshot.argument("--issue-numbers", issues)
    }

    /// A run with this text as the address of the loopback server.
    pub(crate) fn at(address: &str) -> Self {
        Self::on_github().variable("YUKH_LOOPBACK_API", address)
    }

    /// A run that asks GitHub itself, unless a variable says by which way.
    pub(crate) fn on_github() -> Self {
        let arguments = [
            ("--owner", OWNER.to_owned()),
            ("--repository", REPOSITORY.to_owned()),
            ("--project-number", PROJECT.to_string()),
            ("--issue-number", "3".to_owned()),
            ("--format", "json".to_owned()),
        ];
        Self {
            command: "plan",
            workspace: tempfile::tempdir().expect("a workspace"),
            arguments: arguments.map(|(name, value)| (name.to_owned(), value)).to_vec(),
            flags: Vec::new(),
            environment: Vec::new(),
            token: TOKEN.to_owned(),
            policy: policies::NATIVE.as_bytes().to_vec(),
        }
    }

    /// A run of `yukh audit` for every issue on the Project.
    pub(crate) fn audit(server: &Server) -> Self {
        Self::against(server).command("audit")
    }

    /// Runs another command, without an issue.
    pub(crate) fn command(mut self, command: &'static str) -> Self {
        self.arguments.retain(|(name, _)| name != "--issue-number");
        Self { command, ..self }
    }

    /// Sets an option, in place of an earlier one of that name.
    pub(crate) fn argument(mut self, name: &str, value: impl ToString) -> Self {
        self.arguments.retain(|(given, _)| given != name);
        self.arguments.push((name.to_owned(), value.to_string()));
        self
    }

    /// Takes an option away.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.arguments.retain(|(given, _)| given != name);
        self
    }

    /// Sets an option that takes no value.
    pub(crate) fn flag(mut self, name: &str) -> Self {
        self.flags.push(name.to_owned());
        self
    }

    /// Asks for another issue.
    pub(crate) fn issue(self, number: u64) -> Self {
        self.argument("--issue-number", number)
    }

    /// Uses another token.
    pub(crate) fn token(mut self, token: &str) -> Self {
        token.clone_into(&mut self.token);
        self
    }

    /// Uses another policy.
    pub(crate) fn policy(mut self, policy: impl AsRef<[u8]>) -> Self {
        self.policy = policy.as_ref().to_vec();
        self
    }

    /// Sets a variable of the environment.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Puts a symbolic link into the workspace.
    pub(crate) fn link(self, name: &str, target: &std::path::Path) -> Self {
        std::os::unix::fs::symlink(target, self.workspace.path().join(name)).expect("a link");
        self
    }

    /// Runs the program to its end.
    pub(crate) fn run(self) -> Outcome {
        self.start(|_| ()).finish()
    }

    /// Starts the program; `watch` gets its process before it has the token,
    /// and so before its first request.
    pub(crate) fn start(self, watch: impl FnOnce(&Child)) -> Running {
        let directory = self.workspace.path().join(".yukh");
        std::fs::create_dir(&directory).expect("a directory");
        std::fs::write(directory.join("project.yaml"), &self.policy).expect("a policy");
        let mut command = Command::new(env!("CARGO_BIN_EXE_yukh"));
        command.current_dir(self.workspace.path()).env_clear().envs(self.environment);
        command.arg(self.command).arg("--github-token-stdin");
        for (name, value) in &self.arguments {
            command.arg(name).arg(value);
        }
        command.args(&self.flags);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut program = command.spawn().expect("the program runs");
        watch(&program);
        let mut input = program.stdin.take().expect("a pipe");
        // A program that refuses its options does not wait for the token.
        input.write_all(self.token.as_bytes()).unwrap_or_default();
        let report = self.arguments.iter().find(|(name, _)| name == "--report-file");
        let report = report.map(|(_, name)| self.workspace.path().join(name));
        Running { program, report, _workspace: self.workspace }
    }
}

/// A run that goes on.
pub(crate) struct Running {
    program: Child,
    report: Option<PathBuf>,
    _workspace: tempfile::TempDir,
}

impl Running {
    /// Waits for the end.
    pub(crate) fn finish(self) -> Outcome {
        Outcome::of(self.program.wait_with_output().expect("the program ends"), self.report)
    }
}

impl Outcome {
    fn of(output: Output, report: Option<PathBuf>) -> Self {
        Self {
            code: output.status.code().expect("the program ends by itself"),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
            report: report.and_then(|path| std::fs::read_to_string(path).ok()),
        }
    }

    /// The result object on standard output.
    pub(crate) fn json(&self) -> Json {
        serde_json::from_str(&self.stdout).unwrap_or_else(|_| panic!("one JSON object: {self:?}"))
    }

    /// The result object of a complete run that planned.
    pub(crate) fn planned(&self) -> Json {
        assert_eq!(self.code, 0, "{self:?}");
        let json = self.json();
        assert_eq!(json["outcome"], "planned", "{self:?}");
        json["report"].clone()
    }

    /// The outcome of a complete run without a plan.
    pub(crate) fn outcome(&self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.json()["outcome"].as_str().expect("an outcome").to_owned()
    }

    /// The codes of all notices.
    pub(crate) fn notices(&self) -> Vec<String> {
        let json = self.json();
        let all = json["notices"].as_array().expect("a list of notices").iter();
        all.map(|notice| notice["code"].as_str().expect("a code").to_owned()).collect()
    }

    /// The code of a failure, after checking that there is no plan and that
    /// the exit code is the one given.
    pub(crate) fn failure(&self, exit: i32) -> String {
        let json = self.json();
        assert_eq!(self.code, exit, "{self:?}");
        assert_eq!(json["status"], "error", "{self:?}");
        assert!(json.get("report").is_none(), "{self:?}");
        json["diagnostics"][0]["code"].as_str().expect("a code").to_owned()
    }
}

/// `set_field_value priority = "Urgent"` for each operation of a report, in
/// its order.
pub(crate) fn operations(report: &Json) -> Vec<String> {
    let word = |json: &Json| json.as_str().expect("a word").to_owned();
    let line = |operation: &Json| {
        let line = format!("{} {}", word(&operation["type"]), word(&operation["logicalKey"]));
        operation.get("desired").map_or(line.clone(), |desired| format!("{line} = {desired}"))
    };
    report["operations"].as_array().expect("operations").iter().map(line).collect()
}

/// `YKP-PLAN-005 $.contract.area` for each diagnostic of a report, in its order.
pub(crate) fn diagnostics(report: &Json) -> Vec<String> {
    let line = |diagnostic: &Json| {
        format!(
            "{} {}",
            diagnostic["code"].as_str().expect("a code"),
            diagnostic["path"].as_str().expect("a path")
        )
    };
    report["diagnostics"].as_array().expect("diagnostics").iter().map(line).collect()
}
