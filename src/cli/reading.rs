//! What every command that reads GitHub does before its first request, and
//! where its result goes.

use std::io::{IsTerminal as _, Read as _};

use secrecy::zeroize::Zeroizing;

use super::arguments::{Format, ReadingArguments};
use super::environment::Environment;
use super::output::{Screen, say};
use super::paths::{self, ReportFile};
use super::progress::{Progress, Watched};
use super::resolve::Target;
use super::route;
use crate::desired::Policy;
use crate::diagnostic::{Code, Failure};
use crate::github::{Client, Credential, Endpoint, Timeouts};
use crate::report::Colour;
use crate::scope::{Budgets, IssueSet, RunScope, Transport};

/// What is said before a run over the v1 transport.
const ROLLBACK: &str = "yukh: warning: the transport v1-graphql is for a rollback; it spends GraphQL points on \
    every issue. Leave the option out once its reason is gone.\n";

/// Whom to ask, and for what.
pub(super) struct Asking<Issues = ()> {
    /// What is read.
    pub(super) scope: RunScope<Issues>,
    endpoint: Endpoint,
    credential: Credential,
}

impl Asking {
    /// Checks every input of a command that needs no policy, in this order:
    /// options, the way to GitHub or the loopback override, token. Nothing is
    /// asked for yet.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-*`.
    pub(super) fn prepare(arguments: &ReadingArguments, environment: Environment) -> Result<Self, Failure> {
        let target = Target::resolve(arguments, Transport::RestV2)?;
        let endpoint = route::endpoint(&environment)?;
        Self::with(target, (), endpoint, arguments.github_token_stdin, environment)
    }
}

impl<Issues> Asking<Issues> {
    /// The same with the token, which is read here.
    fn with(
        target: Target,
        issues: Issues,
        endpoint: Endpoint,
        token_stdin: bool,
        environment: Environment,
    ) -> Result<Self, Failure> {
        let token = token(token_stdin, environment)?;
        let credential = Credential::parse(&token, target.token_profile)?;
        drop(token);
        Ok(Self { scope: scope(target, issues, &credential), endpoint, credential })
    }

    /// The exchange of the run. To be called inside a runtime, as
    /// [`Client::live`].
    ///
    /// # Errors
    ///
    /// Those of [`Client::live`].
    pub(super) fn exchange(&self, progress: Progress) -> Result<Watched<Client>, Failure> {
        live(&self.endpoint, &self.credential, self.scope.budgets, progress)
    }
}

/// A run whose inputs are all valid.
pub(super) struct Reading<Issues = IssueSet> {
    /// What it reads.
    pub(super) scope: RunScope<Issues>,
    /// What it compares with.
    pub(super) policy: Policy,
    endpoint: Endpoint,
    credential: Credential,
    report_file: Option<ReportFile>,
    /// How a report file is written.
    file_format: Format,
    screen: Screen,
}

impl<Issues> Reading<Issues> {
    /// Checks every input but the issues, in this order: options, the way to
    /// GitHub or the loopback override, report path, policy, token. Nothing is
    /// asked for yet.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-*` and `YKP-POLICY-*`.
    pub(super) fn prepare(
        arguments: &ReadingArguments,
        transport: Transport,
        issues: Issues,
        environment: Environment,
        screen: Screen,
    ) -> Result<Self, Failure> {
        let target = Target::resolve(arguments, transport)?;
        let endpoint = route::endpoint(&environment)?;
        let report_file = arguments.report_file.as_deref().map(ReportFile::prepare).transpose()?;
        let policy = Policy::parse(&paths::read_policy(&arguments.policy_path)?)?;
        let Asking { scope, endpoint, credential } =
            Asking::with(target, issues, endpoint, arguments.github_token_stdin, environment)?;
        if transport == Transport::GraphqlV1 {
            say(ROLLBACK);
        }
        let file_format = arguments.format.unwrap_or(Format::Json);
        Ok(Self { scope, policy, endpoint, credential, report_file, file_format, screen })
    }

    /// The exchange of the run. To be called inside a runtime, as
    /// [`Client::live`].
    ///
    /// # Errors
    ///
    /// Those of [`Client::live`].
    pub(super) fn exchange(&self, progress: Progress) -> Result<Watched<Client>, Failure> {
        live(&self.endpoint, &self.credential, self.scope.budgets, progress)
    }

    /// What a second reader of the same run gets: an exchange that shares what
    /// GitHub says is left with the first one's, and the scope with the budgets
    /// of the v1 transport.
    pub(super) fn beside(&self, first: &Watched<Client>) -> (Watched<Client>, RunScope<Issues>)
    where
        Issues: Clone,
    {
        let budgets = Budgets::of(Transport::GraphqlV1);
        let exchange = first.exchange.further_within(budgets);
        let scope = RunScope { budgets, ..self.scope.clone() };
        (Watched { exchange, progress: first.progress.clone() }, scope)
    }

    /// Takes a result: what is printed, nothing where a report file took it.
    ///
    /// # Errors
    ///
    /// Those of the report file.
    pub(super) fn finish(&self, render: impl FnOnce(Format, Colour) -> String) -> Result<String, Failure> {
        self.finish_within(paths::REPORT_LIMIT, render)
    }

    /// The same with another bound of the report file, in bytes.
    ///
    /// # Errors
    ///
    /// Those of the report file.
    pub(super) fn finish_within(
        &self,
        limit: usize,
        render: impl FnOnce(Format, Colour) -> String,
    ) -> Result<String, Failure> {
        match &self.report_file {
            None => Ok(render(self.screen.format(), self.screen.colour())),
            Some(file) => {
                file.write(&render(self.file_format, Colour::Never), limit)?;
                Ok(String::new())
            }
        }
    }
}

fn live(
    endpoint: &Endpoint,
    credential: &Credential,
    budgets: Budgets,
    progress: Progress,
) -> Result<Watched<Client>, Failure> {
    let exchange = Client::live(endpoint.clone(), credential, budgets, Timeouts::DEFAULT)?;
    Ok(Watched { exchange, progress })
}

fn scope<Issues>(target: Target, issues: Issues, credential: &Credential) -> RunScope<Issues> {
    RunScope {
        subject: credential.class(),
        owner: target.owner,
        repository: target.repository,
        project_owner: target.project_owner,
        project_owner_kind: target.project_owner_kind,
        project: target.project,
        issues,
        items: target.items,
        budgets: target.budgets,
    }
}

/// The token's bytes, overwritten when they are dropped. Standard input is
/// read no further than a token may reach.
fn token(from_stdin: bool, environment: Environment) -> Result<Zeroizing<Vec<u8>>, Failure> {
    if !from_stdin {
        return environment.token.ok_or_else(|| Failure::of(Code::Runtime004));
    }
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        say("Waiting for the token on standard input; end it with Enter and Ctrl-D.\n");
    }
    // The whole capacity at once: growing would leave copies behind.
    let mut bytes = Zeroizing::new(Vec::with_capacity(Credential::MAX_BYTES + 2));
    let limit = u64::try_from(Credential::MAX_BYTES + 1).unwrap_or(u64::MAX);
    let read = stdin.lock().take(limit).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|_| Failure::of(Code::Runtime004))
}
