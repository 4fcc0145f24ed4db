//! The workflow run around the step: where its files are, what started it.

use std::path::{Component, Path, PathBuf};

use super::event;
use super::given::{Given, Variable};
use crate::diagnostic::Failure;
use crate::scope::{Login, RepositoryName, text};

/// The files and folders of the runner, absolute and without control
/// characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Files {
    /// The checkout.
    pub(super) workspace: PathBuf,
    /// The folder of the job's temporary files.
    pub(super) temporary: PathBuf,
    /// The file that takes the outputs.
    pub(super) output: PathBuf,
    /// The file that takes the job summary; a runner without one shows none.
    pub(super) summary: Option<PathBuf>,
}

/// What started the workflow run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// The event.
    pub(super) trigger: Trigger,
    /// The file with its payload.
    pub(super) payload: Option<PathBuf>,
    /// The repository of the workflow.
    pub(super) repository: Option<(Login, RepositoryName)>,
    /// Whether Dependabot started it, by an event of which its runs get no
    /// secrets.
    is_dependabot: bool,
}

/// The events that make a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trigger {
    /// Something happened to an issue.
    Issues,
    /// Somebody commented an issue or a pull request.
    IssueComment,
    /// A pull request: by itself, its reviews, their comments.
    PullRequest,
    /// A pull request, in a run of the branch that it is for.
    PullRequestTarget,
    /// The time came.
    Schedule,
    /// Somebody started it.
    WorkflowDispatch,
    /// Any other event, or none.
    Other,
}

impl Files {
    /// The files that the variables name.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` with the name of the first variable that is missing or
    /// names no absolute path.
    pub(super) fn of(given: &Given) -> Result<Self, Failure> {
        let needed = |variable: Variable| {
            given.variable(variable, absolute)?.ok_or_else(|| Failure::input(variable.name()))
        };
        Ok(Self {
            output: needed(Variable::Output)?,
            temporary: needed(Variable::Temporary)?,
            workspace: needed(Variable::Workspace)?,
            summary: given.variable(Variable::StepSummary, absolute)?,
        })
    }

    /// The file that takes the outputs, should the others not be usable.
    pub(super) fn output_of(given: &Given) -> Option<PathBuf> {
        given.variable(Variable::Output, absolute).ok().flatten()
    }
}

/// A path that may be printed as the value of an output.
fn absolute(text: &str) -> Option<PathBuf> {
    let path = Path::new(text);
    let climbs = path.components().any(|part| part == Component::ParentDir);
    (path.is_absolute() && !climbs && !text::has_control(text)).then(|| path.to_owned())
}

impl Origin {
    /// What the variables say.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` with the name of the first variable that is not valid.
    pub(super) fn of(given: &Given) -> Result<Self, Failure> {
        let trigger = given.variable(Variable::EventName, |name| Some(Trigger::of(name)))?;
        let withholds = given.variable(Variable::EventName, |name| Some(WITHHELD.contains(&name)))?;
        let is_dependabot = given.variable(Variable::Actor, |name| Some(name == "dependabot[bot]"))?;
        Ok(Self {
            trigger: trigger.unwrap_or(Trigger::Other),
            payload: given.variable(Variable::EventPath, absolute)?,
            repository: given.variable(Variable::Repository, |text| {
                let (owner, name) = text.split_once('/')?;
                Some((Login::parse(owner)?, RepositoryName::parse(name)?))
            })?,
            is_dependabot: withholds.unwrap_or(false) && is_dependabot.unwrap_or(false),
        })
    }

    /// Whether it is known that GitHub keeps the secrets back: it does so in
    /// runs for pull requests of forks, and in those that Dependabot starts by
    /// what it pushes. What is not known to be one of these is none.
    pub(super) fn lacks_secrets(&self) -> bool {
        let is_from_fork = || self.payload.as_deref().is_some_and(event::is_from_fork);
        self.is_dependabot || (self.trigger == Trigger::PullRequest && is_from_fork())
    }
}

/// The events of which runs that Dependabot starts get no secrets.
const WITHHELD: [&str; 7] = [
    "create",
    "deployment",
    "deployment_status",
    "pull_request",
    "pull_request_review",
    "pull_request_review_comment",
    "push",
];

