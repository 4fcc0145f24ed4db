//! The closed list of requests, and the one function that sends them.

use super::{Identity, LedgerState, RollbackRead, Tally, Validator};
use crate::diagnostic::{Code, Failure, Stage};
use crate::observed::{Accounting, ProviderRef};
use crate::scope::{Login, OwnerKind, ProjectNumber, RepositoryName};

/// The owner of a Project: its kind chooses the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectOwner {
    /// `orgs` or `users`.
    pub kind: OwnerKind,
    /// The login.
    pub login: Login,
}

/// An opaque pagination cursor taken out of a next link or a page info: 1 to
/// 1,024 bytes of visible ASCII.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cursor(String);

/// The name of a commit as GitHub tells it: 40 or 64 hexadecimal digits, kept
/// in lower case.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CommitSha(String);

/// Every request that this program can make (specification, *REST-first
/// capability matrix*).
#[derive(Clone, Debug)]
pub enum Operation {
    /// `GET /repos/{owner}/{repo}`
    Repository {
        /// The owner.
        owner: Login,
        /// The repository.
        repository: RepositoryName,
    },
    /// `GET /users/{username}`: what kind of account owns the Project.
    Owner {
        /// The login.
        login: Login,
    },
    /// `GET /{orgs|users}/{owner}/projectsV2/{number}`
    Project {
        /// The owner.
        owner: ProjectOwner,
        /// The number.
        number: ProjectNumber,
    },
    /// `GET …/fields?per_page=100[&after=…]`
    Fields {
        /// The owner.
        owner: ProjectOwner,
        /// The number.
        number: ProjectNumber,
        /// Where the page begins.
        after: Option<Cursor>,
    },
    /// `GET …/items?per_page=100[&q=repo:…][&fields=…][&after=…]`
    Items {
        /// The owner.
        owner: ProjectOwner,
        /// The number.
        number: ProjectNumber,
        /// Ids of the fields whose values are wanted, ascending, at most 50
        /// (decision 45).
        fields: Vec<u64>,
        /// The one documented qualifier (decision 47).
        repository: Option<(Login, RepositoryName)>,
        /// Where the page begins.
        after: Option<Cursor>,
    },
    /// `GET /repos/{owner}/{repo}/issue-types`
    IssueTypes {
        /// The owner.
        owner: Login,
        /// The repository.
        repository: RepositoryName,
    },
    /// `GET /rate_limit`: what is left, asked for once and only by a run of
    /// several scopes (decision 68).
    RateLimit,
    /// `GET /repos/{owner}/{repo}/commits/{ref}/check-runs?per_page=100[&page=…]`
    CheckRuns {
        /// The owner.
        owner: Login,
        /// The repository.
        repository: RepositoryName,
        /// The commit.
        commit: CommitSha,
        /// The page, counted from 1.
        page: u32,
    },
    /// `GET /repos/{owner}/{repo}/actions/runs?head_sha=…&per_page=100[&page=…]`
    WorkflowRuns {
        /// The owner.
        owner: Login,
        /// The repository.
        repository: RepositoryName,
        /// The commit.
        commit: CommitSha,
        /// The page, counted from 1.
        page: u32,
    },
    /// `POST /graphql` with the one fixed relationship document.
    Relationships {
        /// The issues, 1 to 100.
        issues: Vec<ProviderRef>,
        /// Where each connection goes on; all `None` in the first request.
        after: RelationshipCursors,
    },
    /// `POST /graphql` with one of the four fixed documents of the v1
    /// transport (contract part 6.1).
    Rollback(RollbackRead),
}

/// Where the three connections of the relationship document go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelationshipCursors {
    /// Sub-issues.
    pub sub_issues: Option<Cursor>,
    /// Issues that block.
    pub blocked_by: Option<Cursor>,
    /// Issues that are blocked.
    pub blocking: Option<Cursor>,
}

