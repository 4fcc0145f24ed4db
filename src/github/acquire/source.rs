//! Where the groups of one acquisition come from: the cache, or GitHub.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Binding;
use crate::diagnostic::{Code, Failure};
use crate::github::cache::{Cache, Group, Key, Loaded, Origin, Page, Store};
use crate::github::pages::{Pages, Place};
use crate::github::request::PAGE_ENTRIES;
use crate::github::{Answer, Cursor, Exchange, Operation, Reply, Tally, Validator};
use crate::observed::{Accounting, Coverage};
use crate::scope::{Board, Limit, OwnerKind};

/// The exchange, and the cache where there is one. It counts what its own
/// acquisition sends and is spared.
pub(super) struct Source<'a, E> {
    exchange: &'a E,
    tally: Tally,
    cache: Option<&'a Cache>,
    key: Key,
    hits: AtomicU32,
    coalesced: AtomicU32,
}

/// What a group is: its selectors, and what it is read under.
pub(super) struct Wanted {
    /// The group.
    pub(super) group: Group,
    /// The kind of the Project's owner, once it is known.
    pub(super) kind: Option<OwnerKind>,
    /// The digest of what it is read under; empty where nothing comes before.
    pub(super) digest: String,
}

/// Chooses the store of a group.
type Choose<T> = fn(&Cache) -> &Store<T>;

impl<'a, E: Exchange> Source<'a, E> {
    pub(super) fn new(exchange: &'a E, cache: Option<&'a Cache>, board: &Board) -> Self {
        let key = Key::new(board, exchange.identity());
        let (hits, coalesced) = (AtomicU32::new(0), AtomicU32::new(0));
        Self { exchange, tally: Tally::new(), cache, key, hits, coalesced }
    }

    /// What was sent for this acquisition and what it got, and the answers
    /// that were taken from the cache or that another reader brought.
    pub(super) fn accounting(&self) -> Accounting {
        Accounting {
            cache_hits: self.hits.load(Ordering::Relaxed),
            coalesced_requests: self.coalesced.load(Ordering::Relaxed),
            ..self.tally.accounting()
        }
    }

    /// Whether the run can afford this many REST requests more.
    pub(super) fn affords(&self, requests: u32) -> bool {
        self.exchange.affords(requests)
    }

    /// Forgets what the cache holds of this board, where the acquisition ended
    /// because its parts do not belong together and some of them were taken
    /// from the cache: the next run reads all of it.
    pub(super) fn doubt(&self, code: Code) {
        if let Some(cache) = self.cache
            && code == Code::Snapshot001
            && self.hits.load(Ordering::Relaxed) > 0
        {
            cache.forget_board(&self.key);
        }
    }

    /// Sends one request.
    pub(super) async fn send(&self, operation: &Operation) -> Result<Answer, Failure> {
        self.ask(operation, None).await?.answer(operation.stage())
    }

    /// A group, kept or read.
    pub(super) async fn group<T>(
        &self,
        store: Choose<T>,
        wanted: Wanted,
        read: impl AsyncFnOnce(Vec<Page>) -> Result<Loaded<T>, Failure>,
    ) -> Result<Arc<T>, Failure> {
        let Some(cache) = self.cache else {
            return match read(Vec::new()).await? {
                Loaded::Read { data, .. } => Ok(Arc::new(data)),
                Loaded::Unchanged => Err(Failure::of(Code::Cache001)),
            };
        };
        let key = self.key.of(wanted.group, wanted.kind, wanted.digest);
        let served = cache.read(store, &key, read).await?;
        match served.origin {
            Origin::Own => {}
            Origin::Kept => {
                self.hits.fetch_add(served.answers, Ordering::Relaxed);
            }
            Origin::Shared => {
                self.coalesced.fetch_add(served.answers, Ordering::Relaxed);
            }
        }
        Ok(served.data)
    }

