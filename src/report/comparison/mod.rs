//! Whether two ways to a plan give the same one: two readers of one Project, or
//! two results that were kept.
//!
//! Equal means byte for byte: everything that a plan holds is compared, and
//! what reports do not show (references, old values, fingerprints) is told by
//! *that* it differs. What the readers cost is evidence and never a difference.

mod difference;
mod html;
mod markdown;
mod public;
mod read;
mod side;
mod text;
mod words;

#[cfg(test)]
mod tests;

pub use html::html;
pub use markdown::markdown;
pub use read::COMPARED_BYTES;
pub use side::Side;
pub use text::text;

use super::json;
use crate::diagnostic::{Code, Diagnostic, ExitClass, Failure, FailureClass, Path};
use crate::scope::IssueNumber;
use difference::Difference;

/// What is compared, and what its two sides are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// The two readers, `v1` and `v2`.
    Readers,
    /// Two results of `yukh plan`, `first` and `second`.
    Results,
}

impl Sides {
    /// What the sides are called in every output.
    #[must_use]
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Self::Readers => ["v1", "v2"],
            Self::Results => ["first", "second"],
        }
    }
}

/// What came of comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ComparisonStatus {
    /// A side could not be read.
    Error,
    /// A limit kept a side away, so that there is no verdict on the whole: what
    /// differs elsewhere is told, and does not stand for what was not read.
    Deferred,
    /// The plans differ.
    Different,
    /// The plans are the same.
    Equal,
}

impl ComparisonStatus {
    /// All of them, the worst first.
    pub const ALL: [Self; 4] = [Self::Error, Self::Deferred, Self::Different, Self::Equal];

    /// The word used in output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Different => "different",
            Self::Deferred => "deferred",
            Self::Equal => "equal",
        }
    }
}

/// What reading one side took. Two readers differ in it, and may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingCost {
    /// REST requests sent.
    pub rest_requests: u64,
    /// GraphQL requests sent.
    pub graphql_requests: u64,
    /// GraphQL points: what GitHub reported, else what was estimated.
    pub graphql_points: u64,
    /// Pages of all lists.
    pub pages: u64,
    /// Decoded bytes of all answers.
    pub response_bytes: u64,
}

impl ReadingCost {
    fn add(&mut self, other: &Self) {
        self.rest_requests = self.rest_requests.saturating_add(other.rest_requests);
        self.graphql_requests = self.graphql_requests.saturating_add(other.graphql_requests);
        self.graphql_points = self.graphql_points.saturating_add(other.graphql_points);
        self.pages = self.pages.saturating_add(other.pages);
        self.response_bytes = self.response_bytes.saturating_add(other.response_bytes);
    }
}

/// One issue, seen from both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedIssue {
    /// Its number, where the sides tell it.
    number: Option<IssueNumber>,
    outcomes: [&'static str; 2],
    plan_ids: [Option<String>; 2],
    status: ComparisonStatus,
    differences: Vec<Difference>,
    /// Which limit kept a side away.
    limits: [Option<Failure>; 2],
}

impl ComparedIssue {
    /// Compares what two sides made of an issue. A side that a limit kept away
    /// is equal to none, and not different either.
    #[must_use]
    pub fn of(number: Option<IssueNumber>, sides: &[Side; 2]) -> Self {
        let [first, second] = sides;
        let limits = [first.limit().cloned(), second.limit().cloned()];
        let is_deferred = limits.iter().any(Option::is_some);
        let differences = if is_deferred { Vec::new() } else { difference::differences([first, second]) };
        let status = match (is_deferred, differences.is_empty()) {
            (true, _) => ComparisonStatus::Deferred,
            (false, true) => ComparisonStatus::Equal,
            (false, false) => ComparisonStatus::Different,
        };
        Self {
            number,
            outcomes: [first.word(), second.word()],
            plan_ids: [first.plan_id.clone(), second.plan_id.clone()],
            status,
            differences,
            limits,
        }
    }

    /// What came of it.
    #[must_use]
    pub fn status(&self) -> ComparisonStatus {
        self.status
    }

    /// How many differences there are.
    #[must_use]
    pub fn differences(&self) -> usize {
        self.differences.len()
    }
}

/// One pair of sides: of one Project, of one recorded world, or two results.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// What it is called, where there are several.
    name: Option<String>,
    issues: Vec<ComparedIssue>,
    /// Why a side could not be read.
    unread: [Option<Failure>; 2],
    costs: [Option<ReadingCost>; 2],
}

impl Pair {
    /// Two sides that were read.
    #[must_use]
    pub fn read(issues: Vec<ComparedIssue>) -> Self {
        Self { name: None, issues, unread: [None, None], costs: [None, None] }
    }

    /// Two sides of which one at least could not be read. Nothing is said of
    /// their issues.
    #[must_use]
    pub fn unread(failures: [Option<Failure>; 2]) -> Self {
        Self { name: None, issues: Vec::new(), unread: failures, costs: [None, None] }
    }

    /// The same pair under a name: letters, digits and `._-`.
    #[must_use]
    pub fn named(self, name: &str) -> Self {
        Self { name: Some(name.to_owned()), ..self }
    }

