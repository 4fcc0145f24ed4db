//! After the snapshot's own reads: check runs and workflow runs of the head
//! commits of the repository's pull requests, as far as the run can afford.
//!
//! A pull request is read whole or not at all. What a limit or a reserve does
//! not allow, and what GitHub does not show, is counted as not read and fails
//! nothing; an answer that is wrong fails the snapshot as any other does. Nothing of it is kept in the cache:
//! the state of a check is that of the moment.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::Binding;
use super::source::Source;
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::wire::{CheckRuns, Member, Run, WorkflowRuns};
use crate::github::{Answer, CommitSha, Exchange, Operation, wire};
use crate::observed::{Checks, Coverage, RunConclusion, RunCounts};
use crate::scope::{IssueNumber, Limit};

/// The least that a commit costs: one page of check runs and one of workflow
/// runs.
const LEAST_REQUESTS: u32 = 2;

/// The most runs of a page.
const PAGE: u64 = 100;

/// The most workflow runs of one commit that GitHub lists.
const MOST_WORKFLOW_RUNS: u64 = 1_000;

/// Reads the checks of these pull requests, ascending by number. Pull requests
/// with the same head commit share what was read of it.
///
/// # Errors
///
/// Never for a budget, a reserve or a commit that is gone; `YKP-GH-READ-005` for
/// an answer of more than 8 MiB. `YKP-REST-001` and `YKP-SNAPSHOT-001` for
/// answers that are not of the accepted form, that are about another commit or
/// repository, or whose pages do not belong together.
pub(super) async fn read<E: Exchange>(
    source: &Source<'_, E>,
    binding: &Binding,
    heads: &BTreeMap<IssueNumber, Option<CommitSha>>,
) -> Result<Checks, Failure> {
    let reader = Reader { source, binding };
    let mut checks = Checks::default();
    let mut commits: BTreeMap<&CommitSha, Result<(), Unread>> = BTreeMap::new();
    for head in heads.values() {
        let read = match head {
            None => Err(Unread::NotShown),
            Some(commit) => match commits.get(commit) {
                Some(known) => *known,
                None => {
                    let read = reader.add(&mut checks, commit).await?;
                    commits.insert(commit, read);
                    read
                }
            },
        };
        match read {
            Ok(()) => checks.pull_requests_read += 1,
            Err(unread) => {
                checks.pull_requests_not_read += 1;
                checks.pull_requests_not_shown += u32::from(unread == Unread::NotShown);
            }
        }
    }
    Ok(checks)
}

/// Why nothing was read of a pull request, although nothing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unread {
    /// A limit or a reserve leaves no room for it.
    NoRoom,
    /// GitHub does not show the commit.
    NotShown,
}

/// Why a list was not read: nothing is wrong, or the snapshot fails.
enum Missed {
    Unread(Unread),
    Failed(Failure),
}

impl From<Failure> for Missed {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Unread> for Missed {
    fn from(unread: Unread) -> Self {
        Self::Unread(unread)
    }
}

/// How much of the checks was read.
pub(super) fn coverage(checks: &Checks) -> Coverage {
    match (checks.pull_requests_not_read, checks.pull_requests_not_shown) {
        (0, _) => Coverage::Complete,
        (not_read, not_shown) if not_read == not_shown => Coverage::NotShown,
        _ => Coverage::Deferred,
    }
}

struct Reader<'a, E> {
    source: &'a Source<'a, E>,
    binding: &'a Binding,
}

/// One of the two lists of a commit.
#[derive(Clone, Copy)]
enum List {
    CheckRuns,
    WorkflowRuns,
}

