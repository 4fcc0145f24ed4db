//! Recorded worlds: what both readers are answered in one state of an invented
//! GitHub. Each is made from one model, by asking it with both readers, so that
//! equal plans are equal by construction of the world, not of the answer.

mod alike;
mod apart;
mod contracts;
mod dice;
mod findings;
mod policy;
pub(crate) mod record;
mod sketch;
mod unread;
mod vocabulary;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use yukh::desired::Dialect;
use yukh::diagnostic::{Code, Stage};
use yukh::scope::{SubjectClass, Transport};

use crate::support::world::{Reply, World};

pub(crate) use sketch::sketch;

/// The seeds of the generated worlds: dialect and kind of owner alternate.
pub(crate) const SEEDS: std::ops::RangeInclusive<u64> = 1..=100;

/// An answer to one reader at one stage, and what becomes of it on its way.
pub(crate) type Change = (Transport, Stage, fn(Reply) -> Reply);

/// One world, and what is asked of it.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// What it is about, for people.
    pub(crate) note: String,
    pub(crate) world: World,
    pub(crate) dialect: Dialect,
    pub(crate) policy: String,
    pub(crate) issues: Vec<u64>,
    pub(crate) subject: SubjectClass,
    pub(crate) expect: Expect,
    /// Answers that are changed on their way to one reader.
    pub(crate) changes: Vec<Change>,
}

/// What the comparison has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expect {
    /// The same plans, or the same findings.
    Equal,
    /// Plans that differ since the two transports can not see the same.
    Different,
    /// At least one side that can not be read, with this code.
    Unread(Code),
}

impl Case {
    /// A case for a classic token that is expected to be equal.
    pub(crate) fn of(name: &str, note: &str, dialect: Dialect, world: World) -> Self {
        Self {
            name: name.to_owned(),
            note: note.to_owned(),
            world,
            dialect,
            policy: String::new(),
            issues: Vec::new(),
            subject: SubjectClass::ClassicUserToken,
            expect: Expect::Equal,
            changes: Vec::new(),
        }
    }

    pub(crate) fn policy(self, policy: &str) -> Self {
        Self { policy: policy.to_owned(), ..self }
    }

    pub(crate) fn issues(self, issues: Vec<u64>) -> Self {
        Self { issues, ..self }
    }

    fn subject(self, subject: SubjectClass) -> Self {
        Self { subject, ..self }
    }

    fn change(mut self, transport: Transport, stage: Stage, change: fn(Reply) -> Reply) -> Self {
        self.changes.push((transport, stage, change));
        self
    }
}

impl Expect {
    /// The folder of such worlds below `fixtures`. Only equal ones are what a
    /// pull request compares.
    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Equal => "recordings",
            Self::Different => "recordings-different",
            Self::Unread(_) => "recordings-unread",
        }
    }

    /// The word in `comparison.json`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Different => "different",
            Self::Unread(code) => code.as_str(),
        }
    }
}

/// Every case, the generated ones first.
pub(crate) fn cases() -> Vec<Case> {
    SEEDS
        .map(sketch)
        .chain(findings::cases())
        .chain(alike::cases())
        .chain(apart::cases())
        .chain(unread::cases())
        .collect()
}

/// The content of every file, by its path below `fixtures`.
pub(crate) fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for case in cases() {
        let folder = format!("{}/{}", case.expect.folder(), case.name);
        for (name, content) in case.record() {
            let path = format!("{folder}/{name}");
            assert!(files.insert(path.clone(), content).is_none(), "{path} twice");
        }
    }
    files
}

/// The folders of recorded worlds.
fn folders() -> [PathBuf; 3] {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    [Expect::Equal, Expect::Different, Expect::Unread(Code::Rate001)]
        .map(|expect| fixtures.join(expect.folder()))
}

/// Writes all files, and takes away worlds that are no longer made.
pub(crate) fn write() {
    for folder in folders() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                fs::remove_dir_all(path).expect("a folder");
            }
        }
    }
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    for (name, content) in files() {
        let path = fixtures.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("a file");
    }
}
