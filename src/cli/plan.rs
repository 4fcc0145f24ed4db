//! `yukh plan`.

use super::arguments::{Format, PlanArguments};
use super::block_on;
use super::environment::Environment;
use super::output::Screen;
use super::progress::Progress;
use super::reading::Reading;
use super::resolve;
use crate::diagnostic::{Face, Failure};
use crate::report::{self, Colour, Conclusion};
use crate::run::{Order, plan_one};
use crate::scope::{IssueNumber, IssueSet};

/// What is printed; nothing where a report file took it.
///
/// # Errors
///
/// Those of [`Reading::prepare`] before any request, then those of the run.
pub(super) fn plan(
    arguments: &PlanArguments,
    environment: Environment,
    screen: Screen,
) -> Result<String, Failure> {
    let issue = resolve::issue(arguments)?;
    let transport = resolve::transport(&arguments.transport, &arguments.reading, 1)?;
    let reading =
        Reading::prepare(&arguments.reading, transport, IssueSet::from(issue), environment, screen)?;
    let order = Order {
        policy: &reading.policy,
        issue,
        require_contract: arguments.require_contract,
        include_checks: arguments.reading.include_checks,
    };
    let completed = block_on(async {
        plan_one(&reading.exchange(Progress::Lines(screen))?, &reading.scope, order).await
    })?;
    let conclusion = completed.conclusion()?;
    reading.finish(|format, colour| rendered(issue, &conclusion, format, colour))
}

/// One conclusion, ready to be written.
pub(super) fn rendered(
    issue: IssueNumber,
    conclusion: &Conclusion,
    format: Format,
    colour: Colour,
) -> String {
    match format {
        Format::Json => format!("{}\n", conclusion.object()),
        Format::Markdown => report::markdown(issue, conclusion, Face::CommandLine),
        Format::Text => report::text(issue, conclusion, colour, Face::CommandLine),
    }
}
