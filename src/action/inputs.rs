//! The inputs of the Action: one table, which the program obeys and with which
//! `action.yml` and the documents are compared.

use std::fmt::Write as _;

use crate::scope::Limit;

/// An input of the Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Input {
    /// The token.
    GithubToken,
    /// The owner of the repository.
    Owner,
    /// The repository without its owner.
    Repository,
    /// The owner of the Project.
    ProjectOwner,
    /// The Project below its owner.
    ProjectNumber,
    /// What owns the Project.
    OwnerKind,
    /// The one issue to plan.
    IssueNumber,
    /// The issues to audit.
    IssueNumbers,
    /// The policy file below the workspace.
    PolicyPath,
    /// What is done.
    Mode,
    /// The class of the token.
    TokenProfile,
    /// Which items are read.
    ItemsFilter,
    /// Which reader asks GitHub.
    Transport,
    /// The folder of recorded worlds to compare.
    Recordings,
    /// A limit of what the run may spend.
    Budget(Limit),
    /// Whether a body without contract is a failure.
    RequireContract,
    /// What lets the step fail.
    FailOn,
    /// Whether check runs and workflow runs are read.
    IncludeChecks,
    /// Whether the job summary is written.
    Summary,
    /// The name of the artifact.
    Artifact,
    /// How long the artifact is kept.
    RetentionDays,
    /// A program that the caller built.
    BinaryPath,
}

/// Who reads an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// `yukh action`, from its environment.
    Program,
    /// The steps of `action.yml` alone.
    Steps,
}

/// One row of the table.
struct Row {
    name: &'static str,
    default: &'static str,
    description: &'static str,
}

/// A row whose input is empty unless somebody gives it.
const fn row(name: &'static str, description: &'static str) -> Row {
    Row { name, default: "", description }
}

impl Row {
    const fn or(self, default: &'static str) -> Self {
        Self { default, ..self }
    }
}

impl Input {
    /// All inputs, in the order of the documents.
    pub const ALL: [Self; 28] = [
        Self::GithubToken,
        Self::ProjectNumber,
        Self::ProjectOwner,
        Self::OwnerKind,
        Self::Owner,
        Self::Repository,
        Self::Mode,
        Self::IssueNumber,
        Self::IssueNumbers,
        Self::PolicyPath,
        Self::RequireContract,
        Self::FailOn,
        Self::TokenProfile,
        Self::ItemsFilter,
        Self::IncludeChecks,
        Self::Transport,
        Self::Recordings,
        Self::Summary,
        Self::Artifact,
        Self::RetentionDays,
        Self::BinaryPath,
        Self::Budget(Limit::RestRequests),
        Self::Budget(Limit::GraphqlRequests),
        Self::Budget(Limit::GraphqlPoints),
        Self::Budget(Limit::Pages),
        Self::Budget(Limit::ResponseBytes),
        Self::Budget(Limit::RestReserve),
        Self::Budget(Limit::GraphqlReserve),
    ];