impl Operation {
    /// Which of the fixed reads this is.
    #[must_use]
    pub fn stage(&self) -> Stage {
        match self {
            Self::Repository { .. } => Stage::Repository,
            Self::Owner { .. } => Stage::Owner,
            Self::Project { .. } => Stage::Project,
            Self::Fields { .. } => Stage::Fields,
            Self::Items { .. } => Stage::Items,
            Self::IssueTypes { .. } => Stage::IssueTypes,
            Self::RateLimit => Stage::RateLimit,
            Self::CheckRuns { .. } => Stage::CheckRuns,
            Self::WorkflowRuns { .. } => Stage::WorkflowRuns,
            Self::Relationships { .. } => Stage::Relationships,
            Self::Rollback(read) => read.stage(),
        }
    }
}

impl Cursor {
    /// The cursor, if it has the form of one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=1024).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(text.to_owned()))
    }

    /// The cursor, for requests alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Cursor {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Cursor(…)")
    }
}

impl CommitSha {
    /// The name, if it has the form of one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fits = matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Self(text.to_ascii_lowercase()))
    }

    /// The name, for comparison and requests alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for CommitSha {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("CommitSha(…)")
    }
}

/// A successful answer: status 200, a JSON content type, within all bounds.
pub struct Answer {
    /// The decoded body, at most 8 MiB.
    pub body: Vec<u8>,
    /// The `Link` header, where there is one.
    pub link: Option<String>,
    /// What identifies this state of the answer, where GitHub says it.
    pub validator: Option<Validator>,
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Answer(…)")
    }
}

/// What a request brings.
#[derive(Debug)]
pub enum Reply {
    /// The answer.
    Answer(Answer),
    /// It is still the one that the request's validator identifies.
    Unchanged {
        /// The `Link` header, where there is one: a validator does not
        /// identify it.
        link: Option<String>,
    },
}

impl Reply {
    /// The answer to a request without a condition.
    ///
    /// # Errors
    ///
    /// `YKP-CACHE-001` where there is none: nothing was asked about.
    pub(crate) fn answer(self, stage: Stage) -> Result<Answer, Failure> {
        match self {
            Self::Answer(answer) => Ok(answer),
            Self::Unchanged { .. } => Err(Failure::read(Code::Cache001, stage)),
        }
    }
}

/// The one way a request takes. The client at the bottom sends it; what counts,
/// refuses or remembers requests wraps it.
pub trait Exchange {
    /// Sends one request, or refuses it; what is sent and got is added to the
    /// tally. With a validator it is answered only if the answer is no longer
    /// the one that the validator identifies.
    ///
    /// # Errors
    ///
    /// One code (decisions 62 to 66); nothing of the answer is in it.
    /// `YKP-CACHE-001` where GitHub confirms another validator.
    fn ask(
        &self,
        operation: &Operation,
        validator: Option<&Validator>,
        tally: &Tally,
    ) -> impl Future<Output = Result<Reply, Failure>>;

    /// Sends one request without a condition, as [`Self::ask`] does, for
    /// somebody who keeps no tally.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    fn send(&self, operation: &Operation) -> impl Future<Output = Result<Answer, Failure>> {
        async { self.ask(operation, None, &Tally::new()).await?.answer(operation.stage()) }
    }

    /// Whether the run's limits and reserves leave room for this many REST
    /// requests more, as far as is known, and for the largest answers to them.
    /// Takes nothing: what is sent next is
    /// reserved all the same.
    fn affords(&self, requests: u32) -> bool;

    /// As whom requests are sent; `None` where no credential takes part.
    fn identity(&self) -> Option<Identity>;

    /// What was sent so far, for all tallies together.
    fn accounting(&self) -> Accounting {
        self.ledger().spent
    }

    /// What was sent so far, and what is known of the limits.
    fn ledger(&self) -> LedgerState;

    /// Scheme, host and port of the server that answers; a next link has to
    /// begin with it (decision 46).
    fn origin(&self) -> &str;
}

/// An exchange for runs of several scopes.
pub trait Further: Exchange + Sized {
    /// The exchange of one more scope: the same way and the same identity, the
    /// limits of a run untouched, and what GitHub said is left in common with
    /// all the others.
    fn further(&self) -> Self;
}
