//! `yukh demo`: the whole program on an embedded recording.

use include_dir::{Dir, include_dir};

use super::arguments::{DemoArguments, Format};
use super::block_on;
use super::output::Screen;
use super::plan::rendered;
use super::resolve::refused;
use crate::desired::Policy;
use crate::diagnostic::{Code, Failure};
use crate::github::acquire;
use crate::observed::Snapshot;
use crate::recording::Recording;
use crate::report::{Conclusion, object};
use crate::run::{Order, conclude};
use crate::scope::{
    Budgets, IssueNumber, IssueSet, ItemsFilter, Login, ProjectNumber, RepositoryName, RunScope, SubjectClass,
};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fixtures/demo");

/// The repository's policy.
const POLICY: &[u8] = include_bytes!("../../fixtures/demo/policy.yaml");
/// The next policy, as a pull request proposes it.
const PROPOSED: &[u8] = include_bytes!("../../fixtures/demo/proposed-policy.yaml");

/// The issues that the recording answers for, and the one that is planned with
/// the proposed policy.
const ISSUES: [&str; 6] = ["3", "4", "5", "6", "7", "8"];
const PROPOSED_ISSUE: &str = "3";

/// Plans the embedded Project's issues, or one of them.
///
/// # Errors
///
/// `YKP-RUNTIME-003` for an issue that the recording does not answer for, and
/// for a page of several.
pub(super) fn demo(arguments: &DemoArguments, screen: Screen) -> Result<String, Failure> {
    let wanted = match &arguments.issue {
        None => ISSUES.to_vec(),
        Some(text) => vec![*ISSUES.iter().find(|issue| *issue == text).ok_or_else(|| refused("ISSUE"))?],
    };
    if wanted.len() > 1 && screen.format() == Format::Html {
        // A page is about one issue.
        return Err(refused("ISSUE"));
    }
    let (policy, proposed) = (Policy::parse(POLICY)?, Policy::parse(PROPOSED)?);
    let snapshot = snapshot(&policy)?;
    let mut issues = Vec::new();
    for text in wanted {
        let issue = number(text)?;
        let policy = if text == PROPOSED_ISSUE { &proposed } else { &policy };
        let completed =
            conclude(&snapshot, Order { policy, issue, require_contract: false, include_checks: false })?;
        issues.push((issue, completed.conclusion()?));
    }
    Ok(shown(&issues, arguments.issue.is_some(), screen))
}

fn snapshot(policy: &Policy) -> Result<Snapshot, Failure> {
    let recording = Recording::embedded(&FILES).map_err(|_| Failure::of(Code::Runtime009))?;
    let scope = scope().ok_or_else(|| Failure::of(Code::Runtime009))?;
    let selection = policy.selection();
    block_on(async {
        let exchange = recording.client(scope.subject, scope.budgets);
        acquire(&exchange, &scope, &selection).await
    })
}

fn scope() -> Option<RunScope> {
    let owner = Login::parse("acme-garden")?;
    Some(RunScope {
        subject: SubjectClass::ClassicUserToken,
        project_owner: owner.clone(),
        owner,
        repository: RepositoryName::parse("greenhouse")?,
        project_owner_kind: None,
        project: ProjectNumber::parse_argument("4")?,
        issues: IssueSet::new(ISSUES.into_iter().filter_map(IssueNumber::parse_argument))?,
        items: ItemsFilter::All,
        budgets: Budgets::DEFAULT,
    })
}

fn number(text: &str) -> Result<IssueNumber, Failure> {
    IssueNumber::parse_argument(text).ok_or_else(|| Failure::of(Code::Runtime009))
}

/// The list of several issues as one object.
#[derive(serde::Serialize)]
struct Issues<'a> {
    status: &'static str,
    issues: Vec<Issue<'a>>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Issue<'a> {
    issue_number: u64,
    #[serde(flatten)]
    conclusion: &'a Conclusion,
}

/// One issue as `yukh plan` shows it; several one after the other, in JSON as
/// one object.
fn shown(issues: &[(IssueNumber, Conclusion)], single: bool, screen: Screen) -> String {
    let format = screen.format();
    if format == Format::Json && !single {
        let issues = issues
            .iter()
            .map(|(issue, conclusion)| Issue { issue_number: issue.get(), conclusion })
            .collect();
        return format!("{}\n", object(&Issues { status: "success", issues }));
    }
    let pages: Vec<String> = issues
        .iter()
        .map(|(issue, conclusion)| rendered(*issue, conclusion, None, format, screen.colour()))
        .collect();
    pages.join("\n")
}
