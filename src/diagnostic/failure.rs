//! One finding, and a run that ended with findings instead of a result.

use super::{Code, FailureClass, Path};

/// Where in a policy file or an issue body a finding lies: 1-based line and
/// column, the column in Unicode scalars (decision 20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// 1-based line.
    pub line: u32,
    /// 1-based column, in Unicode scalars.
    pub column: u32,
}

/// Which budget is exhausted (decision 67).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateResource {
    /// The primary REST limit.
    Rest,
    /// The GraphQL points.
    Graphql,
    /// A secondary limit.
    Secondary,
}

impl RateResource {
    /// The resource of this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Rest, Self::Graphql, Self::Secondary].into_iter().find(|resource| resource.as_str() == word)
    }

    /// The word used in output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rest => "rest",
            Self::Graphql => "graphql",
            Self::Secondary => "secondary",
        }
    }
}

/// Which of the fixed reads a provider failure belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The repository.
    Repository,
    /// The owner of the Project.
    Owner,
    /// The Project.
    Project,
    /// The Project's fields.
    Fields,
    /// The Project's items.
    Items,
    /// The relationship batch.
    Relationships,
    /// The repository's issue types.
    IssueTypes,
    /// What is left of the limits.
    RateLimit,
    /// The check runs of a pull request's head commit.
    CheckRuns,
    /// The workflow runs of a pull request's head commit.
    WorkflowRuns,
    /// Repository, Project and issue in one answer (v1 transport).
    Scope,
    /// One item of the Project (v1 transport).
    Item,
}

impl Stage {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Repository,
        Self::Owner,
        Self::Project,
        Self::Fields,
        Self::Items,
        Self::Relationships,
        Self::IssueTypes,
        Self::RateLimit,
        Self::CheckRuns,
        Self::WorkflowRuns,
        Self::Scope,
        Self::Item,
    ];

    /// The read of this word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == word)
    }

    /// The word used in output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Repository => "repository",
            Self::Owner => "owner",
            Self::Project => "project",
            Self::Fields => "fields",
            Self::Items => "items",
            Self::Relationships => "relationships",
            Self::IssueTypes => "issue-types",
            Self::RateLimit => "rate-limit",
            Self::CheckRuns => "check-runs",
            Self::WorkflowRuns => "workflow-runs",
            Self::Scope => "scope",
            Self::Item => "item",
        }
    }
}

/// What a finding says beyond its code; closed, so that no text can ride along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The read that failed.
    Stage(Stage),
    /// The exhausted resource, and when it is reset: Unix seconds floored to
    /// the minute, absent when the provider did not say (decision 67).
    Rate {
        /// The exhausted resource.
        resource: RateResource,
        /// Unix seconds, a multiple of 60.
        reset: Option<u64>,
    },
    /// The option, argument or variable that was not accepted, by its own
    /// name and never by its value.
    Input(&'static str),
    /// The same, and what would be accepted, in our own words.
    Form {
        /// The name.
        name: &'static str,
        /// What would be accepted.
        form: &'static str,
    },
    /// The number that was named as an issue's is a pull request's (decision
    /// 33), as the items tell.
    PullRequest,
}

impl Detail {
    /// Why it is so, as the result object's `reason` says it.
    #[must_use]
    pub fn reason(self) -> Option<&'static str> {
        (self == Self::PullRequest).then_some("pull_request")
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    code: Code,
    path: Path,
    position: Option<Position>,
    detail: Option<Detail>,
}

impl Diagnostic {
    /// A finding at a path.
    #[must_use]
    pub fn new(code: Code, path: Path) -> Self {
        Self { code, path, position: None, detail: None }
    }

    /// The same finding, with its place in the text it is about.
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        self.position = Some(position);
        self
    }

    /// The same finding, with what else may be said.
    #[must_use]
    pub fn with(mut self, detail: Detail) -> Self {
        self.detail = Some(detail);
        self
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The path; `$` where the finding is about the whole.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The place in the text, where there is one.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// What else may be said.
    #[must_use]
    pub fn detail(&self) -> Option<Detail> {
        self.detail
    }

    /// Sorts by code, then path (by code unit, decision 1) and keeps the first
    /// of each pair.
    #[must_use]
    pub fn sorted(mut diagnostics: Vec<Self>) -> Vec<Self> {
        diagnostics.sort_by(|a, b| (a.code.as_str(), &a.path).cmp(&(b.code.as_str(), &b.path)));
        diagnostics.dedup_by(|a, b| a.code == b.code && a.path == b.path);
        diagnostics
    }
}

/// A remark that changes neither `executable` nor an exit code (decision 12).
/// Sorted and printed like a diagnostic, in a list of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice(Diagnostic);

impl Notice {
    /// A notice at a path.
    #[must_use]
    pub fn new(code: Code, path: Path) -> Self {
        Self(Diagnostic::new(code, path))
    }

    /// The same notice, with its place in the text it is about.
    #[must_use]
    pub fn at(self, position: Position) -> Self {
        Self(self.0.at(position))
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The place in the text, where there is one.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.position
    }
}

/// A run that ended without a result: at least one finding, in order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .first.code.as_str())]
pub struct Failure {
    first: Diagnostic,
    rest: Vec<Diagnostic>,
}

impl Failure {
    /// A failure with one finding about the whole.
    #[must_use]
    pub fn of(code: Code) -> Self {
        Self::from(Diagnostic::new(code, Path::root()))
    }

    /// A failure of a fixed read.
    #[must_use]
    pub fn read(code: Code, stage: Stage) -> Self {
        Self::from(Diagnostic::new(code, Path::root()).with(Detail::Stage(stage)))
    }

    /// The failure of an option, argument, input or variable of this name:
    /// `YKP-RUNTIME-003`.
    #[must_use]
    pub fn input(name: &'static str) -> Self {
        Self::from(Diagnostic::new(Code::Runtime003, Path::root()).with(Detail::Input(name)))
    }

    /// The same with what would be accepted.
    #[must_use]
    pub fn form(name: &'static str, form: &'static str) -> Self {
        Self::from(Diagnostic::new(Code::Runtime003, Path::root()).with(Detail::Form { name, form }))
    }

    /// The failure of a number that is a pull request's: `YKP-SNAPSHOT-001`.
    #[must_use]
    pub fn pull_request() -> Self {
        Self::from(Diagnostic::new(Code::Snapshot001, Path::root()).with(Detail::PullRequest))
    }

    /// A failure with these findings in this order; none when there is none.
    #[must_use]
    pub fn from_all(diagnostics: Vec<Diagnostic>) -> Option<Self> {
        let mut all = diagnostics.into_iter();
        all.next().map(|first| Self { first, rest: all.collect() })
    }

    /// Every finding, in order; never empty.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        std::iter::once(&self.first).chain(&self.rest)
    }

    /// The first finding.
    #[must_use]
    pub fn first(&self) -> &Diagnostic {
        &self.first
    }

    /// The code of the first finding.
    #[must_use]
    pub fn code(&self) -> Code {
        self.first.code
    }

    /// The class of the first finding.
    #[must_use]
    pub fn class(&self) -> FailureClass {
        self.first.code.class()
    }
}

impl From<Diagnostic> for Failure {
    fn from(first: Diagnostic) -> Self {
        Self { first, rest: Vec::new() }
    }
}
