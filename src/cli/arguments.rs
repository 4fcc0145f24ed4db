//! Arguments as they are typed. Nothing here judges a value: [`super::resolve`]
//! does, so that each wrong one ends as a code and never as an echo.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use super::budgets::BudgetArguments;
use super::contract::ContractArguments;
use super::generated::{CompletionsArguments, ManArguments, SchemaArguments};
use super::init::InitArguments;
use super::lint::LintArguments;

/// Plans, without ever writing, how GitHub issues must change to agree with
/// what they declare.
#[derive(Debug, Parser)]
#[command(
    name = "yukh",
    // Without it the help repeats whatever name the program was called by.
    bin_name = "yukh",
    version,
    disable_help_subcommand = true,
    subcommand_required = true,
    infer_long_args = false,
    after_help = super::help::environment()
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Plan one issue of a GitHub Project.
    Plan(Box<PlanArguments>),
    /// Read one snapshot of a GitHub Project and show what it cost, as counts.
    #[command(mut_arg("format", without_html))]
    Snapshot(Box<SnapshotArguments>),
    /// Plan every issue of a repository on a GitHub Project, and count.
    Audit(Box<AuditArguments>),
    /// Join the reports of several audits.
    Merge(MergeArguments),
    /// Say whether two ways to a plan give the same one.
    #[command(mut_args(unless_refused_by_compare))]
    Compare(Box<CompareArguments>),
    /// Draft a policy out of the fields of a GitHub Project.
    Init(InitArguments),
    /// Print a hidden block of these values that the policy accepts.
    Contract(ContractArguments),
    /// Check a policy, and issue bodies and templates against it, offline.
    Lint(LintArguments),
    /// Run one step of a GitHub workflow: plan an issue or audit the backlog, as
    /// inputs and event say.
    #[command(after_help = super::help::action())]
    Action,
    /// Plan the issues of an embedded Project, offline and without a token.
    Demo(DemoArguments),
    /// Tell the cause and consequence of a code and what to do; list all codes
    /// without one.
    Explain(ExplainArguments),
    /// Show which kind of token can make which request.
    Capabilities(CapabilitiesArguments),
    /// Print a JSON Schema of a policy, a contract or a report.
    Schema(SchemaArguments),
    /// Print the script that completes this command line in a shell.
    Completions(CompletionsArguments),
    /// Print a page of the manual.
    Man(ManArguments),
}

/// How a result is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people at a terminal.
    Text,
    /// One line.
    Json,
    /// For a job summary or a comment on GitHub.
    Markdown,
    /// One file for a browser.
    Html,
}

#[derive(Debug, Args)]
#[command(after_help = super::help::plan())]
pub(super) struct PlanArguments {
    /// The issue's number.
    #[arg(value_name = "ISSUE", conflicts_with = "issue_number", allow_negative_numbers = true)]
    pub(super) issue: Option<String>,
    /// The issue's number.
    #[arg(long, value_name = "ISSUE", allow_negative_numbers = true)]
    pub(super) issue_number: Option<String>,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    #[command(flatten)]
    pub(super) transport: TransportArguments,
    /// Fail when the issue body has no contract.
    #[arg(long)]
    pub(super) require_contract: bool,
    /// What ends in an exit code other than 0: an issue that can not be judged
    /// (default), this or one that differs, or no issue at all.
    #[arg(long, value_name = "error|drift|never")]
    pub(super) fail_on: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = super::help::snapshot())]
pub(super) struct SnapshotArguments {
    /// The numbers of 1 to 100 issues.
    #[arg(value_name = "ISSUE", conflicts_with = "issue_numbers", allow_negative_numbers = true)]
    pub(super) issues: Vec<String>,
    /// The numbers of 1 to 100 issues, separated by commas.
    #[arg(long, value_name = "ISSUE,ISSUE…", allow_negative_numbers = true)]
    pub(super) issue_numbers: Option<String>,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    #[command(flatten)]
    pub(super) transport: TransportArguments,
}

