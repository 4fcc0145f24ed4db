//! What a run has to do: inputs first, then the event.

use super::event::{self, State, Subject};
use super::inputs::Input;
use super::runner::{Origin, Trigger};
use super::settings::{Mode, Settings};
use crate::desired::Dialect;
use crate::diagnostic::{Code, Failure};
use crate::scope::{IssueList, IssueNumber};

/// What a run has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// One issue is planned; where a dialect is named, by a policy of that.
    Plan(IssueNumber, Option<Dialect>),
    /// The backlog is audited, or these issues of it.
    Audit(Option<IssueList>),
}

impl Task {
    /// What inputs and event ask for, or why there is nothing to do. A named
    /// issue or list of issues says more than the event; the event says more
    /// than nothing.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` for an input that contradicts another one or is
    /// missing, `YKP-RUNTIME-012` for a payload that can not be used,
    /// `YKP-RUNTIME-014` for an event that says nothing.
    pub(super) fn of(settings: &Settings, origin: &Origin) -> Result<Result<Self, Code>, Failure> {
        match (settings.mode, settings.issue_number, &settings.issue_numbers) {
            (Mode::Auto, Some(_), Some(_)) | (Mode::Plan(_), _, Some(_)) => {
                Err(Failure::input(Input::IssueNumbers.name()))
            }
            (Mode::Audit, Some(_), _) => Err(Failure::input(Input::IssueNumber.name())),
            (Mode::Audit, None, list) | (Mode::Auto, None, list @ Some(_)) => {
                Ok(Ok(Self::Audit(list.clone())))
            }
            (Mode::Plan(dialect), number, None) => Self::plan(settings, origin, number, dialect),
            (Mode::Auto, number @ Some(_), None) => Self::plan(settings, origin, number, None),
            (Mode::Auto, None, None) => match origin.trigger {
                Trigger::Issues | Trigger::IssueComment => Self::plan(settings, origin, None, None),
                Trigger::Schedule | Trigger::WorkflowDispatch => Ok(Ok(Self::Audit(None))),
                Trigger::PullRequest | Trigger::PullRequestTarget | Trigger::Other => {
                    Err(Failure::of(Code::Runtime014))
                }
            },
        }
    }

    fn plan(
        settings: &Settings,
        origin: &Origin,
        named: Option<IssueNumber>,
        dialect: Option<Dialect>,
    ) -> Result<Result<Self, Code>, Failure> {
        let subject = subject(settings, origin, named)?;
        let number = named.or_else(|| subject.map(|subject| subject.number));
        let number = number.ok_or_else(|| Failure::input(Input::IssueNumber.name()))?;
        let about = subject.filter(|subject| subject.number == number);
        Ok(match about.map(|subject| subject.state) {
            Some(State::PullRequest) => Err(Code::Runtime015),
            Some(State::Gone) => Err(Code::Runtime016),
            Some(State::Issue) | None => Ok(Self::Plan(number, dialect)),
        })
    }
}

/// The issue of the event; `None` where the event is about none, or about one
/// of another repository than the run. Where an issue is named, a payload that
/// can not be used says nothing and is in nobody's way.
fn subject(
    settings: &Settings,
    origin: &Origin,
    named: Option<IssueNumber>,
) -> Result<Option<Subject>, Failure> {
    let is_own = origin
        .repository
        .as_ref()
        .is_some_and(|(owner, name)| *owner == settings.owner && *name == settings.repository);
    if !is_own || !matches!(origin.trigger, Trigger::Issues | Trigger::IssueComment) {
        return Ok(None);
    }
    let path = origin.payload.as_deref();
    let subject = path.map(|path| event::subject(path, origin.trigger)).transpose().map(Option::flatten);
    match (subject, named) {
        (Ok(None), None) => Err(event::unusable()),
        (Err(_), Some(_)) => Ok(None),
        (subject, _) => subject,
    }
}

#[cfg(test)]
mod tests {
    use super::super::given::testing::given;
    use super::*;

    const ISSUE: &str = r#"{"action":"edited","issue":{"number":7}}"#;

