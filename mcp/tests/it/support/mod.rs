//! What the tests share.

pub(crate) mod github;
pub(crate) mod http;
pub(crate) mod stdio;
pub(crate) mod upstream;

use std::process::{Child, Command};

use serde_json::{Value, json};

/// The `_meta` of every request.
pub(crate) fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "vec", "version": "0" },
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

/// A request with its `_meta`.
pub(crate) fn request(id: &Value, method: &str, mut params: Value) -> Value {
    params["_meta"] = meta();
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// Asks a program to end.
pub(crate) fn terminate(child: &Child) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
}
