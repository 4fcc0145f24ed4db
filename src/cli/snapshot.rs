//! `yukh snapshot`.

use super::arguments::{Format, SnapshotArguments};
use super::block_on;
use super::environment::Environment;
use super::output::{Screen, say};
use super::progress::Progress;
use super::reading::Reading;
use super::resolve::{self, Named};
use crate::diagnostic::{ExitClass, Failure};
use crate::report::{self, Colour, SnapshotAccount};
use crate::run::read_snapshot;

/// What is printed, nothing where a report file took it, and how the process
/// ends.
///
/// # Errors
///
/// Those of [`Reading::prepare`] before any request, then those of the run.
pub(super) fn snapshot(
    arguments: &SnapshotArguments,
    environment: Environment,
    screen: Screen,
) -> Result<(String, ExitClass), Failure> {
    let issues = resolve::issues(arguments)?;
    let name = if arguments.issue_numbers.is_some() { "--issue-numbers" } else { "ISSUE" };
    let named = Named { name, count: issues.iter().len() };
    let transport = resolve::transport(&arguments.transport, &arguments.reading, named)?;
    let reading = Reading::prepare(&arguments.reading, transport, issues, environment, screen)?;
    let mut selection = reading.policy.selection();
    selection.checks = arguments.reading.include_checks;
    let account = block_on(async {
        let exchange = reading.exchange(Progress::Lines(screen))?;
        read_snapshot(&exchange, &reading.scope, &selection, &reading.policy).await
    })?;
    let text = reading.finish(|format, colour| rendered(&account, format, colour))?;
    if let Some(finding) = account.deferral() {
        say(&format!("yukh: {}\n", report::advice(&Failure::from(finding.clone()))));
    }
    Ok((text, account.exit()))
}

/// An account, ready to be written.
fn rendered(account: &SnapshotAccount, format: Format, colour: Colour) -> String {
    match format {
        Format::Json => format!("{}\n", account.object()),
        // No page is made of it: the option does not take that word.
        Format::Markdown | Format::Html => report::snapshot_markdown(account),
        Format::Text => report::snapshot_text(account, colour),
    }
}
