//! `yukh plan`.

use super::arguments::{Format, PlanArguments};
use super::block_on;
use super::environment::Environment;
use super::output::Screen;
use super::progress::Progress;
use super::reading::Reading;
use super::resolve::{self, Named};
use crate::diagnostic::{ExitClass, Face, Failure};
use crate::report::{self, Colour, Conclusion, Evidence, FailOn};
use crate::run::{Blame, Order, Unplanned, plan_one, spent};
use crate::scope::{Budgets, IssueNumber, IssueSet};

/// The largest report of a plan, in bytes. As JSON it is far smaller; a page
/// repeats what its words are about.
const PLAN_BYTES: usize = 4 << 20;

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
            let evidence = spent(completed.accounting.clone());
            let conclusion = completed.conclusion()?;
            let cost = Some((&evidence, &reading.scope.budgets));
            let text = reading.finish_within(PLAN_BYTES, |format, colour| {
                rendered(issue, &conclusion, cost, format, colour)
            })?;
            Ok((text, fail_on.exit_of_plan(&conclusion)))
        }
        Err(Unplanned { failure, blame }) => {
            screen.failure(&failure);
            Ok((String::new(), fail_on.exit_without_plan(&failure, blame == Blame::Issue)))
        }
    }
}

/// One conclusion, ready to be written. A page tells what it cost.
pub(super) fn rendered(
    issue: IssueNumber,
    conclusion: &Conclusion,
    spent: Option<(&Evidence, &Budgets)>,
    format: Format,
    colour: Colour,
) -> String {
    match format {
        Format::Json => format!("{}\n", conclusion.object()),
        Format::Markdown => report::markdown(issue, conclusion, Face::CommandLine),
        Format::Html => report::html(issue, conclusion, spent, Face::CommandLine),
        Format::Text => report::text(issue, conclusion, colour, Face::CommandLine),
    }
}
