//! What leaves this program, and the only room that decides so: plans become
//! redacted [`Report`]s, and these become JSON, terminal text, Markdown or a page for
//! a browser, each escaped for its medium.

mod audit;
mod checks;
mod command;
mod comparison;
mod compatibility;
mod conclusion;
mod cost;
mod drawing;
mod escape;
mod html;
mod incoming;
mod json;
mod markdown;
mod merge;
mod model;
mod phrase;
mod public;
mod relations;
mod shorten;
mod snapshot;
mod text;
mod wrap;

pub use audit::{
    AuditReport, AuditStatus, AuditedIssue, Evidence, FailOn, IssueStatus, OperationCounts, PRINTED,
    SUMMARY_BYTES, counted_as, html as audit_html, markdown as audit_markdown, text as audit_text,
};
pub use command::{command_data, command_property};
pub use comparison::{
    COMPARED_BYTES, ComparedIssue, Comparison, ComparisonStatus, Pair, ReadingCost, Side, Sides,
    html as comparison_html, markdown as comparison_markdown, text as comparison_text,
};
pub use compatibility::{CAPABILITIES, CapabilityState, CompatibilityEntry, compatibility_object};
pub use conclusion::{Conclusion, Outcome, failure_object};
pub use cost::{spent, spent_in_vain};
pub use escape::{HtmlText, MarkdownText, TerminalText, is_hidden};
pub use html::{conclusion as html, failure as failure_html};
pub use json::line as object;
pub use markdown::{conclusion as markdown, failure as failure_markdown};
pub use merge::{
    AUDIT_BYTES, Label, MERGED_BYTES, MERGED_REPORTS, MergedReport, Submission, html as merged_html,
    markdown as merged_markdown, text as merged_text,
};
pub use model::Report;
pub use shorten::shorten;
pub use snapshot::{
    CompletenessWords, IssueCounts, ItemCounts, LedgerFigures, LimitFigures, RequestCounts, SnapshotAccount,
    SnapshotFigures, markdown as snapshot_markdown, text as snapshot_text,
};
pub use text::{Colour, advice, conclusion as text, failure as failure_text};
pub use wrap::wrap;
