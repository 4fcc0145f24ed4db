//! What helps people to write policies and contracts: drafts, blocks, checks
//! and schemas.

mod block;
mod draft;
mod lint;
mod scalar;
mod schema;

pub use block::{ContractValues, contract_block};
pub use draft::policy_draft;

pub use lint::{Checked, Finding, Kind, LintReport, Linter, Severity, annotations, text as lint_text};
pub use schema::{Schema, page as schema_page};
