//! What tools call: typed reads and writes above an upstream.

use std::sync::Arc;

use tokio::sync::{OnceCell, Semaphore};

use super::cache::Cache;
use super::labels::{LabelList, LabelNames};
use super::limits::Limits;
use super::wire::{
    self, CommentWire, InstallationWire, IssueWire, LabelWire, RepositoryWire, SearchWire, User,
};
use super::{
    Change, Draft, Filter, Moved, Operation, Refusal, Reply, Search, Site, Unanswered, Upstream, judge,
};
use crate::clock::Clock;
use crate::issue::{Comment, Issue, IssuePlace, LockReason, Repository};

/// The most requests that are under way at once (decision 21).
const AT_ONCE: usize = 8;

/// The most pages of labels or repositories that are read.
const MOST_NAME_PAGES: u32 = 10;

/// GitHub, through one upstream with one credential.
pub struct GitHub {
    upstream: Arc<dyn Upstream>,
    is_installation: bool,
    limits: Limits,
    cache: Cache,
    label_names: LabelNames,
    own_login: OnceCell<String>,
    places: Semaphore,
    clock: Clock,
}

/// Rows, and whether there is a next page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    /// The rows, in GitHub's order.
    pub rows: Vec<T>,
    /// Whether there are more.
    pub has_next: bool,
}

/// A page of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchPage {
    /// The rows, all of the repository that was asked for.
    pub page: Page<Issue>,
    /// How many there are in all, as GitHub reckons.
    pub total: u64,
    /// Whether GitHub gave up before it had looked everywhere.
    pub is_incomplete: bool,
}

impl GitHub {
    /// GitHub through an upstream. `is_installation` says that the token is
    /// an installation's, which lists its repositories elsewhere.
    #[must_use]
    pub fn new(upstream: Arc<dyn Upstream>, is_installation: bool, clock: Clock) -> Self {
        Self {
            upstream,
            is_installation,
            limits: Limits::default(),
            cache: Cache::default(),
            label_names: LabelNames::default(),
            own_login: OnceCell::new(),
            places: Semaphore::new(AT_ONCE),
            clock,
        }
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Sends a request once, unless its limit is known to be used up. A read
    /// whose answer is kept asks whether that still holds.
    async fn ask(&self, operation: &Operation) -> Result<Reply, Refusal> {
        self.limits.admit(operation.bucket(), self.clock.now())?;
        let kept = if operation.is_read() { self.cache.find(&operation.target()) } else { None };
        let validator = kept.as_ref().and_then(|kept| kept.validator.as_ref());
        // The semaphore is never closed.
        let _place = self.places.acquire().await.ok();
        let reply = self.upstream.send(operation, validator).await;
        let reply = reply.map_err(|reason: Unanswered| judge::unanswered(operation, reason))?;
        self.limits.learn(operation.bucket(), reply.told);
        if let (304, Some(kept)) = (reply.status, kept) {
            return Ok(kept);
        }
        let reply = judge::judge(operation, reply, &self.limits, self.clock.now())?;
        if operation.is_read() {
            self.cache.keep(operation.target(), &reply);
        }
        Ok(reply)
    }

    /// Sends a read, and follows one redirect to a repository's id
    /// (decision 20).
    async fn read(&self, operation: &Operation) -> Result<Reply, Refusal> {
        match self.ask(operation).await {
            Err(Refusal::Moved(Some(Moved { repository, number }))) => match operation.at(repository, number)
            {
                Some(operation) => self.ask(&operation).await,
                None => Err(Refusal::Moved(None)),
            },
            other => other,
        }
    }

    /// The repository as it is named today.
    ///
    /// # Errors
    ///
    /// A refusal; never [`Refusal::Moved`].
    pub async fn repository(&self, site: Site) -> Result<Option<Repository>, Refusal> {
        let operation = Operation::Repository(site);
        let reply = self.read(&operation).await?;
        Ok(wire::read::<RepositoryWire>(&operation, &reply)?.repository())
    }

    /// A page of a repository's issues, newest first.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn issues(
        &self,
        repository: &Repository,
        filter: &Filter,
        page: u32,
    ) -> Result<Page<Issue>, Refusal> {
        let site = Site::Named(repository.clone());
        let operation = Operation::Issues { site, filter: filter.clone(), page };
        let reply = self.read(&operation).await?;
        let rows: Vec<IssueWire> = wire::read(&operation, &reply)?;
        Ok(page_of(rows, reply.has_next))
    }

