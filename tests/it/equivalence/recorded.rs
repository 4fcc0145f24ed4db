//! Every recorded world, as the comparison reads it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use yukh::desired::Policy;
use yukh::diagnostic::Failure;
use yukh::observed::Snapshot;
use yukh::recording::{World, Worlds};
use yukh::report::ComparisonStatus;
use yukh::run::{CompareOrder, Reader, compare_readers, read};
use yukh::scope::Transport;

use super::ending;
use crate::recordings::{self, Expect};

/// A recorded world, with what it says of itself.
pub(super) struct Recorded {
    pub(super) name: String,
    pub(super) about: Json,
    pub(super) policy: Policy,
    world: World,
}

fn folder(expect: Expect) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(expect.folder())
}

/// The worlds of a folder.
pub(super) fn worlds(expect: Expect) -> Vec<Recorded> {
    let folder = folder(expect);
    let opened = Worlds::open(File::open(&folder).unwrap().into()).unwrap();
    let recorded = opened.iter().map(|(name, world)| {
        let name = name.unwrap().to_owned();
        let world = world.unwrap_or_else(|error| panic!("{name}: {error}"));
        let about = fs::read(folder.join(&name).join("comparison.json")).unwrap();
        Recorded {
            about: serde_json::from_slice(&about).unwrap(),
            policy: Policy::parse(world.policy()).unwrap(),
            name,
            world,
        }
    });
    recorded.collect()
}

impl Recorded {
    /// What a reader makes of its side.
    pub(super) fn read(&self, transport: Transport) -> Result<Snapshot, Failure> {
        let scope = self.world.scope(transport);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let client = self.world.recording(transport).client(scope.subject, scope.budgets);
            read(&client, &scope, &self.policy.selection(), &self.policy).await
        })
    }

    /// What the comparison says.
    fn status(&self) -> (ComparisonStatus, Vec<&'static str>) {
        let [v1, v2] = [Transport::GraphqlV1, Transport::RestV2].map(|t| (self.world.scope(t), t));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let pair = runtime.block_on(async {
            let clients = [&v1, &v2].map(|(scope, transport)| {
                self.world.recording(*transport).client(scope.subject, scope.budgets)
            });
            let order = CompareOrder { policy: &self.policy, require_contract: false };
            let [first, second] = &clients;
            let first = Reader { exchange: first, scope: &v1.0 };
            compare_readers(first, Reader { exchange: second, scope: &v2.0 }, order).await.unwrap()
        });
        let status = pair.status();
        let comparison = yukh::report::Comparison::of_readers(vec![pair]).unwrap();
        (status, comparison.failures().map(|failure| failure.code().as_str()).collect())
    }
}

#[test]
fn the_recordings_are_those_that_the_generator_makes() {
    if std::env::var_os("YUKH_WRITE_FIXTURES").is_some() {
        recordings::write();
        return;
    }
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let made = recordings::files();
    let stale: Vec<&String> = made
        .iter()
        .filter(|(name, content)| fs::read_to_string(fixtures.join(name)).ok().as_ref() != Some(content))
        .map(|(name, _)| name)
        .collect();
    assert!(stale.is_empty(), "stale; write them anew with YUKH_WRITE_FIXTURES=1: {stale:?}");
    for expect in [Expect::Equal, Expect::Different, Expect::Unread(yukh::diagnostic::Code::Rate001)] {
        for world in worlds(expect) {
            let about = format!("{}/{}/comparison.json", expect.folder(), world.name);
            assert!(made.contains_key(&about), "{about} is no longer made");
        }
    }
}

#[test]
fn in_at_least_120_worlds_both_readers_give_the_same_plans_to_the_byte() {
    let worlds = worlds(Expect::Equal);
    assert!(worlds.len() >= 120, "{}", worlds.len());
    let mut wrong = Vec::new();
    for world in &worlds {
        let sides = [Transport::GraphqlV1, Transport::RestV2].map(|transport| world.read(transport));
        let [Ok(v1), Ok(v2)] = &sides else {
            wrong.push(format!("{}: {:?}", world.name, sides.each_ref().map(|side| side.as_ref().err())));
            continue;
        };
        for issue in v1.scope().issues.iter() {
            let [first, second] = [v1, v2].map(|side| ending(side, &world.policy, issue));
            if first != second {
                wrong.push(format!("{} {}:\n{first}\n{second}", world.name, issue.get()));
            }
        }
        if world.status() != (ComparisonStatus::Equal, Vec::new()) {
            wrong.push(format!("{}: {:?}", world.name, world.status()));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), worlds.len(), wrong.join("\n"));
}

#[test]
fn what_the_transports_can_not_see_alike_is_told_as_different() {
    let worlds = worlds(Expect::Different);
    assert!(worlds.len() >= 2);
    for world in worlds {
        assert_eq!(world.status(), (ComparisonStatus::Different, Vec::new()), "{}", world.name);
    }
}

#[test]
fn a_side_that_can_not_be_read_is_neither_equal_nor_different() {
    for world in worlds(Expect::Unread(yukh::diagnostic::Code::Rate001)) {
        let (status, codes) = world.status();
        let told = [ComparisonStatus::Error, ComparisonStatus::Deferred].contains(&status);
        assert!(told, "{}: {status:?}", world.name);
        assert!(codes.iter().any(|code| world.about["expect"] == *code), "{}: {codes:?}", world.name);
    }
}
