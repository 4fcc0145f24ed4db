//! Where things are.

use serde::Deserialize;

/// The longest login or repository name that GitHub has, with room to spare.
const LONGEST_NAME: usize = 100;

/// A repository, as a caller names it. Only names that can be a part of a
/// path get into one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    owner: String,
    name: String,
}

/// An issue of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IssuePlace {
    /// The repository.
    pub repository: Repository,
    /// The number in it.
    pub number: u64,
}

/// The parameters that name a repository.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Named {
    owner: String,
    repo: String,
}

impl Repository {
    /// The repository of that name, if one can have it. A caller's words fit
    /// the published patterns already; what those let through and GitHub can
    /// not have (`..`, names without an end) is refused here.
    #[must_use]
    pub fn new(owner: &str, name: &str) -> Option<Self> {
        let is_owner = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let fits = |text: &str, is_one: &dyn Fn(u8) -> bool| {
            (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(is_one)
        };
        let fits = fits(owner, &is_owner) && fits(name, &is_name) && name != "." && name != "..";
        fits.then(|| Self { owner: owner.to_owned(), name: name.to_owned() })
    }

    /// The owner's login.
    #[must_use]
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// The name without the owner.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `owner/name`.
    #[must_use]
    pub fn slug(&self) -> String {
        format!("{}/{}", self.owner, self.name)
    }

    /// Whether both are the same repository: GitHub ignores case.
    #[must_use]
    pub fn is(&self, owner: &str, name: &str) -> bool {
        self.owner.eq_ignore_ascii_case(owner) && self.name.eq_ignore_ascii_case(name)
    }

    /// An issue of it.
    #[must_use]
    pub fn issue(&self, number: u64) -> IssuePlace {
        IssuePlace { repository: self.clone(), number }
    }
}

impl IssuePlace {
    /// `owner/name#number`.
    #[must_use]
    pub fn reference(&self) -> String {
        format!("{}#{}", self.repository.slug(), self.number)
    }
}

impl Named {
    /// The repository, if there can be one of that name.
    pub(crate) fn repository(&self) -> Option<Repository> {
        Repository::new(&self.owner, &self.repo)
    }
}
