//! `yukh lint`.

use clap::{Args, ValueEnum};

use super::arguments::Format;
use super::output::Screen;
use super::paths;
use super::resolve::refused;
use crate::authoring::{Linter, annotations, lint_text};
use crate::diagnostic::{ExitClass, Failure};

#[derive(Debug, Args)]
#[command(after_help = super::help::lint())]
pub(super) struct LintArguments {
    /// Issue bodies, and issue templates and forms, below the working directory:
    /// YAML files are forms, files below ISSUE_TEMPLATE templates, others
    /// bodies.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The policy file, relative to the working directory.
    #[arg(long, value_name = "PATH", default_value = ".yukh/project.yaml")]
    policy_path: String,
    /// Count a file without a contract as an error.
    #[arg(long)]
    require_contract: bool,
    /// How the result is printed; text on a terminal, else json. With github,
    /// each finding is an annotation of a workflow.
    #[arg(long, value_enum, hide_possible_values = true, value_name = "text|json|github")]
    format: Option<LintFormat>,
}

/// How the findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LintFormat {
    /// For people and editors.
    Text,
    /// One line.
    Json,
    /// Annotations of GitHub Actions.
    Github,
}

impl LintArguments {
    /// How a failure of the command itself is printed.
    pub(super) fn wish(&self) -> Option<Format> {
        self.format.map(|format| match format {
            LintFormat::Json => Format::Json,
            LintFormat::Text | LintFormat::Github => Format::Text,
        })
    }
}

/// What was found, and how the process ends. Nothing is asked of GitHub.
///
/// # Errors
///
/// `YKP-RUNTIME-003` for a file without a name.
pub(super) fn lint(arguments: &LintArguments, screen: Screen) -> Result<(String, ExitClass), Failure> {
    let policy = paths::read_policy(&arguments.policy_path);
    let content = policy.as_deref().map_err(Clone::clone);
    let mut linter = Linter::new(&arguments.policy_path, content, arguments.require_contract);
    for file in arguments.files.iter().filter(|file| **file != arguments.policy_path) {
        if file.is_empty() {
            return Err(refused("FILE"));
        }
        linter.check(file, paths::read_body(file).as_deref());
    }
    let report = linter.finish();
    let text = match (arguments.format, screen.format()) {
        (Some(LintFormat::Github), _) => annotations(&report),
        (_, Format::Json) => format!("{}\n", report.object()),
        (_, Format::Text | Format::Markdown | Format::Html) => lint_text(&report, screen.colour()),
    };
    Ok((text, report.exit()))
}
