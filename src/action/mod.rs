//! What GitHub Actions hands over and takes back: inputs, event, outputs,
//! summary, annotations.

mod inputs;
mod outputs;

pub use inputs::{Input, Reader, inputs_table};
pub use outputs::{Output, outputs_table};
