//! `yukh contract`.

use std::collections::BTreeMap;

use clap::Args;

use super::paths;
use super::resolve::refused;
use crate::authoring::{ContractValues, contract_block};
use crate::desired::Policy;
use crate::diagnostic::Failure;
use crate::scope::IssueNumber;

#[derive(Debug, Args)]
#[command(after_help = super::help::contract())]
pub(super) struct ContractArguments {
    /// The value of a field, by the key that the policy gives it; once for each
    /// field. In the older dialect also `milestone`.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The parent.
    #[arg(long, value_name = "ISSUE")]
    parent: Option<String>,
    /// Issues that this one blocks.
    #[arg(long, value_name = "ISSUE,ISSUE…")]
    blocks: Option<String>,
    /// Issues that block this one.
    #[arg(long, value_name = "ISSUE,ISSUE…")]
    blocked_by: Option<String>,
    /// The issue's own number, which may not be among the others.
    #[arg(long, value_name = "ISSUE")]
    issue_number: Option<String>,
    /// The policy file, relative to the working directory.
    #[arg(long, value_name = "PATH", default_value = ".yukh/project.yaml")]
    policy_path: String,
}

/// The block. Nothing is asked of GitHub.
///
/// # Errors
///
/// `YKP-RUNTIME-003` for an option of the wrong form; those of the policy; the
/// code of what the policy does not accept.
pub(super) fn contract(arguments: &ContractArguments) -> Result<String, Failure> {
    let values = ContractValues {
        values: values(&arguments.set)?,
        parent: number(arguments.parent.as_deref(), "--parent")?,
        blocks: numbers(arguments.blocks.as_deref(), "--blocks")?,
        blocked_by: numbers(arguments.blocked_by.as_deref(), "--blocked-by")?,
    };
    let issue = number(arguments.issue_number.as_deref(), "--issue-number")?;
    let policy = Policy::parse(&paths::read_policy(&arguments.policy_path)?)?;
    contract_block(&policy, &values, issue)
}

/// Each pair, once.
fn values(pairs: &[String]) -> Result<BTreeMap<String, String>, Failure> {
    let mut values = BTreeMap::new();
    for pair in pairs {
        let (key, value) =
            pair.split_once('=').filter(|(key, _)| !key.is_empty()).ok_or_else(|| refused("--set"))?;
        if values.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(refused("--set"));
        }
    }
    Ok(values)
}

fn number(text: Option<&str>, name: &'static str) -> Result<Option<IssueNumber>, Failure> {
    text.map(|text| IssueNumber::parse_argument(text).ok_or_else(|| refused(name))).transpose()
}

fn numbers(text: Option<&str>, name: &'static str) -> Result<Vec<IssueNumber>, Failure> {
    let words = text.into_iter().flat_map(|text| text.split(','));
    words.map(|word| IssueNumber::parse_argument(word).ok_or_else(|| refused(name))).collect()
}
