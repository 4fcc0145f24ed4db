//! Steps 1 and 2: who owns what, and that the answers are about what was asked
//! for.

use std::sync::Arc;

use serde_json::json;

use super::edges::Home;
use super::source::{Source, Wanted};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::cache::Group;
use crate::github::capability::require_project;
use crate::github::{Exchange, Operation, ProjectOwner, wire};
use crate::observed::{Bindings, ProviderRef, ProviderText};
use crate::scope::canonical::digest;
use crate::scope::{Board, IssueNumber, Login, OwnerKind, RepositoryName};

/// The scope as GitHub spells it, and the identities it is bound to.
pub(super) struct Binding {
    /// The scope with the canonical names.
    pub(super) board: Board,
    /// The identities.
    pub(super) identities: Bindings,
    /// How other answers name the repository.
    pub(super) repository: RepositoryNames,
    /// The owner of the Project.
    pub(super) project_owner: ProjectOwner,
    /// The numeric id of the Project's owner.
    pub(super) project_owner_id: u64,
    /// When the Project changed, where GitHub says so.
    project_updated_at: Option<ProviderText>,
}

/// The repository that was asked for.
pub(in crate::github) struct Repository {
    reference: ProviderRef,
    owner: Owner,
    names: RepositoryNames,
}

/// The owner of the Project, before the Project is asked for.
#[derive(Clone, Copy)]
pub(in crate::github) struct Owner {
    kind: OwnerKind,
    /// The numeric id, where an answer told it.
    id: Option<u64>,
}

/// The Project that was asked for.
pub(in crate::github) struct Project {
    reference: ProviderRef,
    /// The owner as GitHub spells it.
    owner: ProviderText,
    owner_id: u64,
    updated_at: Option<ProviderText>,
}

/// How other answers name the repository.
#[derive(Clone)]
pub(super) struct RepositoryNames {
    id: u64,
    full_name: String,
    /// Everything before `/repos/` in the repository's own URL.
    api: String,
}

/// The parent that a `parent_issue_url` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParentLink {
    /// An issue of this repository.
    Local(IssueNumber),
    /// An issue of another repository.
    Elsewhere,
}

/// Resolves and binds repository, owner and Project.
pub(super) async fn bind<E: Exchange>(source: &Source<'_, E>, board: &Board) -> Result<Binding, Failure> {
    if let Some(kind) = board.project_owner_kind {
        require_project(board.subject, kind)?;
    }
    let repository = repository(source, board).await?;
    let owner = project_owner(source, board, repository.owner).await?;
    let kind = owner.kind;
    require_project(board.subject, kind)?;
    let project = project(source, board, &repository, owner).await?;

    let canonical = canonical(board, &repository.names, &project);
    Ok(Binding {
        project_owner: ProjectOwner { kind, login: canonical.project_owner.clone() },
        project_owner_id: project.owner_id,
        project_updated_at: project.updated_at.clone(),
        board: canonical,
        identities: Bindings {
            repository_owner_kind: repository.owner.kind,
            project_owner_kind: kind,
            repository: repository.reference.clone(),
            project: project.reference.clone(),
        },
        repository: repository.names.clone(),
    })
}

async fn repository<E: Exchange>(source: &Source<'_, E>, board: &Board) -> Result<Arc<Repository>, Failure> {
    let operation =
        Operation::Repository { owner: board.owner.clone(), repository: board.repository.clone() };
    let wanted = Wanted { group: Group::Repository, kind: None, digest: String::new() };
    let read = |body: &[u8]| {
        let repository: wire::Repository<'_> = wire::decode(body, Stage::Repository)?;
        Ok(Repository {
            reference: reference(&repository.node_id, Stage::Repository)?,
            names: RepositoryNames::bind(&repository, board)?,
            owner: Owner::read(&repository.owner, Stage::Repository)?,
        })
    };
    source.one(|cache| &cache.repository, wanted, operation, read).await
}

async fn project<E: Exchange>(
    source: &Source<'_, E>,
    board: &Board,
    repository: &Repository,
    Owner { kind, id }: Owner,
) -> Result<Arc<Project>, Failure> {
    let owner = ProjectOwner { kind, login: board.project_owner.clone() };
    let operation = Operation::Project { owner, number: board.project };
    let under = digest(&json!([repository.reference.expose(), id]));
    let wanted = Wanted { group: Group::Project, kind: Some(kind), digest: under };
    let read = |body: &[u8]| {
        let project: wire::Project<'_> = wire::decode(body, Stage::Project)?;
        let reference = check_project(&project, board)?;
        // One login is one account, of the kind that the paths were made for.
        let is_same = id.is_none_or(|id| id == project.owner.id);
        if !is_same || owner_kind(&project.owner, Stage::Project)? != kind {
            return Err(Failure::read(Code::Snapshot001, Stage::Project));
        }
        let text = |text: &wire::Str<'_>| ProviderText::new(text.as_str());
        Ok(Project {
            reference,
            owner: text(&project.owner.login),
            owner_id: project.owner.id,
            updated_at: project.updated_at.value().map(text),
        })
    };
    source.one(|cache| &cache.project, wanted, operation, read).await
}

