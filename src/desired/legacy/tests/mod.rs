//! Legacy policies and contracts as texts, judged by contract part 8.

mod contracts;
mod policies;
mod resolution;

use std::collections::BTreeSet;

use super::Policy;
use crate::desired::{
    DependencyDeclaration, Desired, Dialect, FieldDeclaration, ParentDeclaration, Scalar, Target,
};
use crate::diagnostic::{Code, Diagnostic, Failure};
use crate::scope::{FieldKind, IssueNumber};

/// A root that needs only `fields`.
const ROOT: &str = "version: 1\ncontract: {marker: yukh}\n";

/// A block's first lines, which need nothing else.
const REQUIRED: &str = "schema: 1\nkind: task\narea: runtime\npriority: p1\n";

fn policy(text: &str) -> Policy {
    Policy::parse(text.as_bytes()).unwrap_or_else(|failure| panic!("{:?}", places(&failure)))
}

/// The policy whose `fields` are these lines.
fn with_fields(lines: &str) -> Policy {
    policy(&format!("{ROOT}fields:\n{lines}"))
}

/// Path, line and column of each finding; all of them are `YKP-LEGACY-001`.
fn places(failure: &Failure) -> Vec<String> {
    let place = |found: &Diagnostic| {
        assert_eq!(found.code(), Code::Legacy001);
        match found.position() {
            Some(position) => format!("{} {}:{}", found.path(), position.line, position.column),
            None => found.path().to_string(),
        }
    };
    failure.diagnostics().map(place).collect()
}

fn refused_policy(file: impl AsRef<[u8]>) -> Vec<String> {
    places(&Policy::parse(file.as_ref()).expect_err("a policy with violations"))
}

/// What the block with this content makes desired.
fn desired(policy: &Policy, content: &str) -> Desired {
    let body = format!("<!-- yukh\n{content}-->");
    match policy.read(&body) {
        Ok(reading) => reading.desired.expect("a block"),
        Err(failure) => panic!("{:?}", places(&failure)),
    }
}

fn refused_contract(content: &str) -> Vec<String> {
    let body = format!("<!-- yukh\n{content}-->");
    places(&policy(&format!("{ROOT}fields: {{}}\n")).read(&body).expect_err("a contract with violations"))
}

/// The violations of a valid block with these lines added.
fn refused_lines(lines: &str) -> Vec<String> {
    refused_contract(&format!("{REQUIRED}{lines}\n"))
}

/// Code and path of each value that the policy does not resolve.
fn unresolved(desired: &Desired) -> Vec<(Code, &str)> {
    desired.diagnostics.iter().map(|found| (found.code(), found.path().as_str())).collect()
}

/// Key, place and value of each declared value, in order.
fn values(desired: &Desired) -> Vec<(&str, &str, Scalar)> {
    desired
        .values
        .iter()
        .map(|value| (value.key.as_str(), value.path.as_str(), value.desired.clone()))
        .collect()
}

fn text(text: &str) -> Scalar {
    Scalar::Text(text.to_owned())
}
