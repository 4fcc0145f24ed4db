//! `yukh contract`: a hidden block of given values.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::scalar::scalar;
use crate::desired::legacy::ValueType;
use crate::desired::native::bounds::PROJECT;
use crate::desired::{Desired, Dialect, Policy};
use crate::diagnostic::{Code, Diagnostic, Failure, Path};
use crate::scope::IssueNumber;

/// What a block is to say.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct ContractValues {
    /// Values by the key of their field; in the older dialect also `milestone`.
    pub values: BTreeMap<String, String>,
    /// The parent.
    pub parent: Option<IssueNumber>,
    /// Issues that this one blocks.
    pub blocks: Vec<IssueNumber>,
    /// Issues that block this one.
    pub blocked_by: Vec<IssueNumber>,
}

/// Members of a native contract that hold a value, as they are written.
const NATIVE: [&str; 6] = ["work_type", "area", "priority", "size", "estimate", "iteration"];
/// Members of a legacy contract that hold a value.
const LEGACY: [&str; 6] = ["kind", "area", "priority", "size", "estimate", "milestone"];
/// Those among them that need no field of the policy.
const FREE: [&str; 3] = ["kind", "area", "priority"];

/// The block, which ends with a line end. Put into the body of an issue on
/// lines of its own, it is read as exactly these values.
///
/// # Errors
///
/// The codes of what the policy does not accept: `YKP-CONTRACT-*` and
/// `YKP-PLAN-*`, or `YKP-LEGACY-*`. Paths are those of the contract or the
/// policy; there are no places, because nobody has seen the block yet.
pub fn contract_block(
    policy: &Policy,
    values: &ContractValues,
    issue: Option<IssueNumber>,
) -> Result<String, Failure> {
    let block = match policy {
        Policy::Native(_) => native(values),
        Policy::Legacy(policy) => legacy(values, |key| {
            policy
                .fields()
                .iter()
                .any(|(field, declared)| field.as_str() == key && declared.value_type() == ValueType::Number)
        }),
    };
    let reading = match issue {
        Some(issue) => policy.read(&block, issue),
        None => policy.read_draft(&block),
    };
    let reading = reading.map_err(|failure| without_places(failure.diagnostics()))?;
    let desired = reading.desired.ok_or_else(|| Failure::of(Code::Runtime009))?;
    let lost = lost(&desired, values);
    if desired.diagnostics.is_empty() && lost.is_empty() {
        return Ok(block);
    }
    Err(without_places(desired.diagnostics.iter().chain(&lost)))
}

fn without_places<'a>(found: impl Iterator<Item = &'a Diagnostic>) -> Failure {
    let found = found.map(|one| Diagnostic::new(one.code(), one.path().clone()));
    Failure::from_all(Diagnostic::sorted(found.collect())).unwrap_or_else(|| Failure::of(Code::Runtime009))
}

/// Values that a legacy contract would hold without any effect: a native one
/// has none.
fn lost(desired: &Desired, values: &ContractValues) -> Vec<Diagnostic> {
    if desired.dialect == Dialect::Native {
        return Vec::new();
    }
    let has_effect = |key: &str| match key {
        "milestone" => desired.milestone.as_ref().is_none_or(Option::is_some),
        key => FREE.contains(&key) || desired.values.iter().any(|value| value.key.as_str() == key),
    };
    let fields = Path::root().member("fields");
    let path =
        |key: &str| if key == "milestone" { Path::root().member("milestones") } else { fields.key(key) };
    let told = |path: &Path| desired.diagnostics.iter().any(|found| found.path() == path);
    let keys = values.values.keys().filter(|key| !has_effect(key)).map(|key| path(key));
    keys.filter(|path| !told(path)).map(|path| Diagnostic::new(Code::Legacy003, path)).collect()
}

fn native(values: &ContractValues) -> String {
    let mut block = String::from("<!-- yukh:issue:v1\nschema: 1\n");
    let known = NATIVE.into_iter().chain(PROJECT);
    let others =
        values.values.keys().map(String::as_str).filter(|key| !known.clone().any(|name| name == *key));
    for key in NATIVE.into_iter().chain(others) {
        member(&mut block, "", key, values, key == "estimate");
    }
    if PROJECT.iter().any(|key| values.values.contains_key(*key)) {
        block.push_str("project:\n");
        for key in PROJECT {
            member(&mut block, "  ", key, values, false);
        }
    }
    let ContractValues { parent, blocks, blocked_by, .. } = values;
    if parent.is_some() || !blocks.is_empty() || !blocked_by.is_empty() {
        block.push_str("relationships:\n");
        relations(&mut block, "  ", [("blocks", blocks), ("blocked_by", blocked_by)], *parent);
    }
    block.push_str("-->\n");
    block
}

fn legacy(values: &ContractValues, is_number: impl Fn(&str) -> bool) -> String {
    let mut block = String::from("<!-- yukh\nschema: 1\n");
    for key in LEGACY {
        member(&mut block, "", key, values, key == "estimate");
    }
    let ContractValues { parent, blocks, blocked_by, .. } = values;
    relations(&mut block, "", [("depends_on", blocked_by), ("blocks", blocks)], *parent);
    let extensions: Vec<&str> =
        values.values.keys().map(String::as_str).filter(|key| !LEGACY.contains(key)).collect();
    if !extensions.is_empty() {
        block.push_str("extensions:\n");
    }
    for key in extensions {
        member(&mut block, "  ", key, values, is_number(key));
    }
    block.push_str("-->\n");
    block
}

/// Writes the value of a key, where there is one.
fn member(block: &mut String, indent: &str, key: &str, values: &ContractValues, is_number: bool) {
    let Some(value) = values.values.get(key) else { return };
    let value = if is_number && is_decimal(value) { value.clone() } else { scalar(value) };
    let _ = writeln!(block, "{indent}{}: {value}", scalar(key));
}

fn relations(
    block: &mut String,
    indent: &str,
    lists: [(&str, &Vec<IssueNumber>); 2],
    parent: Option<IssueNumber>,
) {
    if let Some(parent) = parent {
        let _ = writeln!(block, "{indent}parent: {}", parent.get());
    }
    for (name, numbers) in lists {
        if !numbers.is_empty() {
            let numbers: Vec<String> = numbers.iter().map(|number| number.get().to_string()).collect();
            let _ = writeln!(block, "{indent}{name}: [{}]", numbers.join(", "));
        }
    }
}

/// Whether the text is a decimal number as everybody writes it.
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    digits(whole.strip_prefix('-').unwrap_or(whole)) && digits(fraction)
}
