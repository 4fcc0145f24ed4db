//! The difference between what an issue declares and what was observed: pure
//! data in, one [`Plan`] out. No clock, no file, no network.

mod operation;

pub use operation::{
    Observation, ObservationKind, Operation, OperationKind, Plan, PlanValue, Precondition, Resource,
};
