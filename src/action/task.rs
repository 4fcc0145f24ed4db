//! What a run has to do: inputs first, then the event.

use super::event::{self, State, Subject};
use super::inputs::Input;
use super::runner::{Origin, Trigger};
use super::settings::{Mode, Settings};
use crate::desired::Dialect;
use crate::diagnostic::{Code, Failure};
use crate::scope::{IssueList, IssueNumber, IssueSet, ItemsFilter, Transport};

/// What a run has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// One issue is planned; where a dialect is named, by a policy of that.
    Plan(IssueNumber, Option<Dialect>),
    /// The backlog is audited, or these issues of it.
    Audit(Option<IssueList>),
    /// What both readers plan is compared.
    Compare(Compared),
}

/// What both readers read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Recorded worlds: a folder below the workspace, not judged yet.
    Recordings(String),
    /// 1 to 10 issues on GitHub.
    Issues(IssueSet),
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
        let task = Self::chosen(settings, origin)?;
        let needs_project = !matches!(task, Ok(Self::Compare(Compared::Recordings(_))));
        if needs_project && settings.project.is_none() {
            return Err(Failure::input(Input::ProjectNumber.name()));
        }
        match (settings.transport, &task) {
            (Transport::RestV2, _) | (_, Err(_)) => Ok(task),
            (Transport::GraphqlV1, Ok(Self::Plan(..))) if settings.include_checks => {
                Err(Failure::input(Input::IncludeChecks.name()))
            }
            (Transport::GraphqlV1, Ok(Self::Plan(..))) if settings.items != ItemsFilter::All => {
                Err(Failure::input(Input::ItemsFilter.name()))
            }
            (Transport::GraphqlV1, Ok(Self::Plan(..))) => Ok(task),
            // An audit is what the v1 transport is too dear for, and a comparison
            // has both.
            (Transport::GraphqlV1, Ok(Self::Audit(_) | Self::Compare(_))) => {
                Err(Failure::input(Input::Transport.name()))
            }
        }
    }

    fn chosen(settings: &Settings, origin: &Origin) -> Result<Result<Self, Code>, Failure> {
        let is_pull_request = origin.trigger == Trigger::PullRequest;
        match (settings.mode, settings.issue_number, &settings.issue_numbers) {
            (Mode::Auto | Mode::Compare, Some(_), Some(_)) | (Mode::Plan(_), _, Some(_)) => {
                Err(Failure::input(Input::IssueNumbers.name()))
            }
            (Mode::Audit, Some(_), _) => Err(Failure::input(Input::IssueNumber.name())),
            (Mode::Compare, number, list) => {
                let none = || Failure::input(Input::Recordings.name());
                let compared = compared(settings, origin, number, list.as_ref())?;
                Ok(Ok(Self::Compare(compared.ok_or_else(none)?)))
            }
            (Mode::Auto, None, list) if is_pull_request => {
                let none = || Failure::of(Code::Runtime014);
                let compared = compared(settings, origin, None, list.as_ref())?;
                Ok(Ok(Self::Compare(compared.ok_or_else(none)?)))
            }
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

/// What is compared: named issues, or recordings where none is named and where
/// GitHub keeps the token back; `None` where neither is named. A secret that is
/// not set must not look like success.
fn compared(
    settings: &Settings,
    origin: &Origin,
    number: Option<IssueNumber>,
    list: Option<&IssueList>,
) -> Result<Option<Compared>, Failure> {
    let issues: Vec<IssueNumber> =
        number.into_iter().chain(list.into_iter().flat_map(|list| list.numbers().iter().copied())).collect();
    let lacks_secrets = !settings.has_token && origin.lacks_secrets();
    match &settings.recordings {
        Some(folder) if issues.is_empty() || lacks_secrets => Ok(Some(Compared::Recordings(folder.clone()))),
        _ if issues.is_empty() => Ok(None),
        _ if issues.len() > Transport::MAX_ROLLBACK_ISSUES => Err(Failure::input(Input::IssueNumbers.name())),
        _ if settings.include_checks => Err(Failure::input(Input::IncludeChecks.name())),
        _ if settings.items != ItemsFilter::All => Err(Failure::input(Input::ItemsFilter.name())),
        _ => Ok(IssueSet::new(issues).map(Compared::Issues)),
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
        let given = given(&[inputs, variables.as_slice()].concat());
        let origin = Origin::of(&given).unwrap();
        Task::of(&Settings::of(&given, &origin)?, &origin)
    }

    fn plan(number: u64) -> Result<Result<Task, Code>, Failure> {
        Ok(Ok(Task::Plan(IssueNumber::new(number).unwrap(), None)))
    }

    fn audit(list: Option<&str>) -> Result<Result<Task, Code>, Failure> {
        Ok(Ok(Task::Audit(list.map(|list| IssueList::parse_argument(list).unwrap()))))
    }

    fn compare(list: &str) -> Result<Result<Task, Code>, Failure> {
        let numbers = list.split(',').map(|number| IssueNumber::parse_argument(number).unwrap());
        Ok(Ok(Task::Compare(Compared::Issues(IssueSet::new(numbers).unwrap()))))
    }

    fn recorded() -> Result<Result<Task, Code>, Failure> {
        Ok(Ok(Task::Compare(Compared::Recordings("worlds".to_owned()))))
    }

    const WORLDS: (&str, &str) = ("INPUT_RECORDINGS", "worlds");
    const TOKEN: (&str, &str) = ("INPUT_GITHUB-TOKEN", "x");
    const LIST: (&str, &str) = ("INPUT_ISSUE-NUMBERS", "3,12");

    #[test]
    fn a_pull_request_is_compared_from_recordings_or_with_a_token_from_its_list() {
        for (inputs, expected) in [
            (vec![WORLDS], recorded()),
            (vec![WORLDS, TOKEN], recorded()),
            // A secret that is not set is told later on, by its name.
            (vec![WORLDS, LIST], compare("3,12")),
            (vec![WORLDS, LIST, TOKEN], compare("3,12")),
            (vec![LIST, TOKEN], compare("3,12")),
            (vec![TOKEN], Err(Failure::of(Code::Runtime014))),
            (
                vec![("INPUT_ISSUE-NUMBERS", "1,2,3,4,5,6,7,8,9,10,11"), TOKEN],
                Err(Failure::input("issue-numbers")),
            ),
            (vec![LIST, TOKEN, ("INPUT_INCLUDE-CHECKS", "true")], Err(Failure::input("include-checks"))),
            (vec![LIST, TOKEN, ("INPUT_ITEMS-FILTER", "repository")], Err(Failure::input("items-filter"))),
        ] {
            assert_eq!(task("pull_request", "{}", &inputs), expected, "{inputs:?}");
        }
        // GitHub keeps the token of a fork back.
        let fork = r#"{"pull_request":{"head":{"repo":{"id":8}},"base":{"repo":{"id":7}}}}"#;
        assert_eq!(task("pull_request", fork, &[WORLDS, LIST]), recorded());
        for event in ["pull_request_target", "push"] {
            assert_eq!(task(event, "{}", &[WORLDS]), Err(Failure::of(Code::Runtime014)), "{event}");
        }
        for (event, expected) in [("schedule", audit(None)), ("issues", plan(7))] {
            assert_eq!(task(event, ISSUE, &[WORLDS]), expected, "{event}");
        }
    }

    #[test]
    fn the_mode_compare_says_more_than_the_event() {
        let mode = ("INPUT_MODE", "compare");
        for event in ["issues", "push", "workflow_dispatch", "pull_request", "schedule"] {
            assert_eq!(task(event, ISSUE, &[mode, WORLDS]), recorded(), "{event}");
            assert_eq!(task(event, ISSUE, &[mode, LIST, TOKEN]), compare("3,12"), "{event}");
            assert_eq!(
                task(event, ISSUE, &[mode, ("INPUT_ISSUE-NUMBER", "7"), TOKEN]),
                compare("7"),
                "{event}"
            );
            assert_eq!(task(event, ISSUE, &[mode, TOKEN]), Err(Failure::input("recordings")), "{event}");
        }
        // What is missing is named: the Project only where one is read.
        let none = ("INPUT_PROJECT-NUMBER", "");
        assert_eq!(task("push", ISSUE, &[mode, none]), Err(Failure::input("recordings")));
        assert_eq!(task("push", ISSUE, &[mode, none, LIST, TOKEN]), Err(Failure::input("project-number")));
        assert_eq!(task("push", ISSUE, &[mode, none, WORLDS]), recorded());
        assert_eq!(task("pull_request", "{}", &[none]), Err(Failure::of(Code::Runtime014)));
        assert_eq!(task("issues", ISSUE, &[none, WORLDS]), Err(Failure::input("project-number")));
        let both = [mode, LIST, ("INPUT_ISSUE-NUMBER", "7"), TOKEN];
        assert_eq!(task("push", ISSUE, &both), Err(Failure::input("issue-numbers")));
    }

    #[test]
    fn the_v1_transport_plans_one_issue_and_nothing_else() {
        let v1 = ("INPUT_TRANSPORT", "v1-graphql");
        assert_eq!(task("issues", ISSUE, &[v1]), plan(7));
        assert_eq!(task("issues", ISSUE, &[("INPUT_TRANSPORT", "v2-rest")]), plan(7));
        for (event, inputs, name) in [
            ("schedule", vec![v1], "transport"),
            ("issues", vec![v1, ("INPUT_ISSUE-NUMBERS", "7")], "transport"),
            ("pull_request", vec![v1, WORLDS], "transport"),
            ("issues", vec![v1, ("INPUT_INCLUDE-CHECKS", "true")], "include-checks"),
            ("issues", vec![v1, ("INPUT_ITEMS-FILTER", "repository")], "items-filter"),
            ("issues", vec![("INPUT_TRANSPORT", "v1")], "transport"),
        ] {
            assert_eq!(task(event, ISSUE, &inputs), Err(Failure::input(name)), "{event} {inputs:?}");
        }
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
            let listed = match event {
                "pull_request" => compare("3,12"),
                _ => audit(Some("3,12")),
            };
            assert_eq!(task(event, ISSUE, &[("INPUT_ISSUE-NUMBERS", "12,3")]), listed, "{event}");
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
