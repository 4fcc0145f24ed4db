//! Where an easy reading of the contracts leads to a wrong program. Each row
//! that is about reading or planning is a test named after its number:
//! `trap_06_…` for the specification's rows, `trap_own_07_…` for the
//! contracts' own.

mod own;
mod planning;
mod reading;

use crate::support::program::{Outcome, Plan};
use crate::support::server::{Builder, Server};
use crate::support::table::{Shown, assert_complete};
use crate::support::world::World;

const NUMBERS: [&str; 45] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
    "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "own 1", "own 2", "own 3",
    "own 4", "own 5", "own 6", "own 7", "own 8", "own 9", "own 10", "own 11", "own 12", "own 13",
];

const TABLE: [(&str, Shown); 45] = [
    ("1", Shown::By("trap_01_")),
    ("2", Shown::By("trap_02_")),
    ("3", Shown::By("trap_03_")),
    ("4", Shown::By("trap_04_")),
    ("5", Shown::By("trap_05_")),
    ("6", Shown::By("trap_06_")),
    ("7", Shown::By("trap_07_")),
    ("8", Shown::By("trap_08_")),
    ("9", Shown::By("trap_09_")),
    ("10", Shown::By("trap_10_")),
    ("11", Shown::By("trap_11_")),
    ("12", Shown::By("trap_12_")),
    ("13", Shown::By("trap_13_")),
    ("14", Shown::By("trap_14_")),
    ("15", Shown::By("trap_15_")),
    ("16", Shown::By("trap_16_")),
    ("17", Shown::Not("held by the types: a published snapshot has no method that changes it")),
    ("18", Shown::By("trap_18_")),
    ("19", Shown::By("trap_19_")),
    ("20", Shown::By("trap_20_")),
    ("21", Shown::By("trap_21_")),
    ("22", Shown::By("trap_22_")),
    ("23", Shown::By("trap_23_")),
    ("24", Shown::By("trap_24_")),
    ("25", Shown::By("trap_25_")),
    ("26", Shown::By("trap_26_")),
    ("27", Shown::By("trap_27_")),
    ("28", Shown::By("trap_28_")),
    ("29", Shown::By("trap_29_")),
    ("30", Shown::By("trap_30_")),
    ("31", Shown::By("trap_31_")),
    ("32", Shown::By("trap_32_")),
    ("own 1", Shown::By("trap_own_01_")),
    ("own 2", Shown::By("trap_own_02_")),
    ("own 3", Shown::By("trap_own_03_")),
    ("own 4", Shown::By("trap_own_04_")),
    ("own 5", Shown::By("trap_own_05_")),
    ("own 6", Shown::By("trap_own_06_")),
    ("own 7", Shown::By("trap_own_07_")),
    ("own 8", Shown::By("trap_own_08_")),
    ("own 9", Shown::By("trap_own_09_")),
    ("own 10", Shown::By("trap_own_10_")),
    ("own 11", Shown::By("trap_own_11_")),
    ("own 12", Shown::By("trap_own_12_")),
    ("own 13", Shown::By("trap_own_13_")),
];

#[test]
fn no_trap_is_forgotten() {
    assert_complete(&NUMBERS, &TABLE);
}

fn plan(world: World) -> Outcome {
    Plan::against(&Server::of(world)).run()
}

/// The default world with the answers of one stage changed.
fn changed(
    stage: yukh::diagnostic::Stage,
    change: impl Fn(&mut serde_json::Value) + Send + Sync + 'static,
) -> (Server, Outcome) {
    let server = Builder::of(World::organization()).change(stage, move |reply| reply.edit(&change)).start();
    let outcome = Plan::against(&server).run();
    (server, outcome)
}
