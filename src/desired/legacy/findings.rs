//! Findings of the legacy dialect, collected with their places.

use std::collections::BTreeSet;

use crate::desired::envelope::Block;
use crate::desired::yaml::Finding;
use crate::diagnostic::{Code, Diagnostic, Failure, Path, Position};

/// Violations of a policy or contract, all of them `YKP-LEGACY-001`.
#[derive(Debug)]
pub(super) struct Findings<'body> {
    block: Option<Block<'body>>,
    found: Vec<Diagnostic>,
}

impl<'body> Findings<'body> {
    /// No findings yet of a document that is a file of its own.
    pub(super) fn in_file() -> Self {
        Self { block: None, found: Vec::new() }
    }

    /// No findings yet of the document in a block. They are told by their
    /// place in the body.
    pub(super) fn in_block(block: Block<'body>) -> Self {
        Self { block: Some(block), found: Vec::new() }
    }

    /// Adds the violation of a node.
    pub(super) fn invalid(&mut self, path: Path, position: Position) {
        let position = self.block.as_ref().map_or(position, |block| block.position(position));
        self.found.push(Diagnostic::new(Code::Legacy001, path).at(position));
    }

    /// Adds what the structural pass found.
    pub(super) fn structural(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            self.invalid(finding.path, finding.position);
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

#[cfg(test)]
mod tests {
    use super::Findings;
    use crate::desired::envelope::Block;
    use crate::diagnostic::{Path, Position};

    #[test]
    fn findings_come_by_place_in_the_body_and_each_path_once() {
        let at = |line, column| Position { line, column };
        let mut findings = Findings::in_block(Block { text: "", start: at(5, 10) });
        let path = Path::root();
        findings.invalid(path.member("b"), at(3, 4));
        findings.invalid(path.member("a"), at(3, 4));
        findings.invalid(path.member("b"), at(1, 2));
        let failure = findings.finish(Some(())).expect_err("three findings");
        let found: Vec<_> = failure.diagnostics().map(|d| (d.path().as_str(), d.position())).collect();
        assert_eq!(found, [("$.b", Some(at(5, 11))), ("$.a", Some(at(7, 4)))]);
    }
}
