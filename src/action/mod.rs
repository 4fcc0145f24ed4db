//! What GitHub Actions hands over and takes back: inputs, event, outputs,
//! summary, annotations.
//!
//! A [`Job`] begins with what the runner has [`Given`]; the command line lets
//! it run and tells it how that went, as an [`Ending`], which becomes the files
//! that the runner reads and the lines of the log.

mod artifact;
mod commands;
mod delivery;
mod ending;
mod event;
mod files;
mod given;
mod inputs;
mod job;
mod outputs;
mod runner;
mod settings;
mod task;

pub use delivery::Delivered;
pub use ending::Ending;
pub use files::create;
pub use given::{Given, Variable};
pub use inputs::{Input, Reader, inputs_table};
pub use job::{Job, deliver};
pub use outputs::{Output, outputs_table};
pub use task::{Compared, Task};
