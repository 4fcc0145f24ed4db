//! Reports of several audits as one: of several repositories or Projects, each
//! of which a job of its own audited.
//!
//! What comes in was written by this program and lay in a file since: it is read
//! through one door ([`read`]) into the same closed types as a fresh report, and
//! printed from these. No byte of a file is copied.
//!
//! Reports name no repository (decision 92). Two of the same repository and
//! Project are known by their `scopeId`; one that ended before it had one says
//! nothing that could be counted twice. A caller may give each a [`Label`].

mod html;
mod markdown;
mod public;
mod read;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use text::text;

use std::collections::BTreeSet;

use super::audit::overview::{Overview, Row};
use super::audit::{AuditReport, AuditStatus, Evidence, FailOn, IssueStatus};
use super::json;
use crate::diagnostic::{Code, Diagnostic, ExitClass, Failure, FailureClass, Path};
use crate::observed::Checks;

/// The most bytes of one report.
pub const AUDIT_BYTES: usize = 16 << 20;

/// The most bytes of all reports together.
pub const MERGED_BYTES: usize = 64 << 20;

/// The most reports: as many as one matrix has jobs.
pub const MERGED_REPORTS: usize = 256;

/// What a caller calls a report: 1 to 100 of `A-Z a-z 0-9 . _ - /`, the first
/// one a letter or a digit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(String);

impl Label {
    /// The label, if it is one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=100).contains(&text.len());
        let begins = text.starts_with(|first: char| first.is_ascii_alphanumeric());
        let part = |byte: u8| byte.is_ascii_alphanumeric() || b"._-/".contains(&byte);
        (fits && begins && text.bytes().all(part)).then(|| Self(text.to_owned()))
    }

    /// The label.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A report as it was handed over.
#[derive(Debug)]
pub struct Submission {
    /// What its caller calls it.
    pub label: Option<Label>,
    /// The JSON of one audit.
    pub content: Vec<u8>,
}

/// Several audits as one.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedReport {
    entries: Vec<Entry>,
}

/// One audit of several.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    label: Option<Label>,
    /// The label, or `report N`, counted from one.
    name: String,
    report: AuditReport,
}

impl MergedReport {
    /// Reads and joins reports; each stays in its place.
    ///
    /// # Errors
    ///
    /// At `$.reports[N]`, N counted from zero: `YKP-REPORT-003` for what is not
    /// a report, `-004` for one of another version, `-005` for one that is there
    /// already, by label or by repository and Project. `YKP-REPORT-002` for no
    /// report, and for more than [`MERGED_REPORTS`] or [`MERGED_BYTES`].
    pub fn of(submissions: Vec<Submission>) -> Result<Self, Failure> {
        let bytes: usize = submissions.iter().map(|submission| submission.content.len()).sum();
        if !(1..=MERGED_REPORTS).contains(&submissions.len()) || bytes > MERGED_BYTES {
            return Err(Failure::of(Code::Report002));
        }
        let (mut labels, mut scopes) = (BTreeSet::new(), BTreeSet::new());
        let mut entries = Vec::with_capacity(submissions.len());
        for (index, Submission { label, content }) in submissions.into_iter().enumerate() {
            let refused = |code| refused(code, index);
            let report = read::report(&content).map_err(|unread| match unread {
                read::Unread::Malformed => refused(Code::Report003),
                read::Unread::Foreign => refused(Code::Report004),
            })?;
            let is_new = label.iter().all(|label| labels.insert(label.clone()))
                && report.scope_id().iter().all(|scope| scopes.insert((*scope).to_owned()));
            if !is_new {
                return Err(refused(Code::Report005));
            }
            let name =
                label.as_ref().map_or_else(|| format!("report {}", index + 1), |label| label.0.clone());
            entries.push(Entry { label, name, report });
        }
        Ok(Self { entries })
    }

    /// How they ended as a whole: an error of any is one of all.
    #[must_use]
    pub fn status(&self) -> AuditStatus {
        let has = |status| self.entries.iter().any(|entry| entry.report.status() == status);
        match (has(AuditStatus::Error), has(AuditStatus::Deferred)) {
            (true, _) => AuditStatus::Error,
            (false, true) => AuditStatus::Deferred,
            (false, false) => AuditStatus::Success,
        }
    }

    /// The class of what went wrong, if anything did: one that kept a whole
    /// report away comes before one of an issue, and what passes by waiting
    /// last.
    #[must_use]
    pub fn failure_class(&self) -> Option<FailureClass> {
        FailureClass::gravest(self.entries.iter().filter_map(|entry| entry.report.failure_class()))
    }

    /// How a run ends with it, as [`AuditReport::exit`].
    #[must_use]
    pub fn exit(&self, fail_on: FailOn) -> ExitClass {
        let has_drift = self.overview().count(IssueStatus::Drift) > 0;
        let is_whole = self.entries.iter().all(|entry| entry.report.failure().is_none());
        match (self.failure_class(), fail_on) {
            (_, FailOn::Never) if is_whole => ExitClass::Complete,
            (Some(class), _) => class.exit(),
            (None, FailOn::Drift) if has_drift => ExitClass::Difference,
            (None, _) => ExitClass::Complete,
        }
    }

    /// The issues of all of them.
    fn overview(&self) -> Overview<'_> {
        Overview::new(self.entries.iter().flat_map(|entry| {
            let report = Some(entry.name.as_str());
            entry.report.issues().iter().map(move |issue| Row { report, issue })
        }))
    }

    /// What all of them cost.
    fn evidence(&self) -> Evidence {
        let mut evidence = Evidence::default();
        self.entries.iter().for_each(|entry| evidence.add(entry.report.evidence()));
        evidence
    }

    /// The checks of all of them; `None` where none asked for them.
    fn checks(&self) -> Option<Checks> {
        let told = self.entries.iter().filter_map(|entry| entry.report.checks());
        told.fold(None, |sum: Option<Checks>, checks| {
            let mut sum = sum.unwrap_or_default();
            sum.add_all(checks);
            Some(sum)
        })
    }

    /// What came of them, in one sentence without its end.
    fn headline(&self) -> String {
        let failed = self.entries.iter().filter(|entry| entry.report.failure().is_some()).count();
        let reports = super::phrase::count(self.entries.len(), "report", "reports");
        let overview = self.overview();
        match failed {
            0 => format!("{reports}: {}", overview.headline()),
            // Of a report without a result it is not known what issues there are.
            failed if overview.is_empty() => format!("{reports}, {failed} without a result"),
            failed => format!("{reports}, {failed} without a result: {}", overview.headline()),
        }
    }

    /// The joined report as one line of JSON without its end.
    #[must_use]
    pub fn object(&self) -> String {
        json::line(self)
    }
}

impl Entry {
    /// The worst that is to be said of the report.
    fn worst(&self) -> IssueStatus {
        match self.report.status() {
            AuditStatus::Error => IssueStatus::Error,
            AuditStatus::Deferred => IssueStatus::Deferred,
            AuditStatus::Success if self.report.count(IssueStatus::Drift) > 0 => IssueStatus::Drift,
            AuditStatus::Success => IssueStatus::Converged,
        }
    }
}

/// A report that can not be joined.
fn refused(code: Code, index: usize) -> Failure {
    Failure::from(Diagnostic::new(code, Path::root().member("reports").index(index)))
}
