//! The `yukh` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(yukh::cli::main().code())
}
