//! Messages of the protocol.

use serde_json::{Value, json};

/// The `_meta` of every request.
fn meta() -> Value {
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