    /// A page of a search, newest first. Rows of other repositories are
    /// dropped, whatever let them in (decision 13).
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn search(&self, search: &Search, page: u32) -> Result<SearchPage, Refusal> {
        let operation = Operation::Search { search: search.clone(), page };
        let reply = self.ask(&operation).await?;
        let SearchWire { total_count, incomplete_results, items } = wire::read(&operation, &reply)?;
        let rows = items.into_iter().filter(|item| item.is_of(&search.repository)).collect();
        Ok(SearchPage {
            page: page_of(rows, reply.has_next),
            total: total_count,
            is_incomplete: incomplete_results,
        })
    }

    /// An issue.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn issue(&self, place: &IssuePlace) -> Result<Issue, Refusal> {
        self.fresh_issue(place, true).await
    }

    /// An issue where it is named; an issue that moved is a refusal, since
    /// what follows is a write.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn issue_to_write(&self, place: &IssuePlace) -> Result<Issue, Refusal> {
        self.fresh_issue(place, false).await
    }

    async fn fresh_issue(&self, place: &IssuePlace, follow: bool) -> Result<Issue, Refusal> {
        let site = Site::Named(place.repository.clone());
        let operation = Operation::Issue { site, number: place.number };
        let reply = if follow { self.read(&operation).await? } else { self.ask(&operation).await? };
        wire::read::<IssueWire>(&operation, &reply).map(Issue::from)
    }

    /// A page of an issue's comments, oldest first.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn comments(
        &self,
        place: &IssuePlace,
        since: Option<jiff::Timestamp>,
        page: u32,
    ) -> Result<Page<Comment>, Refusal> {
        let site = Site::Named(place.repository.clone());
        let operation = Operation::Comments { site, number: place.number, since, page };
        let reply = self.read(&operation).await?;
        let rows: Vec<CommentWire> = wire::read(&operation, &reply)?;
        Ok(page_of(rows, reply.has_next))
    }

    /// The names of a repository's labels, the first 1,000, at most a minute
    /// old.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn label_names(&self, repository: &Repository) -> Result<LabelList, Refusal> {
        let now = self.clock.now();
        if let Some(labels) = self.label_names.find(repository, now) {
            return Ok(labels);
        }
        let mut labels = LabelList { names: Vec::new(), is_whole: false };
        for page in 1..=MOST_NAME_PAGES {
            let operation = Operation::Labels { site: Site::Named(repository.clone()), page };
            let reply = self.read(&operation).await?;
            let rows: Vec<LabelWire> = wire::read(&operation, &reply)?;
            labels.names.extend(rows.into_iter().map(|label| label.name));
            labels.is_whole = !reply.has_next;
            if labels.is_whole {
                break;
            }
        }
        self.label_names.keep(repository, labels.clone(), now);
        Ok(labels)
    }

    /// A label of a repository as it is written there, where it has one of
    /// that name.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn label_name(&self, repository: &Repository, name: &str) -> Result<Option<String>, Refusal> {
        // These would be another path.
        if matches!(name, "" | "." | "..") {
            return Ok(None);
        }
        let operation = Operation::Label { site: Site::Named(repository.clone()), name: name.to_owned() };
        match self.read(&operation).await {
            Ok(reply) => wire::read::<LabelWire>(&operation, &reply).map(|label| Some(label.name)),
            Err(Refusal::Missing) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// The login of the token's user. Installations have none, and of other
    /// tokens GitHub may not tell it.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn own_login(&self) -> Result<Option<String>, Refusal> {
        if self.is_installation {
            return Ok(None);
        }
        let login = self.own_login.get_or_try_init(|| async {
            let operation = Operation::Oneself;
            let reply = self.ask(&operation).await?;
            wire::read::<User>(&operation, &reply).map(|user| user.login)
        });
        match login.await {
            Ok(login) => Ok(Some(login.clone())),
            Err(Refusal::Forbidden | Refusal::Missing) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// The repositories that the token lists.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub async fn repositories(&self) -> Result<Vec<Repository>, Refusal> {
        let mut found = Vec::new();
        for page in 1..=MOST_NAME_PAGES {
            let operation = match self.is_installation {
                true => Operation::InstallationRepositories { page },
                false => Operation::UserRepositories { page },
            };
            let reply = self.ask(&operation).await?;
            let rows: Vec<RepositoryWire> = match self.is_installation {
                true => wire::read::<InstallationWire>(&operation, &reply)?.repositories,
                false => wire::read(&operation, &reply)?,
            };
            found.extend(rows.iter().filter_map(RepositoryWire::repository));
            if !reply.has_next {
                break;
            }
        }
        Ok(found)
    }

    /// Creates an issue.
    ///
    /// # Errors
    ///
    /// A refusal; see [`Refusal::Unavailable`] for what may have happened.
    pub async fn create_issue(&self, repository: &Repository, draft: Draft) -> Result<Issue, Refusal> {
        let operation = Operation::CreateIssue { repository: repository.clone(), draft };
        let reply = self.ask(&operation).await?;
        wire::read::<IssueWire>(&operation, &reply).map(Issue::from)
    }

    /// Edits an issue.
    ///
    /// # Errors
    ///
    /// As [`create_issue`](Self::create_issue).
    pub async fn update_issue(&self, place: &IssuePlace, change: Change) -> Result<Issue, Refusal> {
        let (repository, number) = (place.repository.clone(), place.number);
        let operation = Operation::UpdateIssue { repository, number, change };
        let reply = self.ask(&operation).await?;
        wire::read::<IssueWire>(&operation, &reply).map(Issue::from)
    }

    /// Puts labels on an issue.
    ///
    /// # Errors
    ///
    /// As [`create_issue`](Self::create_issue).
    pub async fn add_labels(&self, place: &IssuePlace, labels: Vec<String>) -> Result<(), Refusal> {
        let (repository, number) = (place.repository.clone(), place.number);
        self.ask(&Operation::AddLabels { repository, number, labels }).await.map(drop)
    }

    /// Takes a label off an issue; one that is not on it is no error.
    ///
    /// # Errors
    ///
    /// As [`create_issue`](Self::create_issue).
    pub async fn remove_label(&self, place: &IssuePlace, label: String) -> Result<(), Refusal> {
        let (repository, number) = (place.repository.clone(), place.number);
        match self.ask(&Operation::RemoveLabel { repository, number, label }).await {
            Ok(_) | Err(Refusal::Missing) => Ok(()),
            Err(refusal) => Err(refusal),
        }
    }

    /// Posts a comment.
    ///
    /// # Errors
    ///
    /// As [`create_issue`](Self::create_issue).
    pub async fn create_comment(&self, place: &IssuePlace, body: String) -> Result<Comment, Refusal> {
        let (repository, number) = (place.repository.clone(), place.number);
        let operation = Operation::CreateComment { repository, number, body };
        let reply = self.ask(&operation).await?;
        wire::read::<CommentWire>(&operation, &reply).map(Comment::from)
    }

    /// Locks a conversation.
    ///
    /// # Errors
    ///
    /// As [`create_issue`](Self::create_issue).
    pub async fn lock(&self, place: &IssuePlace, reason: Option<LockReason>) -> Result<(), Refusal> {
        let (repository, number) = (place.repository.clone(), place.number);
        self.ask(&Operation::Lock { repository, number, reason }).await.map(drop)
    }

    /// Unlocks a conversation.
    ///
    /// # Errors
    ///
    /// As [`create_issue`](Self::create_issue).
    pub async fn unlock(&self, place: &IssuePlace) -> Result<(), Refusal> {
        let (repository, number) = (place.repository.clone(), place.number);
        self.ask(&Operation::Unlock { repository, number }).await.map(drop)
    }
}

impl std::fmt::Debug for GitHub {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("GitHub").finish_non_exhaustive()
    }
}

/// A page of rows.
fn page_of<W, T: From<W>>(rows: Vec<W>, has_next: bool) -> Page<T> {
    Page { rows: rows.into_iter().map(T::from).collect(), has_next }
}
