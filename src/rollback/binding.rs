//! The first question of each issue: that repository, Project and issue are
//! those that were asked for, and which items the issue has there.

use std::collections::BTreeSet;

use super::ask::{Asker, Missing, faulty, open_some};
use super::wire;
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::connection::{Fault, Walk};
use crate::github::wire::{Connection, Member, Str};
use crate::github::{Cursor, Exchange, Home, RollbackRead, require_project};
use crate::observed::{Bindings, IssueType, ProviderRef, ProviderText};
use crate::scope::{Board, IssueNumber, Login, OwnerKind, RepositoryName};

/// The scope as GitHub spells it, and the identities it is bound to.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Binding {
    /// The identities.
    pub(super) identities: Bindings,
    /// `OWNER/NAME` as GitHub spells it.
    full_name: String,
    /// The owner of the Project as GitHub spells it.
    project_owner: String,
}

/// What the scope document shows of one number.
pub(super) enum Found {
    /// Nothing has this number.
    Nothing,
    /// A pull request has it.
    PullRequest,
    /// An issue has it.
    Issue(Box<Issue>),
}

/// An issue, and its items in the Project.
pub(super) struct Issue {
    /// The issue.
    pub(super) reference: ProviderRef,
    /// The live item.
    pub(super) live: Option<ProviderRef>,
    /// Whether there is an archived item.
    pub(super) is_archived: bool,
    /// The items of whatever Project that the credential can not see.
    pub(super) unreadable: u32,
    /// The items of this Project.
    pub(super) items: u32,
}

impl Issue {
    /// Whether it has an item in the Project, live or archived.
    pub(super) fn has_item(&self) -> bool {
        self.live.is_some() || self.is_archived
    }
}

/// What one run learns about its scope, answer by answer.
pub(super) struct Scopes<'a, E> {
    asker: &'a Asker<'a, E>,
    board: &'a Board,
    bound: Option<Bound>,
}

/// What the first answer was bound to.
struct Bound {
    binding: Binding,
    /// The types that the repository offers; `None` where it says null.
    issue_types: Option<Vec<IssueType>>,
}

impl<'a, E: Exchange> Scopes<'a, E> {
    pub(super) fn new(asker: &'a Asker<'a, E>, board: &'a Board) -> Self {
        Self { asker, board, bound: None }
    }

