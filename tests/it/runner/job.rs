//! One job: a step that uses a composite Action, or the steps of a workflow.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value as Json, json};

use super::expression::{self, Context};
use super::{entries, root, scalar, yaml};

/// A job, to be changed before it starts. Its runner is Linux on x86-64, its
/// Action the one of this repository, used by its commit.
pub(crate) struct Job {
    /// Holds the workspace, the runner's folder for what is temporary, and the
    /// runner's own files.
    pub(crate) home: tempfile::TempDir,
    /// Inputs, outputs and steps.
    definition: Json,
    /// The folder of the Action.
    folder: PathBuf,
    inputs: BTreeMap<String, String>,
    /// What expressions see beyond inputs and steps.
    known: Context,
    variables: BTreeMap<String, String>,
    action_repository: String,
    path: Vec<PathBuf>,
}

/// What a job left behind.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The outputs of the Action.
    pub(crate) outputs: BTreeMap<String, String>,
    /// Whether no step failed.
    pub(crate) succeeded: bool,
    /// What all steps printed, in order, standard error behind standard output.
    pub(crate) log: String,
    /// The exit code of each shell step that ran, by its id.
    pub(crate) exits: BTreeMap<String, i32>,
    /// The inputs of each step that used another Action.
    pub(crate) used: Vec<(String, BTreeMap<String, String>)>,
    /// The summaries of all steps.
    pub(crate) summary: String,
}

impl Job {
    /// A job that uses the Action of this repository.
    pub(crate) fn new() -> Self {
        Self::using(&root().join("action.yml"))
    }

    /// A job that uses the Action that a file defines.
    pub(crate) fn using(action: &Path) -> Self {
        Self::with(yaml(action), action.parent().unwrap().to_owned())
    }

    /// A job of a workflow of this repository.
    pub(crate) fn of_workflow(file: &str, name: &str) -> Self {
        let steps = yaml(&root().join(file))["jobs"][name]["steps"].clone();
        Self::with(json!({ "inputs": {}, "outputs": {}, "runs": { "steps": steps } }), root())
    }

    fn with(definition: Json, folder: PathBuf) -> Self {
        let home = tempfile::tempdir().unwrap();
        for folder in ["workspace", "temp", "files"] {
            fs::create_dir(home.path().join(folder)).unwrap();
        }
        let mut job = Self {
            home,
            definition,
            folder,
            inputs: BTreeMap::new(),
            known: Context::new(),
            variables: BTreeMap::new(),
            action_repository: "acme-garden/yukh".to_owned(),
            path: vec!["/usr/bin".into(), "/bin".into()],
        };
        for (name, value) in [
            ("CI", "true"),
            ("GITHUB_ACTIONS", "true"),
            ("GITHUB_ACTION", "__yukh"),
            ("GITHUB_API_URL", "https://api.github.com"),
            ("GITHUB_SERVER_URL", "https://github.com"),
            ("RUNNER_OS", "Linux"),
            ("RUNNER_ARCH", "X64"),
        ] {
            job.variables.insert(name.to_owned(), value.to_owned());
        }
        for (name, folder) in [("GITHUB_WORKSPACE", "workspace"), ("RUNNER_TEMP", "temp")] {
            let folder = job.home.path().join(folder).to_str().unwrap().to_owned();
            job.variables.insert(name.to_owned(), folder);
        }
        job
    }

