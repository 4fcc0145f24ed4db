//! Where the groups of one acquisition come from: the cache, or GitHub.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::diagnostic::{Code, Failure};
use crate::github::cache::{Cache, Group, Key, Loaded, Origin, Page, Store};
use crate::github::{Answer, Cursor, Exchange, Operation, Validator};
use crate::observed::Coverage;
use crate::scope::{Board, Budgets, Limit, OwnerKind};

/// The exchange, and the cache where there is one.
pub(super) struct Source<'a, E> {
    pub(super) exchange: &'a E,
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
        Self { exchange, cache, key, hits: AtomicU32::new(0), coalesced: AtomicU32::new(0) }
    }

    /// Answers that were taken from the cache, and that another reader
    /// brought.
    pub(super) fn saved(&self) -> (u32, u32) {
        (self.hits.load(Ordering::Relaxed), self.coalesced.load(Ordering::Relaxed))
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
            let Some(answer) = self.ask(&operation, validator.as_ref()).await? else {
                return Ok(Loaded::Unchanged);
            };
            let data = read(&answer.body)?;
            let pages = vec![Page { after: None, validator: answer.validator }];
            Ok(Loaded::Read { data, pages, coverage: Coverage::Complete })
        };
        self.group(store, wanted, load).await
    }

    /// The pages of a group; `read` takes one and says where the next one
    /// begins. `None` where each page that is known is unchanged.
    ///
    /// # Errors
    ///
    /// `YKP-SNAPSHOT-001` for a page that changed after one that did not.
    pub(super) async fn pages(
        &self,
        known: &[Page],
        budgets: &Budgets,
        operation: impl Fn(Option<Cursor>) -> Operation,
        mut read: impl FnMut(&Operation, &Answer) -> Result<Option<Cursor>, Failure>,
    ) -> Result<Option<Vec<Page>>, Failure> {
        let mut changed = None;
        for (at, page) in (0_u32..).zip(known) {
            let operation = operation(page.after.clone());
            let failure = |code| Failure::read(code, operation.stage());
            if u64::from(at) >= budgets.get(Limit::Pages) {
                return Err(failure(Code::GithubRead005));
            }
            match self.ask(&operation, page.validator.as_ref()).await? {
                None => {}
                Some(answer) if at == 0 => {
                    changed = Some(answer);
                    break;
                }
                Some(_) => return Err(failure(Code::Snapshot001)),
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
                None => self.exchange.send(&operation).await?,
            };
            let next = read(&operation, &answer)?;
            pages.push(Page { after, validator: answer.validator });
            if next.is_none() {
                return Ok(Some(pages));
            }
            after = next;
        }
    }

    async fn ask(
        &self,
        operation: &Operation,
        validator: Option<&Validator>,
    ) -> Result<Option<Answer>, Failure> {
        match validator {
            Some(validator) => self.exchange.send_if(operation, validator).await,
            None => self.exchange.send(operation).await.map(Some),
        }
    }
}
