//! What the runner hands over, as it stands in the environment.

use std::collections::BTreeMap;
use std::ffi::OsString;

use secrecy::zeroize::Zeroizing;

use super::inputs::Reader;
use super::{Input, commands};
use crate::diagnostic::Failure;
use crate::scope::text;

/// A variable that the runner of GitHub Actions sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    /// The checkout.
    Workspace,
    /// The folder of the job's temporary files.
    Temporary,
    /// The file that takes the outputs.
    Output,
    /// The file that takes the job summary.
    StepSummary,
    /// The repository of the workflow.
    Repository,
    /// What started the workflow.
    EventName,
    /// The file with the event's payload.
    EventPath,
    /// Who started the workflow.
    Actor,
}

impl Variable {
    /// All variables, in the order of the help text.
    pub const ALL: [Self; 8] = [
        Self::Workspace,
        Self::Temporary,
        Self::Output,
        Self::StepSummary,
        Self::Repository,
        Self::EventName,
        Self::EventPath,
        Self::Actor,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Workspace => "GITHUB_WORKSPACE",
            Self::Temporary => "RUNNER_TEMP",
            Self::Output => "GITHUB_OUTPUT",
            Self::StepSummary => "GITHUB_STEP_SUMMARY",
            Self::Repository => "GITHUB_REPOSITORY",
            Self::EventName => "GITHUB_EVENT_NAME",
            Self::EventPath => "GITHUB_EVENT_PATH",
            Self::Actor => "GITHUB_ACTOR",
        }
    }

    /// What it is for, in one sentence.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        match self {
            Self::Workspace => "The folder that the policy file is searched below.",
            Self::Temporary => "The folder in which a new one gets the result.",
            Self::Output => "The file that takes the outputs.",
            Self::StepSummary => "The file that takes the job summary.",
            Self::Repository => "The repository, where the inputs do not name one.",
            Self::EventName => "The event, which decides what is done where the inputs do not.",
            Self::EventPath => {
                "The event's payload; of it only an issue's number, whether that is planned at all, and whether a pull request is a fork's are read."
            }
            Self::Actor => {
                "Who started the workflow; only Dependabot makes a difference, and only without a token."
            }
        }
    }
}

/// The inputs and variables that are set and not empty. Not judged, and without
/// `Debug`: one of them is the token.
pub struct Given {
    inputs: BTreeMap<Input, Zeroizing<Vec<u8>>>,
    variables: BTreeMap<Variable, OsString>,
}

impl Given {
    /// Takes what `value` gives for the name of a variable of the environment.
    #[must_use]
    pub fn read(value: impl Fn(&str) -> Option<OsString>) -> Self {
        let value = |name: &str| value(name).filter(|value| !value.is_empty());
        let read = Input::ALL.into_iter().filter(|input| input.reader() == Reader::Program);
        let inputs = read.filter_map(|input| {
            let value = value(&input.variable())?;
            Some((input, Zeroizing::new(value.into_encoded_bytes())))
        });
        let variables =
            Variable::ALL.into_iter().filter_map(|variable| Some((variable, value(variable.name())?)));
        Self { inputs: inputs.collect(), variables: variables.collect() }
    }

    /// The token as it was given.
    #[must_use]
    pub fn token(&self) -> Option<&[u8]> {
        self.inputs.get(&Input::GithubToken).map(|token| token.as_slice())
    }

    /// Whether an input was given.
    pub(super) fn has(&self, input: Input) -> bool {
        self.inputs.contains_key(&input)
    }

    /// The line that lets the runner hide the token in everything that is
    /// printed after it. `None` without a token, and for what can be none: it
    /// could break the line, and is never printed.
    #[must_use]
    pub fn mask(&self) -> Option<Zeroizing<String>> {
        commands::mask(self.token()?)
    }

    /// What an input says without blanks around it, judged by `parse`; `None`
    /// where nothing was given. GitHub's own actions read theirs so, and a block
    /// of YAML ends with a line end that nobody means.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` with the input's name for what is not UTF-8 or not
    /// accepted.
    pub(super) fn input<T>(
        &self,
        input: Input,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let Some(value) = self.inputs.get(&input) else { return Ok(None) };
        let refused = || Failure::input(input.name());
        match text::trim(std::str::from_utf8(value).map_err(|_| refused())?) {
            "" => Ok(None),
            value => parse(value).map(Some).ok_or_else(refused),
        }
    }

    /// What a variable says, judged by `parse`; `None` where nothing was given.
    ///
    /// # Errors
    ///
    /// As [`Self::input`], with the variable's name.
    pub(super) fn variable<T>(
        &self,
        variable: Variable,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Failure> {
        let Some(value) = self.variables.get(&variable) else { return Ok(None) };
        let parsed = value.to_str().and_then(parse);
        parsed.map(Some).ok_or_else(|| Failure::input(variable.name()))
    }
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;

    /// What these variables hold.
    pub(in crate::action) fn given(variables: &[(&str, &str)]) -> Given {
        Given::read(|name| {
            let found = variables.iter().find(|(given, _)| *given == name);
            found.map(|(_, value)| OsString::from(value))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt as _;

    use super::testing::given;
    use super::*;

    #[test]
    fn what_is_empty_was_not_given() {
        let given = given(&[("INPUT_OWNER", ""), ("GITHUB_REPOSITORY", ""), ("INPUT_GITHUB-TOKEN", "")]);
        assert_eq!(given.input(Input::Owner, |text| Some(text.len())), Ok(None));
        assert_eq!(given.variable(Variable::Repository, |text| Some(text.len())), Ok(None));
        assert_eq!(given.token(), None);
    }

    #[test]
    fn what_is_not_utf8_is_refused_by_its_name() {
        let bad = Given::read(|_| Some(OsString::from_vec(vec![0xff])));
        let refused = bad.input(Input::IssueNumber, |text| Some(text.len())).unwrap_err();
        assert_eq!(refused, Failure::input("issue-number"));
        let refused = bad.variable(Variable::EventName, |text| Some(text.len())).unwrap_err();
        assert_eq!(refused, Failure::input("GITHUB_EVENT_NAME"));
        assert_eq!(bad.token(), Some(&[0xff][..]));
    }

    #[test]
    fn an_input_of_the_steps_is_not_read() {
        let _ = Given::read(|name| {
            assert!(!name.contains("BINARY") && !name.contains("RETENTION"), "{name}");
            None
        });
    }
}