impl Trigger {
    fn of(name: &str) -> Self {
        match name {
            "issues" => Self::Issues,
            "issue_comment" => Self::IssueComment,
            "pull_request" | "pull_request_review" | "pull_request_review_comment" => Self::PullRequest,
            "pull_request_target" => Self::PullRequestTarget,
            "schedule" => Self::Schedule,
            "workflow_dispatch" => Self::WorkflowDispatch,
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::given::testing::given;
    use super::*;

    const GOOD: [(&str, &str); 3] =
        [("GITHUB_WORKSPACE", "/site"), ("RUNNER_TEMP", "/temp"), ("GITHUB_OUTPUT", "/temp/out put")];

    #[test]
    fn a_runner_without_one_of_its_paths_is_refused_by_the_variable() {
        assert!(Files::of(&given(&GOOD)).is_ok());
        for (index, (name, _)) in GOOD.into_iter().enumerate() {
            for bad in ["", "relative", "/a/../b", "/a\nb", "/a\u{7f}"] {
                let mut variables = GOOD;
                variables[index].1 = bad;
                let refused = Files::of(&given(&variables)).unwrap_err();
                assert_eq!(refused, Failure::input(name), "{bad:?}");
            }
        }
    }

    #[test]
    fn a_summary_file_may_be_missing_but_not_wrong() {
        let with = |path| [GOOD.as_slice(), &[("GITHUB_STEP_SUMMARY", path)]].concat();
        assert_eq!(Files::of(&given(&with(""))).unwrap().summary, None);
        assert_eq!(Files::of(&given(&with("x"))).unwrap_err(), Failure::input("GITHUB_STEP_SUMMARY"));
    }

    #[test]
    fn the_repository_of_the_workflow_is_an_owner_and_a_name() {
        let origin = |text| Origin::of(&given(&[("GITHUB_REPOSITORY", text)]));
        assert!(origin("acme/site").unwrap().repository.is_some());
        assert_eq!(origin("").unwrap().repository, None);
        for bad in ["acme", "acme/", "/site", "acme/a/b", "-a/site", "acme/.."] {
            assert_eq!(origin(bad).unwrap_err(), Failure::input("GITHUB_REPOSITORY"), "{bad}");
        }
    }

    #[test]
    fn b61_secrets_are_kept_back_where_it_is_known_and_nowhere_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("event.json");
        let lacks = |event, actor, payload: &str| {
            std::fs::write(&path, payload).unwrap();
            let path = path.to_str().unwrap();
            let variables =
                [("GITHUB_EVENT_NAME", event), ("GITHUB_ACTOR", actor), ("GITHUB_EVENT_PATH", path)];
            Origin::of(&given(&variables)).unwrap().lacks_secrets()
        };
        let fork = r#"{"pull_request":{"head":{"repo":{"id":8}},"base":{"repo":{"id":7}}}}"#;
        let own = r#"{"pull_request":{"head":{"repo":{"id":7}},"base":{"repo":{"id":7}}}}"#;
        let deleted = r#"{"pull_request":{"head":{"repo":null},"base":{"repo":{"id":7}}}}"#;
        for event in ["pull_request", "pull_request_review", "pull_request_review_comment"] {
            assert!(lacks(event, "somebody", fork), "{event}");
            for other in [own, deleted, "{}", "not JSON"] {
                assert!(!lacks(event, "somebody", other), "{event} {other}");
                assert!(lacks(event, "dependabot[bot]", other), "{event} {other}");
            }
        }
        for event in ["push", "create", "deployment", "deployment_status"] {
            assert!(!lacks(event, "somebody", fork), "{event}");
            assert!(lacks(event, "dependabot[bot]", "{}"), "{event}");
        }
        // These get their secrets, or nobody says that they do not.
        for event in [
            "pull_request_target",
            "issues",
            "issue_comment",
            "schedule",
            "workflow_dispatch",
            "",
            "PULL_REQUEST",
        ] {
            for actor in ["somebody", "dependabot[bot]", "dependabot"] {
                assert!(!lacks(event, actor, fork), "{event} {actor}");
            }
        }
    }
}