    /// The task of a run of `acme/site` with this event, payload and inputs.
    fn task(event: &str, payload: &str, inputs: &[(&str, &str)]) -> Result<Result<Task, Code>, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("event.json");
        std::fs::write(&path, payload).unwrap();
        let variables = [
            ("GITHUB_EVENT_NAME", event),
            ("GITHUB_EVENT_PATH", path.to_str().unwrap()),
            ("GITHUB_REPOSITORY", "acme/site"),
            ("INPUT_PROJECT-NUMBER", "4"),
        ];
        let given = given(&[variables.as_slice(), inputs].concat());
        let origin = Origin::of(&given).unwrap();
        Task::of(&Settings::of(&given, &origin)?, &origin)
    }

    fn plan(number: u64) -> Result<Result<Task, Code>, Failure> {
        Ok(Ok(Task::Plan(IssueNumber::new(number).unwrap(), None)))
    }

    fn audit(list: Option<&str>) -> Result<Result<Task, Code>, Failure> {
        Ok(Ok(Task::Audit(list.map(|list| IssueList::parse_argument(list).unwrap()))))
    }

    #[test]
    fn in_auto_mode_the_event_decides() {
        for (event, payload, expected) in [
            ("issues", ISSUE, plan(7)),
            ("issue_comment", ISSUE, plan(7)),
            ("schedule", "{}", audit(None)),
            ("workflow_dispatch", "{}", audit(None)),
            ("pull_request", ISSUE, Err(Failure::of(Code::Runtime014))),
            ("push", ISSUE, Err(Failure::of(Code::Runtime014))),
            ("", ISSUE, Err(Failure::of(Code::Runtime014))),
        ] {
            assert_eq!(task(event, payload, &[]), expected, "{event}");
            assert_eq!(task(event, payload, &[("INPUT_MODE", "auto")]), expected, "{event}");
        }
    }

    #[test]
    fn what_is_named_says_more_than_the_event() {
        for event in ["issues", "schedule", "workflow_dispatch", "push", "pull_request"] {
            assert_eq!(task(event, ISSUE, &[("INPUT_ISSUE-NUMBER", "12")]), plan(12), "{event}");
            assert_eq!(
                task(event, ISSUE, &[("INPUT_ISSUE-NUMBERS", "12,3")]),
                audit(Some("3,12")),
                "{event}"
            );
            assert_eq!(task(event, ISSUE, &[("INPUT_MODE", "audit")]), audit(None), "{event}");
        }
    }

    #[test]
    fn the_old_modes_plan_one_issue_of_their_dialect() {
        for (mode, dialect) in [("native", Dialect::Native), ("legacy-shadow", Dialect::Legacy)] {
            let expected = Ok(Ok(Task::Plan(IssueNumber::new(7).unwrap(), Some(dialect))));
            assert_eq!(task("issues", ISSUE, &[("INPUT_MODE", mode)]), expected);
            let named = [("INPUT_MODE", mode), ("INPUT_ISSUE-NUMBER", "7")];
            assert_eq!(task("workflow_dispatch", "{}", &named), expected);
        }
        assert_eq!(task("issues", ISSUE, &[("INPUT_MODE", "plan")]), plan(7));
    }

    #[test]
    fn inputs_that_contradict_each_other_are_refused_by_name() {
        let (one, many) = (("INPUT_ISSUE-NUMBER", "7"), ("INPUT_ISSUE-NUMBERS", "7"));
        for (inputs, name) in [
            (vec![one, many], "issue-numbers"),
            (vec![("INPUT_MODE", "plan"), many], "issue-numbers"),
            (vec![("INPUT_MODE", "native"), one, many], "issue-numbers"),
            (vec![("INPUT_MODE", "audit"), one], "issue-number"),
            (vec![("INPUT_MODE", "plan")], "issue-number"),
            (vec![("INPUT_MODE", "legacy-shadow")], "issue-number"),
        ] {
            let refused = task("workflow_dispatch", "{}", &inputs).unwrap_err();
            assert_eq!(refused, Failure::input(name), "{inputs:?}");
        }
    }

    #[test]
    fn what_is_no_issue_any_more_is_skipped_even_when_it_is_named() {
        let pull_request = r#"{"issue":{"number":7,"pull_request":{"url":"x"}}}"#;
        let deleted = r#"{"action":"deleted","issue":{"number":7}}"#;
        let transferred = r#"{"action":"transferred","issue":{"number":7}}"#;
        for (event, payload, expected) in [
            ("issue_comment", pull_request, Ok(Err(Code::Runtime015))),
            ("issues", deleted, Ok(Err(Code::Runtime016))),
            ("issues", transferred, Ok(Err(Code::Runtime016))),
            ("issue_comment", deleted, plan(7)),
        ] {
            assert_eq!(task(event, payload, &[]), expected, "{payload}");
            assert_eq!(task(event, payload, &[("INPUT_ISSUE-NUMBER", "7")]), expected, "{payload}");
            assert_eq!(task(event, payload, &[("INPUT_ISSUE-NUMBER", "12")]), plan(12), "{payload}");
        }
    }

    #[test]
    fn a_number_of_another_repository_is_never_taken_for_one_of_the_run() {
        let elsewhere = ("INPUT_REPOSITORY", "other");
        assert_eq!(task("issues", ISSUE, &[elsewhere]), Err(Failure::input("issue-number")));
        let pull_request = r#"{"issue":{"number":7,"pull_request":{}}}"#;
        let named = [elsewhere, ("INPUT_ISSUE-NUMBER", "7")];
        assert_eq!(task("issue_comment", pull_request, &named), plan(7));
        let same = [("INPUT_REPOSITORY", "SITE"), ("INPUT_OWNER", "Acme")];
        assert_eq!(task("issues", ISSUE, &same), plan(7));
    }

    #[test]
    fn an_event_about_issues_without_a_number_is_refused() {
        for payload in ["{}", r#"{"issue":null}"#, r#"{"issue":{"number":"7"}}"#] {
            assert_eq!(task("issues", payload, &[]), Err(event::unusable()), "{payload}");
        }
    }

    #[test]
    fn a_named_issue_needs_no_payload() {
        for payload in ["", "{}", "not JSON", r#"{"issue":{"number":"7"}}"#, "\u{0}"] {
            for event in ["issues", "issue_comment"] {
                assert_eq!(task(event, payload, &[("INPUT_ISSUE-NUMBER", "12")]), plan(12), "{payload}");
            }
        }
    }
}
