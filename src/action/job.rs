//! One step of a workflow: from what the runner hands over to what is to be
//! done, and from how that ended to what the runner gets.

use super::artifact;
use super::delivery::{self, Delivered, Place};
use super::ending::{Ending, Spent};
use super::given::Given;
use super::inputs::Input;
use super::outputs::Output;
use super::runner::{Files, Origin};
use super::settings::Settings;
use super::task::Task;
use crate::diagnostic::{Code, Failure};
use crate::report::{AuditReport, Comparison, Conclusion, Evidence};
use crate::run::Blame;
use crate::scope::{Board, IssueNumber, SubjectClass, Transport};

/// What the log of a run over the v1 transport begins with.
const ROLLBACK: &str = "Warning: the transport v1-graphql is for a rollback; it spends GraphQL points on every \
    issue. Leave the input out once its reason is gone.\n";

/// A step whose inputs are all valid and that has something to do.
pub struct Job {
    settings: Settings,
    files: Files,
    task: Task,
}

impl Job {
    /// Judges everything but the token, the policy and the way to GitHub.
    ///
    /// A run that GitHub gave no secrets is left alone before anything else is
    /// judged, since it may lack variables of the repository too (case B61).
    ///
    /// # Errors
    ///
    /// How the step ended already: there is nothing to do, or an input, a
    /// variable or the payload of the event is not valid
    /// (`YKP-RUNTIME-003`, `YKP-RUNTIME-012`, `YKP-RUNTIME-014`).
    pub fn begin(given: &Given) -> Result<Self, Box<Ending>> {
        let refused = |failure: Failure| Box::new(Ending::refused(&failure));
        let origin = Origin::of(given).map_err(refused)?;
        let lacks_secrets = given.token().is_none() && origin.lacks_secrets();
        if lacks_secrets && !given.has(Input::Recordings) {
            return Err(Box::new(Ending::skipped(Code::Runtime013)));
        }
        let files = Files::of(given).map_err(refused)?;
        let settings = Settings::of(given, &origin).map_err(refused)?;
        match Task::of(&settings, &origin).map_err(refused)? {
            Err(reason) => Err(Box::new(Ending::skipped(reason))),
            Ok(Task::Plan(..) | Task::Audit(_)) if lacks_secrets => {
                Err(Box::new(Ending::skipped(Code::Runtime013)))
            }
            Ok(task) => Ok(Self { settings, files, task }),
        }
    }

    /// What is to be done.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The folder that the policy file is searched below.
    #[must_use]
    pub fn workspace(&self) -> &std::path::Path {
        &self.files.workspace
    }

    /// The policy file's path below the workspace; not judged yet.
    #[must_use]
    pub fn policy_path(&self) -> &str {
        &self.settings.policy_path
    }

    /// The class that the caller says the token has.
    #[must_use]
    pub fn token_profile(&self) -> Option<SubjectClass> {
        self.settings.token_profile
    }

    /// Whether a body without contract is a failure.
    #[must_use]
    pub fn requires_contract(&self) -> bool {
        self.settings.require_contract
    }

    /// Whether check runs and workflow runs are read.
    #[must_use]
    pub fn includes_checks(&self) -> bool {
        self.settings.include_checks
    }

    /// The scope of the run, before its issues are chosen.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` with the name of the input, where no Project is named.
    pub fn board(&self, subject: SubjectClass) -> Result<Board, Failure> {
        self.settings.board(subject)
    }

    /// One issue was judged.
    #[must_use]
    pub fn planned(&self, issue: IssueNumber, conclusion: &Conclusion, evidence: Evidence) -> Ending {
        self.warned(Ending::planned(issue, conclusion, self.spent(evidence), self.settings.fail_on))
    }

    /// The run ended without a result.
    #[must_use]
    pub fn failed(&self, failure: &Failure, blame: Blame, evidence: Evidence) -> Ending {
        match self.task {
            Task::Plan(..) => {
                self.warned(Ending::failed(failure, blame, self.spent(evidence), self.settings.fail_on))
            }
            Task::Audit(_) => Ending::unaudited(failure, evidence),
            Task::Compare(_) => Ending::uncompared(failure),
        }
    }

    /// The backlog was audited.
    #[must_use]
    pub fn audited(&self, audit: &AuditReport) -> Ending {
        let whole = artifact::whereabouts("audit.json", Output::ReportPath, self.settings.artifact.as_ref());
        Ending::audited(audit, &whole, self.settings.fail_on)
    }

    /// What both readers plan was compared.
    #[must_use]
    pub fn compared(&self, comparison: &Comparison) -> Ending {
        Ending::compared(comparison, self.settings.fail_on)
    }

    /// The same ending, whose log begins with what the v1 transport is for.
    fn warned(&self, mut ending: Ending) -> Ending {
        if self.settings.transport == Transport::GraphqlV1 {
            ending.log.insert_str(0, ROLLBACK);
        }
        ending
    }

    fn spent(&self, evidence: Evidence) -> Spent {
        Spent { evidence, budgets: self.settings.budgets }
    }

    /// Hands the ending to the runner.
    #[must_use]
    pub fn deliver(&self, ending: Ending) -> Delivered {
        let place = Place {
            files: &self.files,
            has_summary: self.settings.summary,
            artifact: self.settings.artifact.as_ref(),
        };
        delivery::deliver(ending, &self.files.output, Some(place))
    }
}

/// Hands an ending to the runner that came before there was a job: the outputs
/// alone, where there is a file for them.
#[must_use]
pub fn deliver(given: &Given, ending: Ending) -> Delivered {
    match Files::output_of(given) {
        Some(output) => delivery::deliver(ending, &output, None),
        None => delivery::unheard(ending),
    }
}
