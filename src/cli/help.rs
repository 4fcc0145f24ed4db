//! The parts of the help text that are made from tables.

use super::environment::VARIABLES;
use crate::action::{self, Input, Reader};
use crate::report::wrap;
use crate::scope::SubjectClass;

/// The variables and exit codes.
pub(super) fn environment() -> String {
    let mut help = String::from("Environment:\n");
    for variable in VARIABLES {
        help.push_str(&wrap(2, &format!("{:18}  ", variable.name), variable.purpose));
    }
    help.push_str(
        "\nExit codes:\n  \
         0  a complete result: a plan, or no contract, no item, archived item\n  \
         1  what --fail-on drift asked for: an issue differs\n  \
         2  an option, the token's form, the policy or the contract is not valid\n  \
         3  GitHub did not accept the token, or it may not see what the run needs\n  \
         4  GitHub or the way to it failed, or this kind of token or owner lacks what the run needs\n  \
         5  the snapshot or the plan breaks an invariant\n  \
         6  deferred: a rate reserve or budget would have been crossed",
    );
    help
}

/// The classes of tokens, and an example.
pub(super) fn plan() -> String {
    reading("yukh plan --repo acme-garden/greenhouse --project 4 7")
}

/// The same of a snapshot.
pub(super) fn snapshot() -> String {
    reading("yukh snapshot --repo acme-garden/greenhouse --project 4 7 12 31")
}

/// The same of an audit.
pub(super) fn audit() -> String {
    reading("yukh audit --repo acme-garden/greenhouse --project 4 --fail-on drift")
}

/// An example.
pub(super) fn merge() -> &'static str {
    "Example:\n  yukh merge --label garden=garden/audit.json --label orchard=orchard/audit.json"
}

/// Examples.
pub(super) fn compare() -> String {
    let live = reading("yukh compare --repo acme-garden/greenhouse --project 4 7 12");
    format!(
        "The budgets are those of the v2 reader. The v1 reader has 64 GraphQL requests and 16 MiB, and leaves \
         the same reserves.\n\n{live}\n  yukh compare --recording fixtures/recordings\n  \
         yukh compare --plans before.json after.json"
    )
}

/// An example.
pub(super) fn contract() -> &'static str {
    "Example:\n  yukh contract --set work_type=task --set area=water --parent 12 --blocked-by 9"
}

/// An example.
pub(super) fn lint() -> &'static str {
    "Example:\n  yukh lint --format github .github/ISSUE_TEMPLATE/*"
}

/// The classes of tokens, and an example.
pub(super) fn init() -> String {
    reading("yukh init --repo acme-garden/greenhouse --project 4")
}

/// An example.
pub(super) fn completions() -> &'static str {
    "Example:\n  yukh completions bash > ~/.local/share/bash-completion/completions/yukh"
}

/// An example.
pub(super) fn man() -> &'static str {
    "Example:\n  yukh man > ~/.local/share/man/man1/yukh.1"
}

/// An example.
pub(super) fn schema() -> &'static str {
    "Example:\n  yukh schema policy-native > .yukh/policy.schema.json"
}

fn reading(example: &str) -> String {
    let classes: Vec<&str> = SubjectClass::ALL.into_iter().map(SubjectClass::as_str).collect();
    format!("Token classes:\n  {}\n\nExample:\n  {example}", classes.join("\n  "))
}

/// The inputs of the Action and the variables of the runner.
pub(super) fn action() -> String {
    let read = || Input::ALL.into_iter().filter(|input| input.reader() == Reader::Program);
    let widest = read().map(|input| input.variable().len()).max().unwrap_or(0);
    let mut help = String::from("Inputs, as variables of the environment:\n");
    for input in read() {
        help.push_str(&wrap(2, &format!("{:widest$}  ", input.variable()), &input.description()));
    }
    help.push_str("\nVariables of the runner:\n");
    for variable in action::Variable::ALL {
        help.push_str(&wrap(2, &format!("{:widest$}  ", variable.name()), variable.purpose()));
    }
    help.truncate(help.trim_end_matches('\n').len());
    help
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variable_is_documented() {
        let help = environment();
        assert!(VARIABLES.iter().all(|variable| help.contains(variable.name)), "{help}");
    }

    #[test]
    fn the_exit_codes_are_those_of_the_table() {
        use crate::diagnostic::ExitClass;
        let help = environment();
        for class in [
            ExitClass::Complete,
            ExitClass::Difference,
            ExitClass::Input,
            ExitClass::Credential,
            ExitClass::Provider,
            ExitClass::Invariant,
            ExitClass::Deferred,
        ] {
            assert!(help.contains(&format!("\n  {}  ", class.code())), "{help}");
        }
    }
}
