//! From inputs to validated words. A value that is not accepted ends as
//! `YKP-RUNTIME-003` with the input's name; the value goes nowhere.

use super::Input;
use super::artifact::ArtifactName;
use super::given::Given;
use super::runner::Origin;
use crate::desired::Dialect;
use crate::diagnostic::Failure;
use crate::report::FailOn;
use crate::scope::{
    Board, Budgets, IssueList, IssueNumber, ItemsFilter, Limit, Login, OwnerKind, ProjectNumber,
    RepositoryName, SubjectClass, Transport, text,
};

/// What is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Mode {
    /// The event decides.
    #[default]
    Auto,
    /// One issue is planned; where a dialect is named, by a policy of that.
    Plan(Option<Dialect>),
    /// The backlog is audited.
    Audit,
    /// What both readers plan is compared.
    Compare,
}

/// Every input but the token, judged.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) mode: Mode,
    pub(super) owner: Login,
    pub(super) repository: RepositoryName,
    pub(super) project_owner: Login,
    pub(super) project_owner_kind: Option<OwnerKind>,
    /// Recordings need none.
    pub(super) project: Option<ProjectNumber>,
    pub(super) transport: Transport,
    /// Whether there is a token, of whatever form.
    pub(super) has_token: bool,
    /// A folder below the workspace; not judged yet.
    pub(super) recordings: Option<String>,
    pub(super) issue_number: Option<IssueNumber>,
    pub(super) issue_numbers: Option<IssueList>,
    pub(super) policy_path: String,
    pub(super) token_profile: Option<SubjectClass>,
    pub(super) items: ItemsFilter,
    pub(super) budgets: Budgets,
    pub(super) require_contract: bool,
    pub(super) fail_on: FailOn,
    pub(super) include_checks: bool,
    pub(super) summary: bool,
    /// None: the result is kept in its folder and not uploaded.
    pub(super) artifact: Option<ArtifactName>,
}

impl Mode {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "auto" => Some(Self::Auto),
            "plan" => Some(Self::Plan(None)),
            "native" => Some(Self::Plan(Some(Dialect::Native))),
            "legacy-shadow" => Some(Self::Plan(Some(Dialect::Legacy))),
            "audit" => Some(Self::Audit),
            "compare" => Some(Self::Compare),
            _ => None,
        }
    }
}

/// A boolean of YAML 1.2, as the inputs of GitHub's own actions.
pub(super) fn boolean(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "TRUE" => Some(true),
        "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

/// A path without control characters.
fn plain(path: &str) -> Option<String> {
    (!text::has_control(path)).then(|| path.to_owned())
}

/// Issue numbers separated by commas; a reader's blanks around them say nothing.
fn issue_list(list: &str) -> Option<IssueList> {
    let numbers: Vec<&str> = list.split(',').map(text::trim).collect();
    IssueList::parse_argument(&numbers.join(","))
}

impl Settings {
    /// Judges every input, in the order of the documents.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` with the name of the first input that is missing or
    /// not valid.
    pub(super) fn of(given: &Given, origin: &Origin) -> Result<Self, Failure> {
        let missing = |input: Input| move || Failure::input(input.name());
        let project = given.input(Input::ProjectNumber, ProjectNumber::parse_argument)?;
        let recordings = given.input(Input::Recordings, plain)?;
        let project_owner = given.input(Input::ProjectOwner, Login::parse)?;
        let project_owner_kind = given.input(Input::OwnerKind, OwnerKind::parse)?;
        let context = origin.repository.as_ref();
        let owner = given.input(Input::Owner, Login::parse)?;
        let owner = owner.or_else(|| context.map(|(owner, _)| owner.clone()));
        let owner = owner.ok_or_else(missing(Input::Owner))?;
        let repository = given.input(Input::Repository, RepositoryName::parse)?;
        let repository = repository.or_else(|| context.map(|(_, name)| name.clone()));
        let repository = repository.ok_or_else(missing(Input::Repository))?;
        let flag = |input: Input| -> Result<bool, Failure> {
            Ok(given.input(input, boolean)?.unwrap_or(input.default() == "true"))
        };
        let transport = given.input(Input::Transport, Transport::parse)?.unwrap_or_default();
        Ok(Self {
            transport,
            has_token: given.token().is_some(),
            recordings,
            project_owner: project_owner.unwrap_or_else(|| owner.clone()),
            project_owner_kind,
            project,
            owner,
            repository,
            mode: given.input(Input::Mode, Mode::parse)?.unwrap_or_default(),
            issue_number: given.input(Input::IssueNumber, IssueNumber::parse_argument)?,
            issue_numbers: given.input(Input::IssueNumbers, issue_list)?,
            policy_path: given
                .input(Input::PolicyPath, |path| Some(path.to_owned()))?
                .unwrap_or_else(|| Input::PolicyPath.default()),
            require_contract: flag(Input::RequireContract)?,
            fail_on: given.input(Input::FailOn, FailOn::parse)?.unwrap_or_default(),
            token_profile: given.input(Input::TokenProfile, SubjectClass::parse)?,
            items: given.input(Input::ItemsFilter, ItemsFilter::parse)?.unwrap_or_default(),
            include_checks: flag(Input::IncludeChecks)?,
            summary: flag(Input::Summary)?,
            artifact: given
                .input(Input::Artifact, ArtifactName::parse)?
                .unwrap_or_else(|| Some(ArtifactName::usual())),
            budgets: budgets(given, transport)?,
        })
    }

    /// The scope of the run, before its issues are chosen.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` with the name of the input, where no Project is named.
    pub(super) fn board(&self, subject: SubjectClass) -> Result<Board, Failure> {
        let project = self.project.ok_or_else(|| Failure::input(Input::ProjectNumber.name()))?;
        Ok(Board {
            subject,
            owner: self.owner.clone(),
            repository: self.repository.clone(),
            project_owner: self.project_owner.clone(),
            project_owner_kind: self.project_owner_kind,
            project,
            issues: (),
            items: self.items,
            budgets: self.budgets,
        })
    }
}

/// The budgets of a transport. `action.yml` gives every limit, so that what
/// equals its default there was chosen by nobody.
fn budgets(given: &Given, transport: Transport) -> Result<Budgets, Failure> {
    Limit::ALL.into_iter().try_fold(Budgets::of(transport), |budgets, limit| {
        let input = Input::Budget(limit);
        let chosen = |text: &str| match text == input.default() {
            true => Some(budgets),
            false => budgets.with_text(limit, text).ok(),
        };
        Ok(given.input(input, chosen)?.unwrap_or(budgets))
    })
}
