//! Whatever GitHub answers: no panic, and nothing of it in the open.

use proptest::prelude::*;
use yukh::diagnostic::Stage;

use super::fake::Run;
use crate::support::world::{Place, World};

fn world() -> World {
    let mut world = World::organization();
    for issue in 10..40 {
        world.add_issue(issue);
    }
    world.item(11).archived = true;
    world.issue(3).labels = ["soil", "sun", "frost"].map(str::to_owned).to_vec();
    for blocked in 10..20 {
        world.add_dependency(3, blocked);
    }
    world.add_dependency(Place::elsewhere("acme-garden/orchard", 2), 3);
    world.set_parent(3, 1);
    world
}

fn run(world: World) -> Run {
    let mut run = Run::of(world, [1, 2, 3, 11, 12, 99]);
    run.selection.issue_types = true;
    run
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_answer_of_any_shape_ends_in_a_panic(body in "\\PC{0,64}", cut in 0_usize..4_000) {
        let mut small = World::organization();
        small.add_dependency(1, 2);
        for stage in [Stage::Repository, Stage::Project, Stage::Fields, Stage::Items, Stage::Relationships] {
            let text = body.clone();
            let broken = Run::of(small.clone(), [1]).change(stage, move |_, mut reply| {
                reply.body = text.clone().into_bytes();
                reply
            });
            prop_assert!(broken.read().is_err());
            let truncated = Run::of(small.clone(), [1]).change(stage, move |_, mut reply| {
                let length = reply.body.len().saturating_sub(1).min(cut);
                reply.body.truncate(length);
                reply
            });
            prop_assert!(truncated.read().is_err());
        }
    }
}

#[test]
fn nothing_of_an_answer_is_in_a_debugged_snapshot() {
    let shown = format!("{:?}", run(world()).snapshot());
    for secret in ["I_kwDO", "PVTI_", "R_kgDO", "soil", "Task", "Week 10"] {
        assert!(!shown.contains(secret), "{secret}");
    }
}
