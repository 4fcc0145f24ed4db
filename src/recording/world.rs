//! Recorded worlds: what each of two readers would be answered in one state of
//! GitHub, so that their plans can be compared offline.
//!
//! # Format
//!
//! A world is a folder with these entries:
//!
//! - `comparison.json`: `{"format":1,"owner":…,"repository":…,
//!   "project_owner"?:…,"project":4,"issues":[3,7],"token_profile":…,
//!   "dialect"?:…,"note"?:…,"expect"?:…}`; 1 to 10 issues. The last three are
//!   for people and tests and change nothing here.
//! - `policy.yaml`: the policy, at most 64 KiB.
//! - `v1/` and `v2/`: a [`Recording`] for each reader.
//!
//! A world has no other folder. A folder of worlds holds 1 to 500 of this kind. Files beside them
//! are passed over, as is what begins with a dot.

use std::os::fd::OwnedFd;

use hyper::body::Bytes;
use rustix::fs::{Dir, FileType};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::files::{FileName, Files};
use super::form::versioned;
use super::{Recording, RecordingError};
use crate::scope::{
    Budgets, IssueNumber, IssueSet, ItemsFilter, Login, ProjectNumber, RepositoryName, RunScope,
    SubjectClass, Transport,
};

const INDEX_BYTES: u64 = 64 << 10;
const POLICY_BYTES: u64 = 64 << 10;
const WORLDS: usize = 500;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawWorld {
    #[serde(rename = "format")]
    _format: IgnoredAny,
    owner: String,
    repository: String,
    #[serde(default)]
    project_owner: Option<String>,
    project: u64,
    issues: Vec<u64>,
    token_profile: String,
    #[serde(default, rename = "dialect")]
    _dialect: IgnoredAny,
    #[serde(default, rename = "note")]
    _note: IgnoredAny,
    #[serde(default, rename = "expect")]
    _expect: IgnoredAny,
}

/// One recorded world.
#[derive(Debug)]
pub struct World {
    scope: RunScope,
    policy: Bytes,
    v1: Recording,
    v2: Recording,
}

impl World {
    fn read(files: &Files) -> Result<Self, RecordingError> {
        let index = files.content(&FileName::world(), INDEX_BYTES)?;
        let raw: RawWorld = versioned(&index)?;
        let policy = files.content(&FileName::policy(), POLICY_BYTES)?;
        let side = |name| Recording::from_files(&files.directory(&name)?);
        Ok(Self {
            scope: raw.scope().ok_or(RecordingError::Malformed)?,
            policy,
            v1: side(FileName::v1())?,
            v2: side(FileName::v2())?,
        })
    }

    /// What a reader of this transport is asked for. Nothing of an answer costs
    /// anything, so that each limit is as far as it goes.
    #[must_use]
    pub fn scope(&self, transport: Transport) -> RunScope {
        RunScope { budgets: Budgets::most_of(transport), ..self.scope.clone() }
    }

    /// What answers a reader of this transport.
    #[must_use]
    pub fn recording(&self, transport: Transport) -> &Recording {
        match transport {
            Transport::GraphqlV1 => &self.v1,
            Transport::RestV2 => &self.v2,
        }
    }

    /// The policy file, not judged yet.
    #[must_use]
    pub fn policy(&self) -> &[u8] {
        &self.policy
    }
}

impl RawWorld {
    fn scope(self) -> Option<RunScope> {
        let owner = Login::parse(&self.owner)?;
        let project_owner = match &self.project_owner {
            Some(login) => Login::parse(login)?,
            None => owner.clone(),
        };
        let fits = (1..=Transport::MAX_ROLLBACK_ISSUES).contains(&self.issues.len());
        let issues: Vec<IssueNumber> =
            self.issues.into_iter().filter(|_| fits).map(IssueNumber::new).collect::<Option<_>>()?;
        Some(RunScope {
            subject: SubjectClass::parse(&self.token_profile)?,
            owner,
            repository: RepositoryName::parse(&self.repository)?,
            project_owner,
            project_owner_kind: None,
            project: ProjectNumber::parse_argument(&self.project.to_string())?,
            issues: IssueSet::new(issues)?,
            items: ItemsFilter::All,
            budgets: Budgets::DEFAULT,
        })
    }
}

/// One world, or a folder of worlds.
pub struct Worlds {
    files: Files,
    /// The folders, by name; none where the folder is a world itself.
    names: Option<Vec<FileName>>,
}

impl Worlds {
    /// Looks into an open folder; what is later read is read below it.
    ///
    /// # Errors
    ///
    /// [`RecordingError::Unreadable`] for what is no folder,
    /// [`RecordingError::Malformed`] for one that holds no folder or one of a
    /// name that a recording can not have, and for a world with further folders, [`RecordingError::TooLarge`] for more
    /// than 500.
    pub fn open(directory: OwnedFd) -> Result<Self, RecordingError> {
        let listed = Dir::read_from(&directory).map_err(|_| RecordingError::Unreadable)?;
        let files = Files::Directory(directory);
        let mut names = Vec::new();
        let mut is_world = false;
        for entry in listed {
            let entry = entry.map_err(|_| RecordingError::Unreadable)?;
            let name = entry.file_name().to_bytes();
            is_world |= name == FileName::world().as_str().as_bytes();
            if name.starts_with(b".") || entry.file_type() == FileType::RegularFile {
                continue;
            }
            // A link or a name that can not be is refused: what is passed over
            // would pass for equal.
            let name = std::str::from_utf8(name).ok().and_then(FileName::parse);
            names.push(name.ok_or(RecordingError::Malformed)?);
        }
        if is_world {
            let is_side = |name: &FileName| [FileName::v1(), FileName::v2()].contains(name);
            return match names.iter().all(is_side) {
                true => Ok(Self { files, names: None }),
                // A world that lies on top of others would hide them.
                false => Err(RecordingError::Malformed),
            };
        }
        match names.len() {
            0 => Err(RecordingError::Malformed),
            1..=WORLDS => {
                names.sort();
                Ok(Self { files, names: Some(names) })
            }
            _ => Err(RecordingError::TooLarge),
        }
    }

    /// The worlds by name, each read when its turn comes; the folder itself has
    /// no name. A folder that is none is an error in its place.
    pub fn iter(&self) -> impl Iterator<Item = (Option<&str>, Result<World, RecordingError>)> {
        let own = self.names.is_none().then(|| (None, World::read(&self.files)));
        let below = self.names.iter().flatten().map(|name| {
            let world = self.files.directory(name).and_then(|files| World::read(&files));
            (Some(name.as_str()), world)
        });
        own.into_iter().chain(below)
    }
}

impl std::fmt::Debug for Worlds {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = self.names.as_ref().map(Vec::len);
        formatter.debug_struct("Worlds").field("folders", &names).finish_non_exhaustive()
    }
}
