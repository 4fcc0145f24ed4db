//! The eight tools: a call comes in as arguments and goes out as the content
//! of its result, or as a failure.
//!
//! A write runs in a task of its own: a client that goes away does not end it
//! half-way, and does not lose what its idempotency key is to remember.

mod add_comment;
mod create_issue;
mod explain;
mod find_issues;
mod get_issue;
mod keyed;
mod known_labels;
mod list_comments;
mod output;
mod set_issue_lock;
mod update_issue;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Map, Value};
use tokio_util::task::TaskTracker;

use crate::arguments::{Call, Checked, Schemas};
use crate::caller::Caller;
use crate::catalog::{Catalog, CatalogError, ToolName};
use crate::cursor::Cursors;
use crate::failure::{Arguments, Code, Failure};
use crate::github::{GitHub, Refusal};
use crate::idempotency::Keys;
use crate::issue::Repository;

pub(crate) use explain::Asked;
pub(crate) use output::{IssueOutput, json};
pub(crate) use walk::{Source, walk};

/// How long the list of repositories is good, in seconds (decision 26).
const REPOSITORIES_LAST: i64 = 5 * 60;

/// Everything that answers calls. Cheap to clone; all clones are one.
#[derive(Clone, Debug)]
pub struct Service(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    catalog: Catalog,
    schemas: Schemas,
    github: GitHub,
    cursors: Cursors,
    keys: Keys,
    writes: TaskTracker,
    /// The repositories that the token lists, and when they were read.
    repositories: tokio::sync::Mutex<Option<(Timestamp, Vec<Repository>)>>,
}

/// A call that is being made.
pub(crate) struct Made<'a> {
    caller: &'a Caller,
    tool: ToolName,
    given: &'a Arguments,
    filled: &'a Map<String, Value>,
}

impl Service {
    /// A service over GitHub, or over what stands in for it.
    ///
    /// # Errors
    ///
    /// Where the catalog has a schema that can not be checked against.
    pub fn new(catalog: Catalog, github: GitHub, cursors: Cursors, keys: Keys) -> Result<Self, CatalogError> {
        let schemas = Schemas::of(&catalog)?;
        let (writes, repositories) = (TaskTracker::new(), tokio::sync::Mutex::default());
        Ok(Self(Arc::new(Parts { catalog, schemas, github, cursors, keys, writes, repositories })))
    }

    /// The published surface.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.0.catalog
    }

    /// GitHub.
    #[must_use]
    pub fn github(&self) -> &GitHub {
        &self.0.github
    }

    /// The repositories that the token lists, at most five minutes old.
    ///
    /// # Errors
    ///
    /// A refusal.
    pub(crate) async fn repositories(&self) -> Result<Vec<Repository>, Refusal> {
        let now = self.github().clock().now();
        let mut kept = self.0.repositories.lock().await;
        let is_fresh = |read_at: &Timestamp| {
            (0..REPOSITORIES_LAST).contains(&now.as_second().saturating_sub(read_at.as_second()))
        };
        if let Some((_, repositories)) = kept.as_ref().filter(|(read_at, _)| is_fresh(read_at)) {
            return Ok(repositories.clone());
        }
        let repositories = self.github().repositories().await?;
        *kept = Some((now, repositories.clone()));
        Ok(repositories)
    }

    /// As whom GitHub is asked, where it says so.
    ///
    /// # Errors
    ///
    /// What the request meets with.
    async fn own_login(&self, asked: &Asked<'_>) -> Result<Option<String>, Failure> {
        match self.github().own_login().await {
            Ok(login) => Ok(login),
            Err(refusal) => Err(self.explain(asked, refusal).await),
        }
    }

    fn cursors(&self) -> &Cursors {
        &self.0.cursors
    }

    fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// Makes a call of nobody in particular.
    ///
    /// # Errors
    ///
    /// As [`call_as`](Self::call_as).
    pub async fn call(&self, tool: ToolName, arguments: &Map<String, Value>) -> Result<Value, Failure> {
        self.call_as(&Caller::anyone(), tool, arguments).await
    }

    /// Makes a call: the content of its result. Whether the caller may make it
    /// is judged before.
    ///
    /// # Errors
    ///
    /// Any of the twelve codes.
    pub async fn call_as(
        &self,
        caller: &Caller,
        tool: ToolName,
        arguments: &Map<String, Value>,
    ) -> Result<Value, Failure> {
        let checked = self.0.schemas.check(tool, arguments)?;
        if !tool.is_mutation() {
            return self.make(caller, tool, checked).await;
        }
        let (service, caller) = (self.clone(), caller.clone());
        let write = self.0.writes.spawn(async move { service.make(&caller, tool, checked).await });
        write
            .await
            .unwrap_or_else(|_| Err(Failure::new(Code::UpstreamUnavailable, "The call broke off.").after(0)))
    }

    async fn make(&self, caller: &Caller, tool: ToolName, checked: Checked) -> Result<Value, Failure> {
        let Checked { call, given, filled } = checked;
        let made = Made { caller, tool, given: &given, filled: &filled };
        match call {
            Call::GetCapabilities => Ok(self.catalog().summary().clone()),
            Call::FindIssues(call) => self.find_issues(&made, &call).await,
            Call::GetIssue(call) => self.get_issue(&made, &call).await,
            Call::ListComments(call) => self.list_comments(&made, &call).await,
            Call::CreateIssue(call) => self.create_issue(&made, call).await,
            Call::UpdateIssue(call) => self.update_issue(&made, call).await,
            Call::AddComment(call) => self.add_comment(&made, call).await,
            Call::SetIssueLock(call) => self.set_issue_lock(&made, &call).await,
        }
    }

    /// Waits until no write is under way, but not longer than `most`. Returns
    /// whether all of them ended.
    pub async fn finish_writes(&self, most: Duration) -> bool {
        self.0.writes.close();
        tokio::time::timeout(most, self.0.writes.wait()).await.is_ok()
    }
}