    /// What has this number, with all pages of its items.
    ///
    /// # Errors
    ///
    /// `YKP-SNAPSHOT-001` for an answer that is bound to something else than
    /// the scope or than an earlier one, and for pages that do not belong
    /// together; `YKP-CAPABILITY-001` (decision 61); `YKP-GH-READ-003` for a
    /// repository or Project that is missing or not visible; and those of
    /// [`Asker::send`] and [`open_some`].
    pub(super) async fn find(&mut self, number: IssueNumber) -> Result<Found, Failure> {
        let mut pages = self.asker.pages(Stage::Scope);
        let mut issue: Option<Collected> = None;
        let mut after = None;
        loop {
            pages.take()?;
            let body = self.asker.send(self.question(number, after)).await?;
            let (scope, missing): (wire::Scope<'_>, _) = open_some(&body, Stage::Scope)?;
            let subject = self.bind(&scope, &missing)?;
            let Some(subject) = subject else {
                return if issue.is_none() { Ok(Found::Nothing) } else { Err(failure(Code::Snapshot001)) };
            };
            if subject.number != number.get() {
                return Err(failure(Code::Snapshot001));
            }
            match subject.kind.as_str() {
                "Issue" => {}
                "PullRequest" if issue.is_none() => return Ok(Found::PullRequest),
                "PullRequest" => return Err(failure(Code::Snapshot001)),
                _ => return Err(failure(Code::GithubRead008)),
            }
            let (Some(id), Some(items)) = (subject.id.value(), subject.items.value()) else {
                return Err(failure(Code::GithubRead008));
            };
            let reference = reference(id.as_str())?;
            let project = self.project().ok_or(failure(Code::Snapshot001))?;
            let collected = issue.get_or_insert_with(|| Collected::new(reference.clone(), Walk::new(items)));
            if collected.issue.reference != reference {
                return Err(failure(Code::Snapshot001));
            }
            collected.add(items, project, self.board)?;
            after = collected.walk.next().cloned();
            if after.is_none() {
                break;
            }
        }
        let collected = issue.ok_or(failure(Code::Snapshot001))?;
        collected.walk.finish().map_err(torn)?;
        Ok(Found::Issue(Box::new(collected.issue)))
    }

    /// What the run is bound to; `None` before the first answer.
    pub(super) fn binding(&self) -> Option<&Binding> {
        self.bound.as_ref().map(|bound| &bound.binding)
    }

    /// The types that the repository offers; `None` where GitHub says null, and
    /// before the first answer.
    pub(super) fn issue_types(&self) -> Option<&[IssueType]> {
        self.bound.as_ref()?.issue_types.as_deref()
    }

    fn project(&self) -> Option<&ProviderRef> {
        self.binding().map(|binding| &binding.identities.project)
    }

    fn question(&self, issue: IssueNumber, after: Option<Cursor>) -> RollbackRead {
        RollbackRead::Scope {
            owner: self.board.owner.clone(),
            repository: self.board.repository.clone(),
            project_owner: self.board.project_owner.clone(),
            project: self.board.project,
            issue,
            after,
        }
    }

    /// Binds an answer: what has the number, `None` where nothing has.
    fn bind<'s, 'body>(
        &mut self,
        scope: &'s wire::Scope<'body>,
        missing: &BTreeSet<Missing>,
    ) -> Result<Option<&'s wire::Subject<'body>>, Failure> {
        let is_missing = |part| missing.contains(&part);
        let owner = part(&scope.project_owner, Missing::ProjectOwner, missing)?;
        let kind = owner_kind(&owner.kind, Stage::Owner)?;
        if self.board.project_owner_kind.is_some_and(|said| said != kind) {
            return Err(Failure::read(Code::GithubRead001, Stage::Owner));
        }
        require_project(self.board.subject, kind)?;
        let repository = part(&scope.repository, Missing::Repository, missing)?;
        let project = part(&owner.project, Missing::Project, missing)?;
        let binding = Binding::read(self.board, repository, owner, project, kind)?;
        match &self.bound {
            Some(bound) if bound.binding != binding => return Err(failure(Code::Snapshot001)),
            Some(_) => {}
            None => self.bound = Some(Bound { binding, issue_types: offered_types(repository)? }),
        }
        match (&repository.issue, is_missing(Missing::Issue)) {
            (Member::Value(subject), false) => Ok(Some(subject)),
            (Member::Null, true) => Ok(None),
            // Null without a word of why is no proof that nothing is there.
            (Member::Null, false) => Err(failure(Code::Snapshot001)),
            (Member::Value(_), true) => Err(failure(Code::Rest001)),
            (Member::Absent, _) => Err(failure(Code::GithubRead008)),
        }
    }
}

/// A part of the scope that has to be there.
fn part<'part, T>(
    member: &'part Member<T>,
    part: Missing,
    missing: &BTreeSet<Missing>,
) -> Result<&'part T, Failure> {
    match member {
        Member::Absent => Err(failure(Code::GithubRead008)),
        Member::Null => Err(Failure::read(Code::GithubRead003, part.stage())),
        Member::Value(_) if missing.contains(&part) => Err(failure(Code::Rest001)),
        Member::Value(value) => Ok(value),
    }
}

impl Binding {
    /// The identities, if the answer is about what was asked for. A renamed or
    /// transferred repository answers with another name.
    fn read(
        board: &Board,
        repository: &wire::Repository<'_>,
        owner: &wire::ProjectOwner<'_>,
        project: &wire::Project<'_>,
        project_owner_kind: OwnerKind,
    ) -> Result<Self, Failure> {
        let asked = format!("{}/{}", board.owner.as_str(), board.repository.as_str());
        let full_name = repository.name_with_owner.as_str();
        let is_asked = same(full_name, &asked)
            && same(repository.owner.login.as_str(), board.owner.as_str())
            && same(owner.login.as_str(), board.project_owner.as_str())
            && project.number == u64::from(board.project.get());
        if !is_asked {
            return Err(failure(Code::Snapshot001));
        }
        let repository_owner_kind = owner_kind(&repository.owner.kind, Stage::Repository)?;
        // One login is one account.
        if board.owner == board.project_owner && repository_owner_kind != project_owner_kind {
            return Err(failure(Code::Snapshot001));
        }
        Ok(Self {
            identities: Bindings {
                repository_owner_kind,
                project_owner_kind,
                repository: reference(repository.id.as_str())?,
                project: reference(project.id.as_str())?,
            },
            full_name: full_name.to_owned(),
            project_owner: owner.login.as_str().to_owned(),
        })
    }

