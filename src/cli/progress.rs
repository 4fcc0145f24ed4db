//! What is being read and judged, told to somebody who watches.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::{Screen, say};
use crate::diagnostic::{Failure, Stage};
use crate::github::{Exchange, Further, Identity, LedgerState, Operation, Reply, Tally, Validator};
use crate::run::Watcher;

/// Passes every request on and tells which it is.
pub(super) struct Watched<E> {
    pub(super) exchange: E,
    pub(super) progress: Progress,
}

/// How requests are told.
#[derive(Clone)]
pub(super) enum Progress {
    /// One line for each, on a terminal.
    Lines(Screen),
    /// In place.
    Bar(Bar),
}

/// One line on standard error that changes in place; nothing where nobody
/// watches.
#[derive(Clone)]
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// A bar that says nothing yet.
    pub(super) fn start(screen: Screen) -> Self {
        let target =
            if screen.is_watched() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        Self(ProgressBar::with_draw_target(None, target).with_style(reading()))
    }

    /// Takes the bar off the screen.
    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }

    /// Tells a request; the position counts the pages until there are issues.
    fn read(&self, operation: &Operation) {
        let what = words(operation);
        if operation.is_paged() && self.0.length().is_none() {
            self.0.inc(1);
            self.0.set_message(format!("{what}, page {}", self.0.position()));
        } else {
            self.0.set_message(what);
        }
        self.0.tick();
    }
}

impl Watcher for Bar {
    fn judged(&self, issues: usize, of: usize) {
        if self.0.length().is_none() {
            self.0.set_style(judging());
            self.0.set_length(u64::try_from(of).unwrap_or(u64::MAX));
        }
        self.0.set_position(u64::try_from(issues).unwrap_or(u64::MAX));
    }
}

/// While it is not known how many issues there are.
fn reading() -> ProgressStyle {
    style("{spinner} Reading {msg} …")
}

/// From the first issue on.
fn judging() -> ProgressStyle {
    style("[{bar:30}] {pos} of {len} issues planned")
}

/// The style; the plain bar should a template not be one.
fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}

impl<E: Exchange> Exchange for Watched<E> {
    async fn ask(
        &self,
        operation: &Operation,
        validator: Option<&Validator>,
        tally: &Tally,
    ) -> Result<Reply, Failure> {
        self.tell(operation);
        self.exchange.ask(operation, validator, tally).await
    }

    fn affords(&self, requests: u32) -> bool {
        self.exchange.affords(requests)
    }

    fn identity(&self) -> Option<Identity> {
        self.exchange.identity()
    }

    fn ledger(&self) -> LedgerState {
        self.exchange.ledger()
    }

    fn origin(&self) -> &str {
        self.exchange.origin()
    }
}

impl<E: Further> Further for Watched<E> {
    fn further(&self) -> Self {
        Self { exchange: self.exchange.further(), progress: self.progress.clone() }
    }
}

impl<E> Watched<E> {
    fn tell(&self, operation: &Operation) {
        match &self.progress {
            Progress::Lines(screen) if screen.is_watched() => {
                say(&format!("Reading {} …\n", words(operation)));
            }
            Progress::Lines(_) => {}
            Progress::Bar(bar) => bar.read(operation),
        }
    }
}

fn words(operation: &Operation) -> &'static str {
    if let Operation::Fields { after: Some(_), .. } | Operation::Items { after: Some(_), .. } = operation {
        return "the next page";
    }
    match operation.stage() {
        Stage::Repository => "the repository",
        Stage::Owner => "the Project's owner",
        Stage::Project => "the Project",
        Stage::Fields => "the Project's fields",
        Stage::Items => "the Project's items",
        Stage::Relationships => "the relationships of the issue",
        Stage::IssueTypes => "the issue types",
        Stage::RateLimit => "what is left of the limits",
        Stage::CheckRuns => "the check runs of a pull request",
        Stage::WorkflowRuns => "the workflow runs of a pull request",
        Stage::Scope => "the repository, the Project and the issue",
        Stage::Item => "the issue and its Project item",
    }
}