    /// Gives an input.
    pub(crate) fn input(mut self, name: &str, value: &str) -> Self {
        self.inputs.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Sets a variable, of the runner's or of the workflow's `env`.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Says what a path of an expression means.
    pub(crate) fn knows(mut self, path: &str, value: &str) -> Self {
        self.known.insert(path.to_owned(), value.to_owned());
        self
    }

    /// Says whose Action it is; nobody's is one of a local folder.
    pub(crate) fn of(mut self, repository: &str) -> Self {
        repository.clone_into(&mut self.action_repository);
        self
    }

    /// Puts a folder of programs in front of the machine's.
    pub(crate) fn with_programs(mut self, folder: &Path) -> Self {
        self.path.insert(0, folder.to_owned());
        self
    }

    /// A path in the workspace.
    pub(crate) fn workspace(&self, name: &str) -> PathBuf {
        self.home.path().join("workspace").join(name)
    }

    /// Runs the steps.
    pub(crate) fn run(&self) -> Outcome {
        let definition = &self.definition;
        let mut context = self.context();
        let mut outcome = Outcome {
            outputs: BTreeMap::new(),
            succeeded: true,
            log: String::new(),
            exits: BTreeMap::new(),
            used: Vec::new(),
            summary: String::new(),
        };
        for step in definition["runs"]["steps"].as_array().unwrap() {
            let condition = step.get("if").map(scalar);
            if !expression::condition(condition.as_deref(), !outcome.succeeded, &context) {
                continue;
            }
            match step.get("uses").map(scalar).as_deref() {
                Some("$/setup") => self.setup_step(step, &mut context, &mut outcome),
                Some(uses) => outcome.used.push((uses.to_owned(), evaluated(step.get("with"), &context))),
                None => self.shell_step(step, &mut context, &mut outcome),
            }
        }
        let outputs = entries(&definition["outputs"]).into_iter();
        outcome.outputs = outputs
            .map(|(name, output)| (name.to_owned(), expression::text(&scalar(&output["value"]), &context)))
            .collect();
        outcome
    }

    /// What expressions see before the first step: every input that is defined,
    /// given or not, and every step.
    fn context(&self) -> Context {
        let definition = &self.definition;
        let mut context = self.known.clone();
        for (name, input) in entries(&definition["inputs"]) {
            let value = match self.inputs.get(name) {
                Some(given) => given.clone(),
                None => input.get("default").map(scalar).unwrap_or_default(),
            };
            context.insert(format!("inputs.{name}"), value);
        }
        for name in self.inputs.keys() {
            assert!(context.contains_key(&format!("inputs.{name}")), "no input {name}");
        }
        for step in definition["runs"]["steps"].as_array().unwrap() {
            if let Some(id) = step.get("id") {
                context.insert(format!("steps.{}", scalar(id)), String::new());
            }
        }
        context.insert("github.action_repository".to_owned(), self.action_repository.clone());
        context
    }

    /// Runs the steps of `setup/action.yml` in the place of one that uses it.
    fn setup_step(&self, step: &Json, context: &mut Context, outcome: &mut Outcome) {
        let mut setup = Self::using(&root().join("setup/action.yml"));
        setup.inputs = evaluated(step.get("with"), context);
        setup.action_repository.clone_from(&self.action_repository);
        setup.path.clone_from(&self.path);
        setup.variables.clone_from(&self.variables);
        let done = setup.run();
        outcome.succeeded &= done.succeeded;
        outcome.log.push_str(&done.log);
        for (name, value) in done.outputs {
            context.insert(format!("steps.{}.outputs.{name}", scalar(&step["id"])), value);
        }
    }

    /// Runs a step as the runner does: the script in a file, bash with the
    /// options of `shell: bash`, nothing of this process's environment.
    fn shell_step(&self, step: &Json, context: &mut Context, outcome: &mut Outcome) {
        assert_eq!(step["shell"], "bash", "{step}");
        let id = scalar(step.get("id").unwrap_or(&step["name"]));
        let file = |name: &str| self.home.path().join("files").join(format!("{id}-{name}"));
        for name in ["output", "summary"] {
            fs::write(file(name), "").unwrap();
        }
        fs::write(file("script.sh"), expression::text(&scalar(&step["run"]), context)).unwrap();
        let path: Vec<&str> = self.path.iter().map(|path| path.to_str().unwrap()).collect();
        let output = Command::new("bash")
            .args(["--noprofile", "--norc", "-e", "-o", "pipefail"])
            .arg(file("script.sh"))
            .current_dir(self.workspace(""))
            .env_clear()
            .env("PATH", path.join(":"))
            .env("GITHUB_STEP_SUMMARY", file("summary"))
            .envs(&self.variables)
            .env("GITHUB_ACTION_PATH", &self.folder)
            .env("GITHUB_OUTPUT", file("output"))
            .envs(evaluated(step.get("env"), context))
            .output()
            .unwrap();
        for stream in [&output.stdout, &output.stderr] {
            outcome.log.push_str(std::str::from_utf8(stream).unwrap());
        }
        outcome.succeeded &= output.status.success();
        outcome.exits.insert(id.clone(), output.status.code().unwrap());
        outcome.summary.push_str(&fs::read_to_string(file("summary")).unwrap());
        for (name, value) in file_commands(&fs::read_to_string(file("output")).unwrap()) {
            context.insert(format!("steps.{id}.outputs.{name}"), value);
        }
    }
}

impl Outcome {
    /// The lines that are commands to the runner.
    pub(crate) fn commands(&self) -> Vec<&str> {
        self.log.lines().filter(|line| line.trim_ascii_start().starts_with("::")).collect()
    }

    /// The one error annotation of a job that failed.
    pub(crate) fn error(&self) -> &str {
        assert!(!self.succeeded, "{self:?}");
        let errors: Vec<&str> =
            self.commands().into_iter().filter(|line| line.starts_with("::error")).collect();
        assert_eq!(errors.len(), 1, "{self:?}");
        errors[0]
    }
}

/// The entries of a mapping, evaluated.
fn evaluated(mapping: Option<&Json>, context: &Context) -> BTreeMap<String, String> {
    let Some(mapping) = mapping else { return BTreeMap::new() };
    let entry = |(name, value): (&str, &Json)| (name.to_owned(), expression::text(&scalar(value), context));
    entries(mapping).into_iter().map(entry).collect()
}

/// The entries of a file command: `NAME=VALUE`, or `NAME<<DELIMITER` and the
/// lines up to one that is the delimiter.
fn file_commands(text: &str) -> BTreeMap<String, String> {
    assert!(text.is_empty() || text.ends_with('\n'), "the last line ends: {text:?}");
    let mut found = BTreeMap::new();
    let mut lines = text.split_terminator('\n').filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        let equals = line.find('=').unwrap_or(usize::MAX);
        let heredoc = line.find("<<").unwrap_or(usize::MAX);
        assert!(equals != heredoc, "neither form: {line:?}");
        let (name, value) = if equals < heredoc {
            (&line[..equals], line[equals + 1..].to_owned())
        } else {
            let delimiter = &line[heredoc + 2..];
            assert!(!delimiter.is_empty(), "{line:?}");
            let value: Vec<&str> = lines.by_ref().take_while(|line| *line != delimiter).collect();
            (&line[..heredoc], value.join("\n"))
        };
        assert!(!name.is_empty(), "{line:?}");
        assert!(found.insert(name.to_owned(), value).is_none(), "twice: {name}");
    }
    found
}