    /// The repository, as answers name it.
    pub(super) fn home(&self) -> Home<'_> {
        Home { reference: self.identities.repository.expose(), full_name: &self.full_name }
    }

    /// Whether an answer is about the Project.
    pub(super) fn is_project(&self, project: &wire::Project<'_>, board: &Board) -> bool {
        project.id.as_str() == self.identities.project.expose()
            && project.number == u64::from(board.project.get())
    }

    /// The board with the names as GitHub spells them.
    pub(super) fn canonical(&self, board: &Board) -> Board {
        let mut canonical = board.clone();
        if let Some((owner, repository)) = self.full_name.split_once('/') {
            canonical.owner = Login::parse(owner).unwrap_or(canonical.owner);
            canonical.repository = RepositoryName::parse(repository).unwrap_or(canonical.repository);
        }
        canonical.project_owner = Login::parse(&self.project_owner).unwrap_or(canonical.project_owner);
        canonical
    }
}

/// The items of the pages read so far.
struct Collected {
    walk: Walk,
    ids: BTreeSet<ProviderRef>,
    issue: Issue,
}

impl Collected {
    fn new(reference: ProviderRef, walk: Walk) -> Self {
        let issue = Issue { reference, live: None, is_archived: false, unreadable: 0, items: 0 };
        Self { walk, ids: BTreeSet::new(), issue }
    }

    /// Adds one page. An item that was there before means that the pages moved
    /// (decision 35); two live ones of the Project are one too many (decision
    /// 34).
    fn add(
        &mut self,
        page: &Connection<'_, wire::ItemEntry<'_>>,
        project: &ProviderRef,
        board: &Board,
    ) -> Result<(), Failure> {
        self.walk.add(page).map_err(torn)?;
        for entry in &page.nodes {
            let Some(entry) = entry else {
                self.issue.unreadable += 1;
                continue;
            };
            let id = reference(entry.id.as_str())?;
            if !self.ids.insert(id.clone()) {
                return Err(failure(Code::Snapshot001));
            }
            if entry.project.id.as_str() != project.expose() {
                continue;
            }
            self.issue.items += 1;
            let is_twice = !entry.is_archived && self.issue.live.is_some();
            if is_twice || entry.project.number != u64::from(board.project.get()) {
                return Err(failure(Code::Snapshot001));
            }
            match entry.is_archived {
                true => self.issue.is_archived = true,
                false => self.issue.live = Some(id),
            }
        }
        Ok(())
    }
}

/// The types that can be given to issues: a disabled one can not.
fn offered_types(repository: &wire::Repository<'_>) -> Result<Option<Vec<IssueType>>, Failure> {
    let listed = match &repository.issue_types {
        Member::Absent => return Err(failure(Code::GithubRead008)),
        Member::Null => return Ok(None),
        Member::Value(listed) => listed,
    };
    let mut walk = Walk::new(listed);
    walk.add(listed).map_err(torn)?;
    // GitHub allows 25, and the document asks for 50.
    if walk.next().is_some() {
        return Err(failure(Code::GithubRead005));
    }
    walk.finish().map_err(torn)?;
    let mut references = BTreeSet::new();
    let mut types = Vec::new();
    for entry in &listed.nodes {
        let entry = entry.as_ref().ok_or(failure(Code::Snapshot001))?;
        let reference = reference(entry.id.as_str())?;
        if !references.insert(reference.clone()) {
            return Err(failure(Code::Snapshot001));
        }
        if entry.is_enabled {
            types.push(IssueType { reference, name: ProviderText::new(entry.name.as_str()) });
        }
    }
    Ok(Some(types))
}

/// Organization or user. GitHub has other accounts; none of them owns Projects
/// that can be read.
fn owner_kind(kind: &Str<'_>, stage: Stage) -> Result<OwnerKind, Failure> {
    match kind.as_str() {
        "Organization" => Ok(OwnerKind::Organization),
        "User" => Ok(OwnerKind::User),
        _ => Err(Failure::read(Code::Capability001, stage)),
    }
}

/// Names of GitHub's are compared ignoring ASCII case.
fn same(left: &str, right: &str) -> bool {
    left.eq_ignore_ascii_case(right)
}

fn reference(text: &str) -> Result<ProviderRef, Failure> {
    ProviderRef::parse(text).ok_or(failure(Code::GithubRead008))
}

fn torn(fault: Fault) -> Failure {
    faulty(fault, Stage::Scope)
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Scope)
}
