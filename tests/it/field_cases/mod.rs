//! Cases from the field: what people who do this job run into. Each is a test
//! named after its number.

mod bodies;
mod fields;
mod pages;
mod permissions;
mod rates;

use crate::support::program::{Outcome, Plan};
use crate::support::server::Server;
use crate::support::table::{Shown, assert_complete};
use crate::support::world::World;

/// The cases that ask for a figure.
const MEASURED: &str = "a comparison of running times, which a busy machine can not assert";

/// Every case.
const NUMBERS: [&str; 63] = [
    "B01", "B02", "B03", "B05", "B07", "B08", "B10", "B11", "B12", "B14", "B15", "B16", "B18", "B19", "B20",
    "B21", "B23", "B24", "B25", "B26", "B27", "B28", "B30", "B31", "B32", "B33", "B34", "B35", "B37", "B38",
    "B40", "B41", "B43", "B44", "B45", "B48", "B49", "B50", "B52", "B53", "B55", "B56", "B57b", "B58", "B59",
    "B60", "B61", "B63", "B64", "B65", "B67", "B69", "B70", "B72", "B73", "B74", "B77", "B78", "B79", "B80",
    "B82", "B83", "B84",
];

const TABLE: [(&str, Shown); 63] = [
    ("B01", Shown::By("b01_")),
    ("B02", Shown::By("b02_")),
    ("B03", Shown::By("b03_")),
    ("B05", Shown::By("b05_")),
    ("B07", Shown::By("b07_")),
    ("B08", Shown::By("b08_")),
    ("B10", Shown::By("b10_")),
    ("B11", Shown::By("b11_")),
    ("B12", Shown::By("b12_")),
    ("B14", Shown::By("b14_")),
    ("B15", Shown::By("b15_")),
    ("B16", Shown::By("b16_")),
    ("B18", Shown::By("b18_")),
    ("B19", Shown::By("b19_")),
    ("B20", Shown::By("b20_")),
    ("B21", Shown::By("b21_")),
    ("B23", Shown::By("b23_")),
    ("B24", Shown::By("b24_")),
    ("B25", Shown::By("b25_")),
    ("B26", Shown::By("b26_")),
    ("B27", Shown::By("b27_")),
    ("B28", Shown::By("b28_")),
    ("B30", Shown::By("b30_")),
    ("B31", Shown::By("b31_")),
    ("B32", Shown::By("b32_")),
    ("B33", Shown::By("b33_")),
    ("B34", Shown::By("b34_")),
    ("B35", Shown::By("b35_")),
    ("B37", Shown::By("b37_")),
    ("B38", Shown::By("b38_")),
    ("B40", Shown::By("b40_")),
    ("B41", Shown::By("b41_")),
    ("B43", Shown::By("b43_")),
    ("B44", Shown::By("b44_")),
    ("B45", Shown::By("b45_")),
    ("B48", Shown::By("b48_")),
    ("B49", Shown::By("b49_")),
    ("B50", Shown::By("b50_")),
    ("B52", Shown::By("b52_")),
    ("B53", Shown::By("b53_")),
    ("B55", Shown::By("b55_")),
    ("B56", Shown::By("b56_")),
    ("B57b", Shown::By("b57b_")),
    ("B58", Shown::By("b58_")),
    ("B59", Shown::By("b59_")),
    ("B60", Shown::By("b60_")),
    ("B61", Shown::By("b61_")),
    ("B63", Shown::By("b63_")),
    ("B64", Shown::By("b64_")),
    ("B65", Shown::By("b65_")),
    ("B67", Shown::By("b67_")),
    ("B69", Shown::By("b69_")),
    ("B70", Shown::By("b70_")),
    ("B72", Shown::By("b72_")),
    ("B73", Shown::By("b73_")),
    ("B74", Shown::By("b74_")),
    ("B77", Shown::By("b77_")),
    ("B78", Shown::Not(MEASURED)),
    ("B79", Shown::Not(MEASURED)),
    ("B80", Shown::By("b80_")),
    ("B82", Shown::By("b82_")),
    ("B83", Shown::By("b83_")),
    ("B84", Shown::By("b84_")),
];

#[test]
fn no_case_is_forgotten() {
    assert_complete(&NUMBERS, &TABLE);
}

fn plan(world: World) -> Outcome {
    Plan::against(&Server::of(world)).run()
}

/// Issue 3 with this body.
fn with_body(body: &str) -> World {
    let mut world = World::organization();
    world.item(3).body(body);
    world
}
