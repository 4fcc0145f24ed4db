//! What helps people to write policies and contracts: checks of their texts,
//! offline.

mod lint;

pub use lint::{Checked, Finding, Kind, LintReport, Linter, Severity, annotations, text as lint_text};
