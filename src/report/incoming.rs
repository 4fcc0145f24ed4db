//! What a report of this program says, read again: findings, notices, digests.
//! Each text is one that this program knows; no byte of a file is kept.

use serde::Deserialize;

use crate::diagnostic::{Code, Detail, Diagnostic, Notice, Path, Position, RateResource, Stage};
use crate::scope::Object;

/// The most findings, and the most notices, of one issue or report.
const MOST_FINDINGS: usize = 256;

/// A finding or a notice. Its message follows from its code and is not read.
#[derive(Deserialize)]
pub(super) struct FindingIn<'a> {
    code: &'a str,
    #[serde(default)]
    path: Option<&'a str>,
    #[serde(default)]
    line: Option<u32>,
    #[serde(default)]
    column: Option<u32>,
    #[serde(default)]
    operation: Option<&'a str>,
    #[serde(default)]
    resource: Option<&'a str>,
    #[serde(default)]
    reset: Option<u64>,
    #[serde(default)]
    reason: Option<&'a str>,
}

/// All of them, if each is one and there are no more than [`MOST_FINDINGS`].
pub(super) fn findings(findings: &[Object<FindingIn<'_>>]) -> Option<Vec<Diagnostic>> {
    let is_bounded = findings.len() <= MOST_FINDINGS;
    is_bounded.then(|| findings.iter().map(|Object(finding)| finding.judged()).collect())?
}

/// The same as notices.
pub(super) fn notices(notices: &[Object<FindingIn<'_>>]) -> Option<Vec<Notice>> {
    let notice = |notice: Diagnostic| match notice.position() {
        Some(position) => Notice::new(notice.code(), notice.path().clone()).at(position),
        None => Notice::new(notice.code(), notice.path().clone()),
    };
    Some(findings(notices)?.into_iter().map(notice).collect())
}

impl FindingIn<'_> {
    fn judged(&self) -> Option<Diagnostic> {
        let path = self.path.map_or_else(|| Some(Path::root()), Path::parse)?;
        let mut finding = Diagnostic::new(Code::parse(self.code)?, path);
        match (self.line, self.column) {
            (Some(line @ 1..), Some(column @ 1..)) => finding = finding.at(Position { line, column }),
            (None, None) => {}
            _ => return None,
        }
        if self.reason.is_some() {
            let is_told = self.reason == Detail::PullRequest.reason() && finding.code() == Code::Snapshot001;
            return is_told.then(|| finding.with(Detail::PullRequest));
        }
        let detail = match (self.operation, self.resource) {
            (None, None) => return self.reset.is_none().then_some(finding),
            (Some(stage), None) if self.reset.is_none() => Detail::Stage(Stage::parse(stage)?),
            (None, Some(resource)) => {
                let reset = self.reset.filter(|reset| reset % 60 == 0);
                if reset != self.reset {
                    return None;
                }
                Detail::Rate { resource: RateResource::parse(resource)?, reset }
            }
            _ => return None,
        };
        Some(finding.with(detail))
    }
}

/// 64 lower-case hexadecimal digits.
pub(super) fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
