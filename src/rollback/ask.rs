//! One question: sent through the exchange, opened, and judged for what GitHub
//! says besides its data.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::wire::{Envelope, GraphqlError};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::connection::Fault;
use crate::github::wire::{self, Member, Shape, Str};
use crate::github::{Exchange, Operation, RollbackRead, Tally};
use crate::observed::Accounting;
use crate::scope::{Budgets, Limit};

/// The exchange, and what this reader sent through it.
pub(super) struct Asker<'a, E> {
    exchange: &'a E,
    tally: Tally,
    pages: u64,
}

/// The pages of one list that may still be read.
pub(super) struct PagesLeft {
    stage: Stage,
    left: u64,
}

/// What of the scope GitHub says is missing or not visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Missing {
    /// The repository.
    Repository,
    /// The issue in a repository that is there.
    Issue,
    /// The account that should own the Project.
    ProjectOwner,
    /// The Project of an account that is there.
    Project,
}

impl<'a, E: Exchange> Asker<'a, E> {
    pub(super) fn new(exchange: &'a E, budgets: &Budgets) -> Self {
        Self { exchange, tally: Tally::new(), pages: budgets.get(Limit::Pages) }
    }

    /// What was sent and got.
    pub(super) fn accounting(&self) -> Accounting {
        self.tally.accounting()
    }

    /// No page of a list was read yet.
    pub(super) fn pages(&self, stage: Stage) -> PagesLeft {
        PagesLeft { stage, left: self.pages }
    }

    /// The body of an answer.
    ///
    /// # Errors
    ///
    /// Those of the exchange, a refused budget among them.
    pub(super) async fn send(&self, read: RollbackRead) -> Result<Vec<u8>, Failure> {
        let operation = Operation::Rollback(read);
        let reply = self.exchange.ask(&operation, None, &self.tally).await?;
        Ok(reply.answer(operation.stage())?.body)
    }
}

impl PagesLeft {
    /// Takes one page.
    ///
    /// # Errors
    ///
    /// `YKP-GH-READ-005` where the list has more pages than may be read.
    pub(super) fn take(&mut self) -> Result<(), Failure> {
        self.left = self.left.checked_sub(1).ok_or(Failure::read(Code::GithubRead005, self.stage))?;
        Ok(())
    }
}

/// The data of an answer in which nothing failed.
///
/// # Errors
///
/// `YKP-GH-READ-003` for errors without data, `YKP-REST-001` for errors beside
/// data (decision 66), `YKP-GH-READ-008` for another form.
pub(super) fn open<'body, Data: Deserialize<'body>>(
    body: &'body [u8],
    stage: Stage,
) -> Result<Data, Failure> {
    let (data, missing) = open_some(body, stage)?;
    if missing.is_empty() { Ok(data) } else { Err(Failure::read(Code::Rest001, stage)) }
}

/// The data of an answer, and what of the scope is missing in it.
///
/// # Errors
///
/// As [`open`], where an error says something else.
pub(super) fn open_some<'body, Data: Deserialize<'body>>(
    body: &'body [u8],
    stage: Stage,
) -> Result<(Data, BTreeSet<Missing>), Failure> {
    let failure = |code| Failure::read(code, stage);
    let envelope: Envelope<'_, Data> = wire::decode(body, stage).map_err(|_| failure(Code::GithubRead008))?;
    let errors = match envelope.errors {
        Member::Absent => Vec::new(),
        Member::Null => return Err(failure(Code::GithubRead008)),
        Member::Value(errors) => errors,
    };
    match envelope.data {
        Member::Value(data) => {
            let missing = errors.iter().map(Missing::of).collect::<Option<_>>();
            Ok((data, missing.ok_or(failure(Code::Rest001))?))
        }
        Member::Absent | Member::Null if errors.is_empty() => Err(failure(Code::GithubRead008)),
        Member::Absent | Member::Null => Err(failure(Code::GithubRead003)),
    }
}

impl Missing {
    /// What an error says is missing or not visible. An issue has to be missing:
    /// one that the credential may not see is not absent.
    fn of(error: &GraphqlError<'_>) -> Option<Self> {
        let kind = error.kind.value().map(Str::as_str)?;
        let path: Option<Vec<&str>> = error.path.value()?.iter().map(Shape::text).collect();
        match (kind, path?.as_slice()) {
            ("NOT_FOUND", ["repository", "issueOrPullRequest"]) => Some(Self::Issue),
            ("NOT_FOUND" | "FORBIDDEN", ["repository"]) => Some(Self::Repository),
            ("NOT_FOUND" | "FORBIDDEN", ["repositoryOwner"]) => Some(Self::ProjectOwner),
            ("NOT_FOUND" | "FORBIDDEN", ["repositoryOwner", "projectV2"]) => Some(Self::Project),
            _ => None,
        }
    }

    /// The part that is missing, in the words of the other transport.
    pub(super) fn stage(self) -> Stage {
        match self {
            Self::Repository => Stage::Repository,
            Self::ProjectOwner => Stage::Owner,
            Self::Project => Stage::Project,
            Self::Issue => Stage::Scope,
        }
    }
}

/// A member that GitHub may say null of.
///
/// # Errors
///
/// `YKP-GH-READ-008` where it is left out.
pub(super) fn asked<T>(member: Member<T>, stage: Stage) -> Result<Option<T>, Failure> {
    match member {
        Member::Absent => Err(Failure::read(Code::GithubRead008, stage)),
        Member::Null => Ok(None),
        Member::Value(value) => Ok(Some(value)),
    }
}

/// The failure of a read with this fault.
pub(super) fn faulty(fault: Fault, stage: Stage) -> Failure {
    let code = match fault {
        Fault::Malformed => Code::GithubRead008,
        Fault::Torn => Code::Snapshot001,
        Fault::NoCursor | Fault::Repeated => Code::GithubRead007,
        Fault::TooMuch => Code::GithubRead005,
    };
    Failure::read(code, stage)
}
