//! `yukh init`.

use clap::Args;

use super::arguments::ReadingArguments;
use super::block_on;
use super::environment::Environment;
use super::output::Screen;
use super::progress::Progress;
use super::reading::Asking;
use super::resolve::chosen;
use crate::authoring::policy_draft;
use crate::desired::Dialect;
use crate::diagnostic::Failure;
use crate::run::read_fields;

#[derive(Debug, Args)]
#[command(after_help = super::help::init())]
pub(super) struct InitArguments {
    /// The repository with its owner.
    #[arg(long, value_name = "OWNER/NAME")]
    repo: Option<String>,
    /// The Project, with its owner where that is not the repository's.
    #[arg(long, value_name = "[OWNER/]NUMBER")]
    project: Option<String>,
    /// What owns the Project; saves a request where its owner is not the
    /// repository's.
    #[arg(long, value_name = "organization|user")]
    owner_kind: Option<String>,
    /// The dialect of the policy; native unless said otherwise.
    #[arg(long, value_name = "native|legacy")]
    dialect: Option<String>,
    /// Read the token from standard input.
    #[arg(long)]
    github_token_stdin: bool,
    /// What kind of token it is, where its prefix does not tell.
    #[arg(long, value_name = "CLASS")]
    token_profile: Option<String>,
}

/// The draft.
///
/// # Errors
///
/// Those of [`Asking::prepare`] before any request, then those of the reading.
pub(super) fn init(
    arguments: InitArguments,
    environment: Environment,
    screen: Screen,
) -> Result<String, Failure> {
    let dialect = chosen(arguments.dialect.as_deref(), "--dialect", Dialect::parse)?;
    let asking = Asking::prepare(&arguments.reading(), environment)?;
    let fields = block_on(async {
        let exchange = asking.exchange(Progress::Lines(screen))?;
        read_fields(&exchange, &asking.scope).await
    })?;
    Ok(policy_draft(&fields, dialect.unwrap_or(Dialect::Native)))
}

impl InitArguments {
    /// The same as the options of a command that reads more.
    fn reading(self) -> ReadingArguments {
        // A required option is missed by its short name here.
        ReadingArguments {
            repo: Some(self.repo.unwrap_or_default()),
            project: Some(self.project.unwrap_or_default()),
            owner_kind: self.owner_kind,
            github_token_stdin: self.github_token_stdin,
            token_profile: self.token_profile,
            ..ReadingArguments::default()
        }
    }
}