#[derive(Debug, Args)]
#[command(after_help = super::help::audit())]
pub(super) struct AuditArguments {
    /// These issues instead of every issue on the Project.
    #[arg(long, value_name = "ISSUE,ISSUE…", allow_negative_numbers = true)]
    pub(super) issue_numbers: Option<String>,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// Count a body without contract as an error.
    #[arg(long)]
    pub(super) require_contract: bool,
    /// What ends in an exit code other than 0: an issue with an error or a
    /// deferred one (default), these or one that differs, or no issue at all.
    #[arg(long, value_name = "error|drift|never")]
    pub(super) fail_on: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = super::help::merge())]
pub(super) struct MergeArguments {
    /// Reports that `yukh audit --format json` wrote: files below the working
    /// directory.
    #[arg(value_name = "REPORT")]
    pub(super) reports: Vec<String>,
    /// A report with a name of 1 to 100 letters, digits and `._-/`; can be
    /// given for each.
    #[arg(long, value_name = "NAME=REPORT")]
    pub(super) label: Vec<String>,
    /// Write the result into this new file instead of standard output.
    #[arg(long, value_name = "PATH")]
    pub(super) report_file: Option<String>,
    /// How the result is printed; text on a terminal, else json.
    #[arg(long, value_enum, hide_possible_values = true, value_name = "text|json|markdown|html")]
    pub(super) format: Option<Format>,
    /// What ends in an exit code other than 0: as for `yukh audit`.
    #[arg(long, value_name = "error|drift|never")]
    pub(super) fail_on: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = super::help::compare())]
pub(super) struct CompareArguments {
    /// The numbers of 1 to 10 issues, read over both transports.
    #[arg(value_name = "ISSUE", conflicts_with = "issue_numbers", allow_negative_numbers = true)]
    pub(super) issues: Vec<String>,
    /// The numbers of 1 to 10 issues, separated by commas.
    #[arg(long, value_name = "ISSUE,ISSUE…", allow_negative_numbers = true)]
    pub(super) issue_numbers: Option<String>,
    /// Compare two results that `yukh plan --format json` wrote, without a
    /// token: files below the working directory.
    #[arg(long, num_args = 2, value_names = ["PLAN", "PLAN"], conflicts_with_all = LIVE)]
    #[arg(conflicts_with_all = ["recording", "require_contract"])]
    pub(super) plans: Vec<String>,
    /// Compare what both readers make of recorded worlds, without a token: a
    /// folder below the working directory that is one or holds up to 500.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = LIVE)]
    pub(super) recording: Option<String>,
    #[command(flatten)]
    pub(super) reading: ReadingArguments,
    /// Refuse an issue body without contract, on both sides.
    #[arg(long)]
    pub(super) require_contract: bool,
}

/// Leaves out of the help what a comparison refuses: one of its two readers does
/// not have it.
fn unless_refused_by_compare(argument: clap::Arg) -> clap::Arg {
    let is_refused = ["items_filter", "include_checks"].contains(&argument.get_id().as_str());
    if is_refused { argument.hide(true) } else { argument }
}

/// A format of what is no page.
fn without_html(format: clap::Arg) -> clap::Arg {
    format.value_parser(words()).value_name("text|json|markdown")
}

/// The formats but for the page.
fn words() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["text", "json", "markdown"]).try_map(|word| Format::from_str(&word, false))
}

/// What only a comparison of live reads is told.
const LIVE: [&str; 21] = [
    "issues",
    "issue_numbers",
    "repo",
    "owner",
    "repository",
    "project",
    "project_owner",
    "project_number",
    "owner_kind",
    "items_filter",
    "include_checks",
    "policy_path",
    "github_token_stdin",
    "token_profile",
    "--rest-requests",
    "--graphql-requests",
    "--graphql-points",
    "--pages",
    "--response-bytes",
    "--rest-reserve",
    "--graphql-reserve",
];