impl<E: Exchange> Reader<'_, E> {
    /// Adds both lists of a commit, or nothing of it; why it did not, where
    /// nothing is wrong.
    async fn add(&self, checks: &mut Checks, commit: &CommitSha) -> Result<Result<(), Unread>, Failure> {
        match self.lists(commit).await {
            Ok([check_runs, workflow_runs]) => {
                checks.check_runs.add_all(&check_runs);
                checks.workflow_runs.add_all(&workflow_runs);
                Ok(Ok(()))
            }
            Err(Missed::Unread(unread)) => Ok(Err(unread)),
            Err(Missed::Failed(failure)) => Err(failure),
        }
    }

    async fn lists(&self, commit: &CommitSha) -> Result<[RunCounts; 2], Missed> {
        if !self.source.affords(LEAST_REQUESTS) {
            return Err(Unread::NoRoom.into());
        }
        let check_runs = self.list(List::CheckRuns, commit).await?;
        Ok([check_runs, self.list(List::WorkflowRuns, commit).await?])
    }

    /// One list, page by page: whole when as many different runs were read as
    /// each of its pages says that there are.
    async fn list(&self, list: List, commit: &CommitSha) -> Result<RunCounts, Missed> {
        let pages = self.binding.board.budgets.get(Limit::Pages);
        let mut counts = RunCounts::default();
        let mut ids: BTreeSet<u64> = BTreeSet::new();
        let mut expected = None;
        for page in (1_u32..).take_while(|page| u64::from(*page) <= pages) {
            let operation = self.operation(list, commit, page);
            let failure = |code| Failure::read(code, operation.stage());
            let answer = self.ask(&operation).await?;
            let (total, runs) = list.decode(&answer.body)?;
            if *expected.get_or_insert(total) != total {
                return Err(failure(Code::Snapshot001).into());
            }
            if total > list.most(pages) {
                return Err(Unread::NoRoom.into());
            }
            for run in &runs {
                if !self.is_of(run, commit) || !ids.insert(run.id) {
                    return Err(failure(Code::Snapshot001).into());
                }
                counts.add(conclusion(run).ok_or(failure(Code::Rest001))?);
            }
            match u64::try_from(ids.len()).unwrap_or(u64::MAX).cmp(&total) {
                Ordering::Equal => return Ok(counts),
                // An empty page would never lead to an end.
                Ordering::Less if !runs.is_empty() => {}
                Ordering::Less | Ordering::Greater => return Err(failure(Code::Snapshot001).into()),
            }
        }
        Err(Unread::NoRoom.into())
    }

    /// The answer, unless a limit or a reserve does not allow the request, or
    /// GitHub answers that a limit is reached or that there is no such commit.
    async fn ask(&self, operation: &Operation) -> Result<Answer, Missed> {
        if !self.source.affords(1) {
            return Err(Unread::NoRoom.into());
        }
        self.source.send(operation).await.map_err(|failure| match failure.code() {
            Code::Rate001 => Unread::NoRoom.into(),
            Code::GithubRead011 => Unread::NotShown.into(),
            _ => failure.into(),
        })
    }

    fn operation(&self, list: List, commit: &CommitSha, page: u32) -> Operation {
        let board = &self.binding.board;
        let (owner, repository) = (board.owner.clone(), board.repository.clone());
        let commit = commit.clone();
        match list {
            List::CheckRuns => Operation::CheckRuns { owner, repository, commit, page },
            List::WorkflowRuns => Operation::WorkflowRuns { owner, repository, commit, page },
        }
    }

    /// Whether a run is of the commit, and of the bound repository where it
    /// names one.
    fn is_of(&self, run: &Run<'_>, commit: &CommitSha) -> bool {
        let repository = run.repository.value();
        let id = repository.and_then(|repository| repository.id.value());
        CommitSha::parse(run.head_sha.as_str()).as_ref() == Some(commit)
            && id.is_none_or(|id| self.binding.repository.is_id(*id))
    }
}

impl List {
    fn decode(self, body: &[u8]) -> Result<(u64, Vec<Run<'_>>), Failure> {
        match self {
            Self::CheckRuns => wire::decode(body, Stage::CheckRuns)
                .map(|list: CheckRuns<'_>| (list.total_count, list.check_runs)),
            Self::WorkflowRuns => wire::decode(body, Stage::WorkflowRuns)
                .map(|list: WorkflowRuns<'_>| (list.total_count, list.workflow_runs)),
        }
    }

    /// The most runs that can be read.
    fn most(self, pages: u64) -> u64 {
        let most = pages.saturating_mul(PAGE);
        match self {
            Self::CheckRuns => most,
            Self::WorkflowRuns => most.min(MOST_WORKFLOW_RUNS),
        }
    }
}

/// How a run ended; `None` where the answer leaves it out.
fn conclusion(run: &Run<'_>) -> Option<RunConclusion> {
    match &run.conclusion {
        Member::Absent => None,
        Member::Null => Some(RunConclusion::of(None)),
        Member::Value(word) => Some(RunConclusion::of(Some(word.as_str()))),
    }
}
