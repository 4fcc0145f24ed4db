//! The contract lines of parts 1.3, 1.4, 2 and 4.3, and the field cases and
//! traps that belong to them.

mod contract;
mod policy;
mod resolution;

use super::{Contract, Policy, read_contract};
use crate::diagnostic::{Diagnostic, Failure};
use crate::scope::IssueNumber;

/// The three required members.
const REQUIRED: &str = "schema: 1\nwork_type: task\narea: runtime\n";

fn issue(number: u64) -> IssueNumber {
    IssueNumber::new(number).expect("an issue number")
}

/// A body whose block begins on line 3.
fn body(block: &str) -> String {
    format!("intro\n<!-- yukh:issue:v1\n{block}\n-->\noutro\n")
}

/// The contract in a block, as issue 40.
fn accepted(block: &str) -> Contract {
    let reading = read_contract(&body(block), Some(issue(40)));
    reading.expect("no diagnostics").contract.expect("a contract")
}

/// The diagnostics of a block as issue 40: the last three digits of the code,
/// path, line and column.
fn refused(block: &str) -> Vec<String> {
    told(&read_contract(&body(block), Some(issue(40))).expect_err("diagnostics"), "YKP-CONTRACT-")
}

/// The diagnostics of the required members and these lines, without places.
fn refused_beside_required(lines: &str) -> Vec<String> {
    without_places(&refused(&format!("{REQUIRED}{lines}")))
}

fn told(failure: &Failure, prefix: &str) -> Vec<String> {
    let tell = |diagnostic: &Diagnostic| {
        let code = diagnostic.code().as_str();
        let number = code.strip_prefix(prefix).expect("a code of that family");
        let place = diagnostic.position().map(|place| format!(" {}:{}", place.line, place.column));
        format!("{number} {}{}", diagnostic.path(), place.unwrap_or_default())
    };
    failure.diagnostics().map(tell).collect()
}

fn without_places(told: &[String]) -> Vec<String> {
    told.iter().map(|told| told.rsplit_once(' ').map_or(told.as_str(), |(told, _)| told).to_owned()).collect()
}

/// The diagnostics of a policy file.
fn refused_policy(file: &str) -> Vec<String> {
    told(&Policy::parse(file.as_bytes()).expect_err("diagnostics"), "YKP-POLICY-")
}
