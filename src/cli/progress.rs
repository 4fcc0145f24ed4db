//! What is being read, told to somebody who watches.

use crate::diagnostic::{Failure, Stage};
use crate::github::{Exchange, Further, Identity, LedgerState, Operation, Reply, Tally, Validator};

use super::output::{Screen, say};

/// Passes every request on; on a terminal, standard error says which.
pub(super) struct Watched<E> {
    pub(super) exchange: E,
    pub(super) screen: Screen,
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
        Self { exchange: self.exchange.further(), screen: self.screen }
    }
}

impl<E> Watched<E> {
    fn tell(&self, operation: &Operation) {
        if self.screen.is_watched() {
            say(&format!("Reading {} …\n", words(operation)));
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
    }
}