/// The Project's owner: the repository's where they are the same, of the kind
/// that the caller says, or what GitHub answers.
async fn project_owner<E: Exchange>(
    source: &Source<'_, E>,
    board: &Board,
    repository_owner: Owner,
) -> Result<Owner, Failure> {
    if board.project_owner == board.owner {
        // The caller's word must not lead to another account's Project.
        return match board.project_owner_kind {
            Some(said) if said != repository_owner.kind => {
                Err(Failure::read(Code::GithubRead001, Stage::Repository))
            }
            _ => Ok(repository_owner),
        };
    }
    if let Some(said) = board.project_owner_kind {
        return Ok(Owner { kind: said, id: None });
    }
    let operation = Operation::Owner { login: board.project_owner.clone() };
    let wanted = Wanted { group: Group::Owner, kind: None, digest: String::new() };
    let read = |body: &[u8]| {
        let owner: wire::Account<'_> = wire::decode(body, Stage::Owner)?;
        if !same(owner.login.as_str(), board.project_owner.as_str()) {
            return Err(Failure::read(Code::Snapshot001, Stage::Owner));
        }
        Owner::read(&owner, Stage::Owner)
    };
    source.one(|cache| &cache.owner, wanted, operation, read).await.map(|owner| *owner)
}

/// The reference of the Project that was asked for. A closed Project can be
/// read like an open one; a deleted one is gone.
fn check_project(project: &wire::Project<'_>, board: &Board) -> Result<ProviderRef, Failure> {
    let failure = |code| Failure::read(code, Stage::Project);
    let is_owner = same(project.owner.login.as_str(), board.project_owner.as_str());
    if project.number != u64::from(board.project.get()) || !is_owner {
        return Err(failure(Code::Snapshot001));
    }
    if project.deleted_at.value().is_some() {
        return Err(failure(Code::GithubRead011));
    }
    project
        .node_id
        .value()
        .ok_or(failure(Code::Rest001))
        .and_then(|node_id| reference(node_id, Stage::Project))
}

/// The scope with the names as GitHub spells them, so that two spellings of
/// one name give one snapshot.
fn canonical(board: &Board, names: &RepositoryNames, project: &Project) -> Board {
    let mut canonical = board.clone();
    if let Some((owner, repository)) = names.full_name.split_once('/') {
        canonical.owner = Login::parse(owner).unwrap_or(canonical.owner);
        canonical.repository = RepositoryName::parse(repository).unwrap_or(canonical.repository);
    }
    canonical.project_owner = Login::parse(project.owner.expose()).unwrap_or(canonical.project_owner);
    canonical
}

/// Organization or user. GitHub has other accounts; none of them owns Projects
/// that can be read.
fn owner_kind(owner: &wire::Account<'_>, stage: Stage) -> Result<OwnerKind, Failure> {
    match owner.kind.as_str() {
        "Organization" => Ok(OwnerKind::Organization),
        "User" => Ok(OwnerKind::User),
        _ => Err(Failure::read(Code::Capability001, stage)),
    }
}

fn reference(text: &wire::Str<'_>, stage: Stage) -> Result<ProviderRef, Failure> {
    ProviderRef::parse(text.as_str()).ok_or_else(|| Failure::read(Code::Rest001, stage))
}

/// Names and URLs of GitHub's are compared ignoring ASCII case.
fn same(left: &str, right: &str) -> bool {
    left.eq_ignore_ascii_case(right)
}

/// The text after a prefix, ignoring ASCII case.
fn after<'text>(text: &'text str, prefix: &str) -> Option<&'text str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    same(head, prefix).then_some(rest)
}

/// Whether the text is `OWNER/NAME`.
fn is_full_name(text: &str) -> bool {
    let parts = text.split_once('/');
    parts.is_some_and(|(owner, name)| !owner.is_empty() && !name.is_empty() && !name.contains('/'))
}

/// Whether the path is a repository's, by name or by id.
fn is_repository_path(path: &str) -> bool {
    after(path, "/repos/").is_some_and(is_full_name)
        || after(path, "/repositories/").and_then(decimal).is_some()
}

