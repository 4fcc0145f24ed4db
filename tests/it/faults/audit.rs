//! The same faults in an audit: which code comes out, and that nothing of a
//! part does, except for what stands in the entry of an issue.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};
use yukh::diagnostic::Code;

use super::board::{Order, PROJECT_OWNER, Script, Scripts};
use super::{BATCH, CANARY, Cell, EVERY, Ending, Fault, NEEDED, Read, SECTIONS, cell, cells};
use crate::support::program::{Outcome, Plan};

/// One row that is another thing here: with a number of its own the others are
/// judged (decision 33), for which nothing was recorded.
const NUMBER_OF_A_PULL_REQUEST: &str = "a pull request with a requested number";

/// One row that says nothing about the limits, whose answer has none of its
/// members.
const MEMBER_TWICE: &str = "a member that occurs twice";

/// Audits of named issues that together ask for everything.
fn scripts() -> &'static Scripts {
    static SCRIPTS: LazyLock<Scripts> = LazyLock::new(|| {
        let all: Vec<u64> = (100..104).collect();
        Scripts::record(4, [all.clone(), all], |server, order| drop(audit(&server.address(), order)))
    });
    &SCRIPTS
}

/// An audit of more issues than one scope has, which asks for the limits first.
fn probed() -> &'static Script {
    static SCRIPT: LazyLock<Script> = LazyLock::new(|| {
        Scripts::record_unrelated(101, |server, order| drop(audit(&server.address(), order)))
    });
    &SCRIPT
}

fn audit(address: &str, order: &Order) -> Outcome {
    let numbers: Vec<String> = order.issues.iter().map(u64::to_string).collect();
    let audit = Plan::at(address).command("audit");
    if order.checks { audit.flag("--include-checks") } else { audit }
        .policy(&order.policy)
        .argument("--issue-numbers", numbers.join(","))
        .argument("--project-owner", PROJECT_OWNER)
        .argument("--graphql-requests", 2)
        .argument("--pages", 2)
        .argument("--report-file", "report.json")
        .variable("YUKH_LOG", "trace")
        .run()
}

/// Every cell of the table, and those of the probe.
fn all() -> Vec<Cell> {
    let faults = || SECTIONS.iter().flat_map(|section| section.rows.iter().copied().flatten());
    let is_of_any = |fault: &&'static Fault| fault.at.len() >= NEEDED.len() && fault.what != MEMBER_TWICE;
    let probe = faults().filter(is_of_any).map(|fault| Cell { fault, read: Read::RateLimit });
    let of_table = cells().into_iter().filter(|cell| cell.fault.what != NUMBER_OF_A_PULL_REQUEST);
    of_table.chain(probe).filter(|cell| !cell.fault.slow).collect()
}

/// What came out of one audit, unless it is what the table lets expect.
fn check(cell: &Cell, outcome: &Outcome) -> Result<(), String> {
    let report = outcome.report.as_ref().unwrap_or(&outcome.stdout);
    let report: Json = serde_json::from_str(report).map_err(|_| format!("no report: {outcome:?}"))?;
    let issues = report["issues"].as_array().ok_or("no issues")?;
    let statuses: Vec<&str> = issues.iter().filter_map(|issue| issue["status"].as_str()).collect();
    let all_are = |status: &str| !statuses.is_empty() && statuses.iter().all(|one| *one == status);
    let codes = |finding: &Json| finding[0]["code"].as_str().and_then(Code::parse);
    let told = || issues.iter().map(|issue| codes(&issue["diagnostics"]));
    let (is_right, exit) = match cell.fault.ending {
        Ending::Fails(Code::Rate001) if BATCH.contains(&cell.read) => {
            let is_told = told().all(|code| code == Some(Code::Rate001));
            let is_empty = issues.iter().all(|issue| issue["operationCounts"] == json!({}));
            (all_are("deferred") && is_told && is_empty, 6)
        }
        Ending::Fails(code) => {
            let is_alone = codes(&report["diagnostics"]) == Some(code)
                && (issues.is_empty() && report["totals"] == json!({}))
                && report["evidence"].as_object().is_some_and(|all| all.values().all(|figure| *figure == 0))
                && ["scopeId", "checks"].iter().all(|member| report.get(*member).is_none())
                && outcome.report.is_none();
            (is_alone, i32::from(code.class().exit().code()))
        }
        Ending::Says(Code::Runtime002) => (all_are("absent"), 0),
        Ending::Says(code) => (all_are("error") && told().all(|told| told == Some(code)), 5),
        Ending::Plans => (all_are("drift"), 0),
        Ending::LeavesOut => (all_are("drift") && report["checks"]["pullRequests"]["notRead"] == 1, 0),
    };
    if !is_right || outcome.code != exit {
        return Err(format!("exit code {} and not {exit}: {report}", outcome.code));
    }
    let output = format!("{outcome:?}").to_ascii_uppercase();
    if output.contains(CANARY) { Err(format!("repeats the answer: {output}")) } else { Ok(()) }
}

#[test]
fn every_request_of_an_audit_takes_part() {
    for &read in EVERY {
        assert_eq!(scripts().at(read).reads().filter(|&asked| asked == read).count(), 1, "{read:?}");
    }
    assert_eq!(probed().position(Read::RateLimit), 0, "before anything else (decision 68)");
}

#[test]
fn every_fault_of_an_audit_ends_with_its_code_and_nothing_of_a_part_comes_out() {
    // A fault that can happen anywhere happens at every third request, of each
    // row at others, as for the plan.
    let is_run = |(index, cell): &(usize, Cell)| cell.fault.at.len() < NEEDED.len() || (index + 1) % 3 == 0;
    let cells: Vec<Cell> = all().into_iter().enumerate().filter(is_run).map(|(_, cell)| cell).collect();
    cell::check_all(&cells, |cell| {
        let script = if cell.read == Read::RateLimit { probed() } else { scripts().at(cell.read) };
        let server = cell::serve(script, cell);
        check(cell, &audit(server.address(), &script.order))?;
        cell::check_requests(script, cell, &server)
    });
}