    /// A group of one answer.
    pub(super) async fn one<T>(
        &self,
        store: Choose<T>,
        wanted: Wanted,
        operation: Operation,
        read: impl FnOnce(&[u8]) -> Result<T, Failure>,
    ) -> Result<Arc<T>, Failure> {
        let load = async |known: Vec<Page>| {
            let validator = known.into_iter().next().and_then(|page| page.validator);
            let Reply::Answer(answer) = self.ask(&operation, validator.as_ref()).await? else {
                return Ok(Loaded::Unchanged);
            };
            let data = read(&answer.body)?;
            let pages = vec![Page { after: None, validator: answer.validator, is_full_end: false }];
            Ok(Loaded::Read { data, pages, coverage: Coverage::Complete })
        };
        self.group(store, wanted, load).await
    }

    /// The pages of a list of the bound Project; `read` takes the body of each
    /// and says how many entries it has. `None` where each page that is known
    /// is unchanged.
    ///
    /// # Errors
    ///
    /// `YKP-SNAPSHOT-001` for a page that changed after one that did not, and
    /// for a list that goes on behind its last page, or ends before it,
    /// although no page changed; and those of [`Pages::after`] and
    /// [`Pages::without_gap`].
    pub(super) async fn pages(
        &self,
        known: &[Page],
        binding: &Binding,
        operation: impl Fn(Option<Cursor>) -> Operation,
        mut read: impl FnMut(&[u8]) -> Result<usize, Failure>,
    ) -> Result<Option<Vec<Page>>, Failure> {
        let budgets = &binding.board.budgets;
        let owner_id = binding.project_owner_id;
        let next = |reader: &mut Pages, operation: &Operation, link: Option<&str>| {
            reader.after(link, &Place { origin: self.exchange.origin(), operation, owner_id })
        };
        let mut changed = None;
        let mut reader = Pages::new(operation(None).stage(), budgets);
        for (at, page) in (1..).zip(known) {
            let operation = operation(page.after.clone());
            let failure = |code| Failure::read(code, operation.stage());
            if at as u64 > budgets.get(Limit::Pages) {
                return Err(failure(Code::GithubRead005));
            }
            // A 304 need not repeat the link (RFC 9111), and a full last page does
            // not change when the list grows behind it: only an answer tells.
            let validator = page.validator.as_ref().filter(|_| !page.is_full_end);
            let link = match self.ask(&operation, validator).await? {
                Reply::Unchanged { link: None } => continue,
                Reply::Unchanged { link } => link,
                Reply::Answer(answer) if at == 1 => {
                    changed = Some(answer);
                    break;
                }
                Reply::Answer(answer) if page.is_full_end && answer.validator == page.validator => {
                    answer.link
                }
                Reply::Answer(_) => return Err(failure(Code::Snapshot001)),
            };
            let goes_on = next(&mut reader, &operation, link.as_deref())?.is_some();
            if goes_on != (at < known.len()) {
                return Err(failure(Code::Snapshot001));
            }
        }
        if changed.is_none() && !known.is_empty() {
            return Ok(None);
        }
        let mut pages = Vec::new();
        let mut after = None;
        loop {
            let operation = operation(after.clone());
            let answer = match changed.take() {
                Some(answer) => answer,
                None => self.send(&operation).await?,
            };
            let entries = read(&answer.body)?;
            let follows = next(&mut reader, &operation, answer.link.as_deref())?;
            // A filter may leave nothing of a page, and nothing is absent behind it.
            if entries == 0 && !operation.is_filtered() {
                reader.without_gap()?;
            }
            let is_full_end = follows.is_none() && entries >= PAGE_ENTRIES;
            pages.push(Page { after, validator: answer.validator, is_full_end });
            if follows.is_none() {
                return Ok(Some(pages));
            }
            after = follows;
        }
    }

    async fn ask(&self, operation: &Operation, validator: Option<&Validator>) -> Result<Reply, Failure> {
        self.exchange.ask(operation, validator, &self.tally).await
    }
}