/// The number, if the text is plain decimal digits.
fn decimal(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

impl Owner {
    fn read(account: &wire::Account<'_>, stage: Stage) -> Result<Self, Failure> {
        Ok(Self { kind: owner_kind(account, stage)?, id: Some(account.id) })
    }
}

impl RepositoryNames {
    /// The names, if the answer is about the repository that was asked for. A
    /// renamed or transferred repository answers with another name.
    fn bind(repository: &wire::Repository<'_>, board: &Board) -> Result<Self, Failure> {
        let failure = |code| Failure::read(code, Stage::Repository);
        let asked = format!("{}/{}", board.owner.as_str(), board.repository.as_str());
        let full_name = repository.full_name.as_str();
        if !same(full_name, &asked) || !same(repository.owner.login.as_str(), board.owner.as_str()) {
            return Err(failure(Code::Snapshot001));
        }
        let url = repository.url.as_str();
        let own_path = format!("/repos/{full_name}");
        let api = url
            .len()
            .checked_sub(own_path.len())
            .and_then(|at| url.split_at_checked(at))
            .filter(|(api, path)| !api.is_empty() && same(path, &own_path))
            .map(|(api, _)| api.to_owned())
            .ok_or(failure(Code::Rest001))?;
        Ok(Self { id: repository.id, full_name: full_name.to_owned(), api })
    }

    /// Whether the full name is this repository's; `None` where it is no
    /// repository's.
    pub(super) fn named(&self, full_name: &str) -> Option<bool> {
        is_full_name(full_name).then(|| self.is_named(full_name))
    }

    /// Whether the full name is this repository's.
    pub(super) fn is_named(&self, full_name: &str) -> bool {
        same(&self.full_name, full_name)
    }

    /// Whether the numeric id is this repository's.
    pub(super) fn is_id(&self, id: u64) -> bool {
        self.id == id
    }

    /// Whether the URL is this repository's, by name or by id; `None` where it
    /// does not have the form of a repository's.
    pub(super) fn at(&self, url: &str) -> Option<bool> {
        let path = after(url, &self.api)?;
        is_repository_path(path).then(|| self.is_path(path))
    }

    /// The issue that a URL names; `None` where the URL does not have the form
    /// of an issue's.
    pub(super) fn parent_at(&self, url: &str) -> Option<ParentLink> {
        let (repository, number) = after(url, &self.api)?.rsplit_once("/issues/")?;
        let number = decimal(number).and_then(IssueNumber::new)?;
        if self.is_path(repository) {
            return Some(ParentLink::Local(number));
        }
        is_repository_path(repository).then_some(ParentLink::Elsewhere)
    }

    fn is_path(&self, path: &str) -> bool {
        after(path, "/repos/").is_some_and(|name| self.is_named(name))
            || after(path, "/repositories/").and_then(decimal) == Some(self.id)
    }
}

impl Binding {
    /// The repository, as GraphQL answers name it.
    pub(super) fn home(&self) -> Home<'_> {
        Home { reference: self.identities.repository.expose(), full_name: &self.repository.full_name }
    }

    /// The digest of what the Project's fields are read under.
    pub(super) fn digest(&self) -> String {
        digest(&json!({
            "repository": self.identities.repository.expose(),
            "repositoryId": self.repository.id,
            "repositoryName": self.repository.full_name.to_ascii_lowercase(),
            "api": self.repository.api,
            "repositoryOwnerKind": self.identities.repository_owner_kind.as_str(),
            "project": self.identities.project.expose(),
            "projectOwner": self.project_owner_id,
        }))
    }

    /// The digest of what its items are read under: its time of change and the
    /// digest of its fields as well.
    pub(super) fn digest_with(&self, schema: &str) -> String {
        let updated_at = self.project_updated_at.as_ref().map(ProviderText::expose);
        digest(&json!([self.digest(), updated_at, schema]))
    }

    /// Whether a `project_url` may be the Project's. GitHub writes several
    /// forms; those with the number below an owner are compared, by name or by
    /// the owner's id.
    pub(super) fn may_be_project(&self, url: &str) -> bool {
        let segments: Vec<&str> = url.split('/').collect();
        let [.., kind, owner, list, number] = segments.as_slice() else { return true };
        if !same(list, "projectsV2") {
            return true;
        }
        let kinds: &[&str] = match self.project_owner.kind {
            OwnerKind::Organization => &["orgs", "organizations"],
            OwnerKind::User => &["users", "user"],
        };
        let is_owner =
            same(owner, self.project_owner.login.as_str()) || decimal(owner) == Some(self.project_owner_id);
        let is_number = decimal(number) == Some(u64::from(self.board.project.get()));
        kinds.contains(kind) && is_owner && is_number
    }
}
