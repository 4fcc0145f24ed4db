//! `yukh compare`: two results, two readers, recorded worlds.

mod inputs;
pub(crate) mod live;
mod plans;
pub(crate) mod recorded;
mod recordings;

use std::path::Path;
use std::process::Output;

/// One run of `yukh compare` in a directory, in an empty environment.
fn run(directory: &Path, arguments: &[&str]) -> Output {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
    command.current_dir(directory).env_clear().arg("compare").args(arguments).output().unwrap()
}
