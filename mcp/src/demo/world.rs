//! What the embedded GitHub holds.

use std::collections::BTreeMap;

use jiff::Timestamp;

/// Repositories by id.
#[derive(Debug, Default)]
pub(super) struct World {
    pub(super) repositories: Vec<Place>,
    /// The next id of a comment.
    pub(super) next_comment: u64,
}

/// A repository.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) id: u64,
    pub(super) owner: &'static str,
    pub(super) name: &'static str,
    pub(super) labels: Vec<&'static str>,
    /// Who can be assigned.
    pub(super) people: Vec<&'static str>,
    pub(super) access: Access,
    pub(super) has_issues: bool,
    pub(super) issues: BTreeMap<u64, Held>,
    /// Issues that were moved: number here, then repository and number there.
    pub(super) moved: BTreeMap<u64, (u64, u64)>,
    /// Issues that were deleted.
    pub(super) deleted: Vec<u64>,
}

/// What the token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Read and write.
    Push,
    /// Read, open issues and comment: labels and assignees are dropped.
    Read,
    /// Read an archived repository.
    Archived,
}

/// An issue or pull request.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) number: u64,
    pub(super) title: String,
    pub(super) body: Option<String>,
    pub(super) author: Option<&'static str>,
    pub(super) is_open: bool,
    pub(super) state_reason: Option<String>,
    pub(super) is_pull_request: bool,
    /// Locked, and why.
    pub(super) lock: Option<Option<String>>,
    pub(super) labels: Vec<String>,
    pub(super) assignees: Vec<String>,
    pub(super) created_at: Timestamp,
    pub(super) updated_at: Timestamp,
    pub(super) comments: Vec<Said>,
}

/// A comment.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) id: u64,
    pub(super) author: Option<&'static str>,
    pub(super) body: String,
    pub(super) at: Timestamp,
}

impl World {
    /// The repository of that name.
    pub(super) fn find(&mut self, owner: &str, name: &str) -> Option<&mut Place> {
        let is_it = |place: &&mut Place| {
            place.owner.eq_ignore_ascii_case(owner) && place.name.eq_ignore_ascii_case(name)
        };
        self.repositories.iter_mut().find(is_it)
    }

    /// The repository of that id.
    pub(super) fn numbered(&mut self, id: u64) -> Option<&mut Place> {
        self.repositories.iter_mut().find(|place| place.id == id)
    }

    /// An id for a comment.
    pub(super) fn comment_id(&mut self) -> u64 {
        self.next_comment = self.next_comment.saturating_add(1);
        self.next_comment
    }
}

impl Place {
    /// A number for an issue.
    pub(super) fn next_number(&self) -> u64 {
        let last = [
            self.issues.keys().next_back().copied(),
            self.moved.keys().next_back().copied(),
            self.deleted.iter().max().copied(),
        ];
        last.into_iter().flatten().max().unwrap_or(0).saturating_add(1)
    }

    /// The label of that name as it is written here: GitHub ignores case.
    pub(super) fn label(&self, name: &str) -> Option<&'static str> {
        self.labels.iter().copied().find(|label| label.eq_ignore_ascii_case(name))
    }
}
