//! `yukh plan`.

use super::arguments::{Format, PlanArguments};
use super::block_on;
use super::environment::Environment;
use super::output::Screen;
use super::progress::Progress;
use super::reading::Reading;
use super::resolve::{self, Named};
use crate::diagnostic::{ExitClass, Face, Failure};
use crate::report::{self, Colour, Conclusion, FailOn};
use crate::run::{Blame, Order, Unplanned, plan_one};
use crate::scope::{IssueNumber, IssueSet};

/// What is printed, nothing where a report file took it or there is no result,
/// and how the process ends.
///
/// # Errors
///
/// Those of [`Reading::prepare`] before any request, and those of the report.
pub(super) fn plan(
    arguments: &PlanArguments,
    environment: Environment,
    screen: Screen,
) -> Result<(String, ExitClass), Failure> {
    let fail_on =
        resolve::chosen(arguments.fail_on.as_deref(), "--fail-on", FailOn::parse)?.unwrap_or_default();
    let issue = resolve::issue(arguments)?;
    let transport = resolve::transport(&arguments.transport, &arguments.reading, Named::ONE)?;
    let reading =
        Reading::prepare(&arguments.reading, transport, IssueSet::from(issue), environment, screen)?;
    let order = Order {
        policy: &reading.policy,
        issue,
        require_contract: arguments.require_contract,
        include_checks: arguments.reading.include_checks,
    };
    let completed = block_on(async {
        Ok(plan_one(&reading.exchange(Progress::Lines(screen))?, &reading.scope, order).await)
    })?;
    match completed {
        Ok(completed) => {
            let conclusion = completed.conclusion()?;
            let text = reading.finish(|format, colour| rendered(issue, &conclusion, format, colour))?;
            Ok((text, fail_on.exit_of_plan(&conclusion)))
        }
        Err(Unplanned { failure, blame }) => {
            screen.failure(&failure);
            Ok((String::new(), fail_on.exit_without_plan(&failure, blame == Blame::Issue)))
        }
    }
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
