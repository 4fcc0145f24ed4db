//! What a snapshot's fingerprint and a plan depend on, and what they do not
//! (decisions 5 and 7): generated boards, read again with one thing changed.

mod boards;
mod disorder;
mod inputs;

mod irrelevant;
mod relevant;
mod unused;

use yukh::desired::Policy;
use yukh::observed::Snapshot;
use yukh::run::{Order, Outcome, conclude};

use crate::acquisition::fake::Run;
use crate::support::world::World;
use boards::Board;

/// The name of each planning input.
pub(crate) fn names() -> Vec<&'static str> {
    inputs::inputs().iter().map(|input| input.name).collect()
}

/// What must be the same: the fingerprint of the snapshot, and how each of its
/// issues ended, with the id and the canonical text of its plan.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    fingerprint: String,
    ends: Vec<String>,
}

impl Seen {
    fn of(snapshot: &Snapshot, policy: &Policy) -> Self {
        let end = |issue| {
            let order = Order { policy, issue, require_contract: false, include_checks: false };
            match conclude(snapshot, order) {
                Ok(completed) => match completed.outcome {
                    Outcome::Planned(planned) => {
                        format!("{} {}", planned.plan.id(), planned.plan.canonical())
                    }
                    other => format!("{other:?}"),
                },
                Err(failure) => format!("{failure:?}"),
            }
        };
        Self {
            fingerprint: snapshot.fingerprint().to_owned(),
            ends: snapshot.scope().issues.iter().map(end).collect(),
        }
    }
}

/// A run over a world for the issues and the policy of a board.
fn run(board: &Board, world: World) -> (Run, Policy) {
    let policy = Policy::parse(board.policy().as_bytes()).unwrap();
    let mut run = Run::of(world, board.requested());
    run.budget(yukh::scope::Limit::GraphqlRequests, 2);
    run.selection = policy.selection();
    (run, policy)
}

/// What is seen of a world.
fn seen(board: &Board, world: World) -> Seen {
    let (run, policy) = run(board, world);
    Seen::of(&run.snapshot(), &policy)
}