    /// The name, as in a workflow's `with`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Budget(limit) => limit.option().trim_start_matches('-'),
            other => other.row().name,
        }
    }

    /// The variable of the environment in which a step gets it: `INPUT_` and
    /// the name in upper case, hyphens kept (contract part 7.3).
    #[must_use]
    pub fn variable(self) -> String {
        format!("INPUT_{}", self.name().to_ascii_uppercase())
    }

    /// Whether a workflow has to give it.
    #[must_use]
    pub fn is_required(self) -> bool {
        matches!(self, Self::GithubToken | Self::ProjectNumber)
    }

    /// What holds where a workflow does not give it; empty for nothing.
    #[must_use]
    pub fn default(self) -> String {
        match self {
            Self::Budget(limit) => limit.default().to_string(),
            other => other.row().default.to_owned(),
        }
    }

    /// What it is for, in one or two sentences.
    #[must_use]
    pub fn description(self) -> String {
        match self {
            Self::Budget(limit) => format!("{}; {}.", limit.purpose(), limit.bound()),
            other => other.row().description.to_owned(),
        }
    }

    /// Who reads it.
    #[must_use]
    pub fn reader(self) -> Reader {
        match self {
            Self::RetentionDays | Self::BinaryPath => Reader::Steps,
            _ => Reader::Program,
        }
    }

    /// The table, but for the budgets, whose own table is [`Limit`]'s.
    #[expect(clippy::too_many_lines, reason = "one table")]
    const fn row(self) -> Row {
        match self {
            Self::GithubToken => row(
                "github-token",
                "The token that reads the Project; the workflow's own GITHUB_TOKEN can not. It is empty in runs for pull requests of forks and of Dependabot, which then end without a result and without an error.",
            ),
            Self::Owner => row(
                "owner",
                "The owner of the repository whose issues are planned; without it, the workflow's repository decides.",
            ),
            Self::Repository => row(
                "repository",
                "The repository without its owner; without it, the workflow's repository.",
            ),
            Self::ProjectOwner => {
                row("project-owner", "The owner of the Project, where that is not the repository's.")
            }
            Self::ProjectNumber => row("project-number", "The Project's number below its owner. A comparison of recordings needs neither it nor a token."),
            Self::OwnerKind => row(
                "owner-kind",
                "What owns the Project, `organization` or `user`; saves a request where its owner is not the repository's.",
            ),
            Self::IssueNumber => row(
                "issue-number",
                "The issue to plan. Without it the event says which one, if it is about an issue of the repository.",
            ),
            Self::IssueNumbers => row(
                "issue-numbers",
                "The issues to audit, separated by commas, at most 2,000; without it, every issue of the repository on the Project. In a comparison the issues that both readers read, at most 10.",
            ),
            Self::PolicyPath => row("policy-path", "The policy file, relative to the workspace.")
                .or(".yukh/project.yaml"),
            Self::Mode => row(
                "mode",
                "What is done: `plan` one issue, `audit` the backlog, `compare` what both readers plan, or `auto`, where the event decides. `native` and `legacy-shadow` plan one issue and ask for a policy of that dialect.",
            )
            .or("auto"),
            Self::TokenProfile => row(
                "token-profile",
                "What kind of token it is, where its prefix does not tell: `classic-user-token`, `fine-grained-user-token`, `user-to-server-token`, `oauth-token` or `installation-token`.",
            ),
            Self::ItemsFilter => row(
                "items-filter",
                "Which items of the Project are read: `all`, or those of the `repository`, where an issue without item is then an error.",
            )
            .or("all"),
            Self::RequireContract => {
                row("require-contract", "Whether an issue without a contract is an error: `true` or `false`.")
                    .or("false")
            }
            Self::FailOn => row(
                "fail-on",
                "What lets the step fail: an `error`; an issue that differs from what it declares, too (`drift`); or `never` an issue, but only a run without a result.",
            )
            .or("error"),
            Self::IncludeChecks => row(
                "include-checks",
                "Whether check runs and workflow runs of pull requests are counted as well: `true` or `false`.",
            )
            .or("false"),
            Self::Transport => row(
                "transport",
                "How GitHub is asked: `v2-rest`, or `v1-graphql` for a rollback, which plans one issue and refuses an audit. It has 64 GraphQL requests and 16 MiB of answers where the budgets are left at their defaults.",
            )
            .or("v2-rest"),
            Self::Recordings => row(
                "recordings",
                "A folder below the workspace that is one recorded world or holds up to 500: what a comparison looks at without a token.",
            ),
            Self::Summary => {
                row("summary", "Whether the job summary is written: `true` or `false`.").or("true")
            }
            Self::Artifact => row(
                "artifact",
                "The name of the artifact that keeps the result; `false` for none. Jobs of one run need names of their own.",
            )
            .or("yukh"),
            Self::RetentionDays => row(
                "retention-days",
                "How many days the artifact is kept, 1 to 90; `0` for the repository's own setting.",
            )
            .or("0"),
            Self::BinaryPath => row(
                "binary-path",
                "A program that the caller built, used in place of the release's.",
            ),
            Self::Budget(_) => row("", ""),
        }
    }
}

/// The inputs as a Markdown table, as the documents print it.
#[must_use]
pub fn inputs_table() -> String {
    let mut table = String::from("| Input | Default | What it is for |\n| --- | --- | --- |\n");
    for input in Input::ALL {
        let default = match (input.is_required(), input.default()) {
            (true, _) => "required".to_owned(),
            (false, default) if default.is_empty() => "–".to_owned(),
            (false, default) => format!("`{default}`"),
        };
        let _ = writeln!(table, "| `{}` | {default} | {} |", input.name(), input.description());
    }
    table
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_limit_is_an_input_and_every_name_is_its_own() {
        let names: BTreeSet<&str> = Input::ALL.into_iter().map(Input::name).collect();
        assert_eq!(names.len(), Input::ALL.len());
        let limits: Vec<Input> =
            Input::ALL.into_iter().filter(|input| matches!(input, Input::Budget(_))).collect();
        assert_eq!(limits, Limit::ALL.map(Input::Budget));
    }

    #[test]
    fn existing_consumers_keep_their_inputs() {
        let names: Vec<&str> = Input::ALL.into_iter().map(Input::name).collect();
        for name in
            ["github-token", "owner", "repository", "project-number", "issue-number", "policy-path", "mode"]
        {
            assert!(names.contains(&name), "{name}");
        }
        assert_eq!(Input::GithubToken.variable(), "INPUT_GITHUB-TOKEN");
    }

    #[test]
    fn the_table_can_be_printed_into_yaml_and_markdown() {
        for input in Input::ALL {
            let name = input.name();
            let is_name = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            assert!(is_name && !name.is_empty(), "{name}");
            let text = format!("{}{}", input.description(), input.default());
            assert!(input.description().ends_with('.') && !text.contains(['|', '\n', '"', '$']), "{name}");
        }
    }
}
