//! What was seen of the checks of the pull requests on the Project. Nothing is
//! planned from it, and it is no part of the fingerprint.

use std::collections::BTreeMap;

/// How a check run or a workflow run ended. GitHub's words are an open set; a
/// new one is [`Self::Other`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunConclusion {
    /// `success`
    Success,
    /// `failure`
    Failure,
    /// `cancelled`
    Cancelled,
    /// `timed_out`
    TimedOut,
    /// `action_required`
    ActionRequired,
    /// `startup_failure`
    StartupFailure,
    /// `neutral`
    Neutral,
    /// `skipped`
    Skipped,
    /// `stale`
    Stale,
    /// It has no conclusion yet.
    Unfinished,
    /// A word that this program does not know.
    Other,
}

impl RunConclusion {
    /// Every one, in the order in which they are shown.
    pub const ALL: [Self; 11] = [
        Self::Success,
        Self::Failure,
        Self::Cancelled,
        Self::TimedOut,
        Self::ActionRequired,
        Self::StartupFailure,
        Self::Neutral,
        Self::Skipped,
        Self::Stale,
        Self::Unfinished,
        Self::Other,
    ];

    /// What GitHub's word means; `None` is its null.
    #[must_use]
    pub fn of(word: Option<&str>) -> Self {
        let Some(word) = word else { return Self::Unfinished };
        let is_word = |known: &Self| *known != Self::Unfinished && known.as_str() == word;
        Self::ALL.into_iter().find(is_word).unwrap_or(Self::Other)
    }

    /// The word used in output: GitHub's own, where there is one.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Cancelled => "cancelled",
            Self::TimedOut => "timed_out",
            Self::ActionRequired => "action_required",
            Self::StartupFailure => "startup_failure",
            Self::Neutral => "neutral",
            Self::Skipped => "skipped",
            Self::Stale => "stale",
            Self::Unfinished => "unfinished",
            Self::Other => "other",
        }
    }
}

/// How many runs ended how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunCounts(BTreeMap<RunConclusion, u32>);

impl RunCounts {
    /// Counts one run.
    pub fn add(&mut self, conclusion: RunConclusion) {
        self.add_some(conclusion, 1);
    }

    /// Counts these runs too.
    pub fn add_all(&mut self, others: &Self) {
        for (conclusion, count) in others.iter() {
            self.add_some(conclusion, count);
        }
    }

    /// The counts that are not zero, in the order of [`RunConclusion::ALL`].
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (RunConclusion, u32)> {
        self.0.iter().map(|(conclusion, count)| (*conclusion, *count))
    }

    /// Counts so many runs.
    pub fn add_some(&mut self, conclusion: RunConclusion, more: u32) {
        let count = self.0.entry(conclusion).or_default();
        *count = count.saturating_add(more);
    }
}

/// The checks of the repository's pull requests with a live item. A commit
/// that is the head of several pull requests is counted once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// The pull requests whose check runs and workflow runs were all read.
    pub pull_requests_read: u32,
    /// The others: a limit of the run or a reserve did not leave room for
    /// them, or they are not shown.
    pub pull_requests_not_read: u32,
    /// Those of the others of which GitHub does not show the head commit: the
    /// item does not tell it, or the commit is gone.
    pub pull_requests_not_shown: u32,
    /// The check runs of the head commits.
    pub check_runs: RunCounts,
    /// The workflow runs of the head commits.
    pub workflow_runs: RunCounts,
}

impl Checks {
    /// Counts these too.
    pub fn add_all(&mut self, others: &Self) {
        self.pull_requests_read = self.pull_requests_read.saturating_add(others.pull_requests_read);
        self.pull_requests_not_read =
            self.pull_requests_not_read.saturating_add(others.pull_requests_not_read);
        self.pull_requests_not_shown =
            self.pull_requests_not_shown.saturating_add(others.pull_requests_not_shown);
        self.check_runs.add_all(&others.check_runs);
        self.workflow_runs.add_all(&others.workflow_runs);
    }
}

#[cfg(test)]
mod tests {
    use super::{RunConclusion, RunCounts};

    #[test]
    fn githubs_words_are_an_open_set() {
        let of = |word| RunConclusion::of(Some(word));
        for known in RunConclusion::ALL.into_iter().filter(|known| *known != RunConclusion::Unfinished) {
            assert_eq!(of(known.as_str()), known);
        }
        assert_eq!(RunConclusion::of(None), RunConclusion::Unfinished);
        for unknown in ["", "unfinished", "in_progress", "Success", "success ", "CANARY"] {
            assert_eq!(of(unknown), RunConclusion::Other, "{unknown:?}");
        }
    }

    #[test]
    fn counts_are_in_a_fixed_order_and_without_zeros() {
        assert!(RunConclusion::ALL.is_sorted());
        let mut counts = RunCounts::default();
        for conclusion in [RunConclusion::Other, RunConclusion::Success, RunConclusion::Other] {
            counts.add(conclusion);
        }
        let mut twice = counts.clone();
        twice.add_all(&counts);
        let expected = [(RunConclusion::Success, 2), (RunConclusion::Other, 4)];
        assert_eq!(twice.iter().collect::<Vec<_>>(), expected);
    }
}
