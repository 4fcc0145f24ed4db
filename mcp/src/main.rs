//! The `github-issues-mcp` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    github_issues_mcp::cli::main()
}
