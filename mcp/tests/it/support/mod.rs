//! What the tests share.

pub(crate) mod caller;
pub(crate) mod connection;
pub(crate) mod github;
pub(crate) mod http;
pub(crate) mod message;
pub(crate) mod process;
pub(crate) mod stdio;
pub(crate) mod upstream;

use std::process::{Child, Command};

pub(crate) use message::request;

/// Asks a program to end.
pub(crate) fn terminate(child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
}
