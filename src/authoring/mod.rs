//! What helps people to write policies and contracts: drafts, and checks of
//! their texts.

mod draft;
mod lint;
mod scalar;

pub use draft::policy_draft;

pub use lint::{Checked, Finding, Kind, LintReport, Linter, Severity, annotations, text as lint_text};
