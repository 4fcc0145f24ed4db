//! Findings of the legacy dialect, collected with their places.

use std::collections::BTreeSet;

use crate::desired::yaml::Finding;
use crate::diagnostic::{Code, Diagnostic, Failure, Path, Position};

/// Violations of a policy or contract, all of them `YKP-LEGACY-001`.
#[derive(Debug)]
pub(super) struct Findings {
    origin: Position,
    found: Vec<Diagnostic>,
}

impl Findings {
    /// No findings yet. `origin` is the place in the file or body where the
    /// document's text begins.
    pub(super) fn new(origin: Position) -> Self {
        Self { origin, found: Vec::new() }
    }

    /// Adds the violation of a node.
    pub(super) fn invalid(&mut self, path: Path, position: Position) {
        self.found.push(Diagnostic::new(Code::Legacy001, path).at(shifted(position, self.origin)));
    }

    /// Adds what the structural pass found.
    pub(super) fn structural(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            let diagnostic = Diagnostic::new(Code::Legacy001, finding.path);
            self.found.push(match finding.position {
                Some(position) => diagnostic.at(shifted(position, self.origin)),
                None => diagnostic,
            });
        }
    }

    /// The value, if there was no violation.
    ///
    /// # Errors
    ///
    /// The violations by place, each path once; a finding about the whole
    /// where there is neither a value nor a violation.
    pub(super) fn finish<T>(mut self, value: Option<T>) -> Result<T, Failure> {
        self.found.sort_by(|a, b| (a.position(), a.path()).cmp(&(b.position(), b.path())));
        let mut seen = BTreeSet::new();
        self.found.retain(|diagnostic| seen.insert(diagnostic.path().clone()));
        match (Failure::from_all(self.found), value) {
            (None, Some(value)) => Ok(value),
            (Some(failure), _) => Err(failure),
            (None, None) => Err(Failure::of(Code::Legacy001)),
        }
    }
}

/// A violation of the whole text at one place.
pub(super) fn void(position: Position) -> Failure {
    Failure::from(Diagnostic::new(Code::Legacy001, Path::root()).at(position))
}

/// The place of a byte of the text: lines end at LF, a column is a Unicode
/// scalar. A byte beyond the end, or inside a scalar, is at the end.
pub(super) fn place(text: &str, byte: usize) -> Position {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    let column = before.get(line_start..).map_or(0, |rest| rest.chars().count());
    Position { line: one_based(line), column: one_based(column) }
}

/// A place in a document as a place in the text that holds it.
fn shifted(position: Position, origin: Position) -> Position {
    let column = match position.line {
        1 => origin.column.saturating_add(position.column).saturating_sub(1),
        _ => position.column,
    };
    Position { line: origin.line.saturating_add(position.line).saturating_sub(1), column }
}

fn one_based(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::{Findings, place};
    use crate::diagnostic::{Path, Position};

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn a_place_counts_lines_and_scalars_from_one() {
        assert_eq!(place("", 0), at(1, 1));
        assert_eq!(place("é\r\nab", 5), at(2, 2));
        assert_eq!(place("a\n", 2), at(2, 1));
    }

    #[test]
    fn findings_come_by_place_and_each_path_once() {
        let mut findings = Findings::new(at(5, 10));
        let path = Path::root();
        findings.invalid(path.member("b"), at(3, 4));
        findings.invalid(path.member("a"), at(3, 4));
        findings.invalid(path.member("b"), at(1, 2));
        let failure = findings.finish(Some(())).unwrap_err();
        let found: Vec<_> = failure.diagnostics().map(|d| (d.path().as_str(), d.position())).collect();
        assert_eq!(found, [("$.b", Some(at(5, 11))), ("$.a", Some(at(7, 4)))]);
    }
}
