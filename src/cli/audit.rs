//! `yukh audit`.

use super::arguments::{AuditArguments, Format};
use super::block_on;
use super::environment::Environment;
use super::output::Screen;
use super::progress::{Bar, Progress};
use super::reading::Reading;
use super::resolve;
use crate::diagnostic::{ExitClass, Face, Failure};
use crate::report::{self, AUDIT_BYTES, AuditReport, Colour, FailOn, PRINTED};
use crate::run::{AuditOrder, audit as run};
use crate::scope::{IssueList, Transport};

/// What `--issue-numbers` takes.
const LIST: &str = "1 to 2,000 different numbers, separated by commas";

/// What is printed, nothing where a report file took it, and how the process
/// ends.
///
/// # Errors
///
/// Those of [`Reading::prepare`] before any request, then those of the run.
pub(super) fn audit(
    arguments: &AuditArguments,
    environment: Environment,
    screen: Screen,
) -> Result<(String, ExitClass), Failure> {
    let issues = arguments.issue_numbers.as_deref();
    let issues = issues
        .map(|text| IssueList::parse_argument(text).ok_or_else(|| Failure::form("--issue-numbers", LIST)))
        .transpose()?;
    let fail_on =
        resolve::chosen(arguments.fail_on.as_deref(), "--fail-on", FailOn::parse)?.unwrap_or_default();
    let reading = Reading::prepare(&arguments.reading, Transport::RestV2, (), environment, screen)?;
    let order = AuditOrder {
        policy: &reading.policy,
        issues: issues.as_ref(),
        require_contract: arguments.require_contract,
        include_checks: arguments.reading.include_checks,
    };
    let bar = Bar::start(screen);
    let audited = block_on(async {
        let exchange = reading.exchange(Progress::Bar(bar.clone()))?;
        Ok(run(&exchange, &reading.scope, order, &bar).await?)
    });
    bar.clear();
    let report = audited?;
    let text = reading.finish_within(AUDIT_BYTES, |format, colour| rendered(&report, format, colour))?;
    Ok((text, report.exit(fail_on)))
}

/// An audit, ready to be written.
fn rendered(report: &AuditReport, format: Format, colour: Colour) -> String {
    match format {
        Format::Json => format!("{}\n", report.object()),
        Format::Markdown => report::audit_markdown(report, Face::CommandLine, PRINTED),
        Format::Html => report::audit_html(report, Face::CommandLine),
        Format::Text => report::audit_text(report, colour, Face::CommandLine),
    }
}

/// A failed audit as one line of JSON without its end.
pub(super) fn failure_object(failure: &Failure) -> String {
    AuditReport::failed(failure.clone()).object()
}