// What every command that reads GitHub is told, beyond its issues. (A doc
// comment would take the place of the command's own help text.)
#[derive(Debug, Default, Args)]
pub(super) struct ReadingArguments {
    /// The repository with its owner.
    #[arg(long, value_name = "OWNER/NAME", conflicts_with_all = ["owner", "repository"])]
    pub(super) repo: Option<String>,
    /// The owner of the repository.
    #[arg(long, value_name = "LOGIN")]
    pub(super) owner: Option<String>,
    /// The repository without its owner.
    #[arg(long, value_name = "NAME")]
    pub(super) repository: Option<String>,
    /// The Project, with its owner where that is not the repository's.
    #[arg(long, value_name = "[OWNER/]NUMBER", conflicts_with_all = ["project_owner", "project_number"], allow_negative_numbers = true)]
    pub(super) project: Option<String>,
    /// The owner of the Project, where that is not the repository's.
    #[arg(long, value_name = "LOGIN")]
    pub(super) project_owner: Option<String>,
    /// The Project's number below its owner.
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub(super) project_number: Option<String>,
    /// What owns the Project; saves a request where its owner is not the
    /// repository's.
    #[arg(long, value_name = "organization|user")]
    pub(super) owner_kind: Option<String>,
    /// Which items are read: every item of the Project, or those of the
    /// repository alone, where an issue without item is then an error.
    #[arg(long, value_name = "all|repository")]
    pub(super) items_filter: Option<String>,
    /// Count the check runs and workflow runs of the repository's pull requests
    /// on the Project, as many as the REST budget leaves room for.
    #[arg(long)]
    pub(super) include_checks: bool,
    /// The policy file, relative to the working directory.
    #[arg(long, value_name = "PATH", default_value = ".yukh/project.yaml")]
    pub(super) policy_path: String,
    /// Write the result into this new file instead of standard output.
    #[arg(long, value_name = "PATH")]
    pub(super) report_file: Option<String>,
    /// How the result is printed; text on a terminal, else json.
    #[arg(long, value_enum, hide_possible_values = true, value_name = "text|json|markdown|html")]
    pub(super) format: Option<Format>,
    /// Read the token from standard input.
    #[arg(long)]
    pub(super) github_token_stdin: bool,
    /// What kind of token it is, where its prefix does not tell.
    #[arg(long, value_name = "CLASS")]
    pub(super) token_profile: Option<String>,
    #[command(flatten)]
    pub(super) budgets: BudgetArguments,
}

// What a command that reads few issues is told besides. (As above.)
#[derive(Debug, Args)]
pub(super) struct TransportArguments {
    /// How GitHub is asked: v2-rest by default; v1-graphql for a rollback alone,
    /// for at most 10 issues, with 64 GraphQL requests (at most 256) and 16 MiB
    /// of answers.
    #[arg(long, value_name = "v2-rest|v1-graphql")]
    pub(super) transport: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct DemoArguments {
    /// Plan this issue of the embedded Project alone.
    #[arg(value_name = "ISSUE")]
    pub(super) issue: Option<String>,
    /// How the result is printed; text on a terminal, else json.
    #[arg(long, value_enum, hide_possible_values = true, value_name = "text|json|markdown|html")]
    pub(super) format: Option<Format>,
}

#[derive(Debug, Args)]
pub(super) struct ExplainArguments {
    /// A code such as YKP-SNAPSHOT-001.
    #[arg(value_name = "CODE")]
    pub(super) code: Option<String>,
}

#[derive(Debug, Args)]
pub(super) struct CapabilitiesArguments {
    /// How the table is printed; text on a terminal, else json.
    #[arg(long, value_parser = words(), hide_possible_values = true, value_name = "text|json|markdown")]
    pub(super) format: Option<Format>,
}