    /// The same pair with what reading the sides took.
    #[must_use]
    pub fn with_costs(self, costs: [Option<ReadingCost>; 2]) -> Self {
        Self { costs, ..self }
    }

    /// What came of it.
    #[must_use]
    pub fn status(&self) -> ComparisonStatus {
        let failures: Vec<FailureClass> = self.unread.iter().flatten().map(Failure::class).collect();
        match failures.iter().find(|class| **class != FailureClass::Deferred) {
            Some(_) => ComparisonStatus::Error,
            None if !failures.is_empty() => ComparisonStatus::Deferred,
            None => worst(self.issues.iter().map(ComparedIssue::status)),
        }
    }

    /// The issues, in the order in which they were compared.
    #[must_use]
    pub fn issues(&self) -> &[ComparedIssue] {
        &self.issues
    }
}

/// The worst of them; [`ComparisonStatus::Equal`] where there is none.
fn worst(statuses: impl Iterator<Item = ComparisonStatus>) -> ComparisonStatus {
    statuses.min().unwrap_or(ComparisonStatus::Equal)
}

/// What came of comparing two sides, once or in many worlds.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    sides: Sides,
    /// Never empty.
    pairs: Vec<Pair>,
}

impl Comparison {
    /// Two readers of one or more Projects; `None` for none.
    #[must_use]
    pub fn of_readers(pairs: Vec<Pair>) -> Option<Self> {
        (!pairs.is_empty()).then_some(Self { sides: Sides::Readers, pairs })
    }

    /// Two results, as `yukh plan --format json` printed them.
    ///
    /// # Errors
    ///
    /// At `$.plans[N]`, N counted from zero: `YKP-REPORT-007` for what is no
    /// such result, `-008` for one of another version.
    pub fn of_results(results: [&[u8]; 2]) -> Result<Self, Failure> {
        let [first, second] = results;
        let judged = [judged(0, first)?, judged(1, second)?];
        let pair = match judged {
            [Ok(first), Ok(second)] => Pair::read(vec![ComparedIssue::of(None, &[first, second])]),
            [first, second] => Pair::unread([first.err(), second.err()]),
        };
        Ok(Self { sides: Sides::Results, pairs: vec![pair] })
    }

    /// What came of it as a whole: the worst.
    #[must_use]
    pub fn status(&self) -> ComparisonStatus {
        worst(self.pairs.iter().map(Pair::status))
    }

    /// The class of what kept a side away, if anything did; what passes by
    /// waiting comes last.
    #[must_use]
    pub fn failure_class(&self) -> Option<FailureClass> {
        match self.status() {
            ComparisonStatus::Error => FailureClass::gravest(self.failures().map(Failure::class)),
            ComparisonStatus::Deferred => Some(FailureClass::Deferred),
            ComparisonStatus::Different | ComparisonStatus::Equal => None,
        }
    }

    /// How a run ends with it: 0 for equal, 1 for different, else as a run that
    /// could not read.
    #[must_use]
    pub fn exit(&self) -> ExitClass {
        match (self.failure_class(), self.status()) {
            (Some(class), _) => class.exit(),
            (None, ComparisonStatus::Equal) => ExitClass::Complete,
            (None, _) => ExitClass::Difference,
        }
    }

    /// Why sides could not be read, and which limits kept a side of an issue
    /// away.
    pub fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.pairs.iter().flat_map(|pair| {
            let limits = pair.issues.iter().flat_map(|issue| &issue.limits);
            pair.unread.iter().chain(limits).flatten()
        })
    }

    /// What reading the sides took, by side, as one line of JSON without its
    /// end.
    #[must_use]
    pub fn evidence_object(&self) -> String {
        json::line(&public::Each(self.sides.names(), self.costs()))
    }

    /// The pairs, in the order in which they were compared.
    #[must_use]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// What reading each side took, over all pairs; `None` where nothing was
    /// read.
    #[must_use]
    pub fn costs(&self) -> [Option<ReadingCost>; 2] {
        let sum = |side: usize| {
            let told = self.pairs.iter().filter_map(|pair| pair.costs.get(side).copied().flatten());
            told.fold(None, |sum: Option<ReadingCost>, cost| {
                let mut sum = sum.unwrap_or_default();
                sum.add(&cost);
                Some(sum)
            })
        };
        [sum(0), sum(1)]
    }

    /// The comparison as one line of JSON without its end.
    #[must_use]
    pub fn object(&self) -> String {
        json::line(self)
    }

    fn issues(&self) -> impl Iterator<Item = &ComparedIssue> {
        self.pairs.iter().flat_map(|pair| &pair.issues)
    }
}

/// What a result says; inside, why it holds none.
fn judged(index: usize, content: &[u8]) -> Result<Result<Side, Failure>, Failure> {
    read::side(content).map_err(|unread| {
        let code = match unread {
            read::Unread::Malformed => Code::Report007,
            read::Unread::Foreign => Code::Report008,
        };
        Failure::from(Diagnostic::new(code, Path::root().member("plans").index(index)))
    })
}
