//! Answers that the SDK gives otherwise than the protocol says (R1 and R3): a
//! body that is no request is 400 and a JSON-RPC error; so is `initialize`.
//!
//! The SDK answers first, with all of its checks; its answer is replaced only
//! where it is the one that is wrong.

use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

/// What the body of a POST is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// One request or notification, for the SDK to judge.
    Message {
        /// What is asked.
        method: String,
        /// The tool that it is asked of.
        name: Option<String>,
    },
    /// Not JSON.
    Unparsable,
    /// JSON that is no request and no notification.
    NoRequest,
    /// `initialize`, which this revision does not have.
    Initialize {
        /// The request's id.
        id: Value,
        /// The revision that the client asks for.
        requested: Value,
    },
}

impl Shape {
    /// The shape of a body.
    pub(super) fn of(body: &[u8]) -> Self {
        let Ok(message) = serde_json::from_slice::<Value>(body) else { return Self::Unparsable };
        let is_id = |id: &Value| id.is_string() || id.is_i64() || id.is_u64();
        let version_is_right = message.get("jsonrpc").is_some_and(|version| version == "2.0");
        let method = message.get("method").and_then(Value::as_str);
        let id = message.get("id");
        match method {
            Some(method) if version_is_right && id.is_none_or(is_id) => match id {
                Some(id) if method == "initialize" => {
                    let requested =
                        message.pointer("/params/protocolVersion").filter(|version| version.is_string());
                    Self::Initialize { id: id.clone(), requested: requested.cloned().unwrap_or(Value::Null) }
                }
                _ => {
                    let name = message.pointer("/params/name").and_then(Value::as_str);
                    Self::Message { method: method.to_owned(), name: name.map(str::to_owned) }
                }
            },
            _ => Self::NoRequest,
        }
    }

    /// The answer of the SDK, or the right one in its place.
    pub(super) fn correct(self, answer: Response) -> Response {
        let is_about_the_body = matches!(
            answer.status(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE
                | StatusCode::OK
                | StatusCode::BAD_REQUEST
                | StatusCode::ACCEPTED
                | StatusCode::UNPROCESSABLE_ENTITY
        );
        if !is_about_the_body {
            return answer;
        }
        match self {
            Self::Message { .. } => answer,
            Self::Unparsable => error(json!({ "code": -32700, "message": "Parse error" }), None),
            Self::NoRequest => {
                let message = "Invalid Request: body must be one JSON-RPC request or notification";
                error(json!({ "code": -32600, "message": message }), None)
            }
            Self::Initialize { id, requested } => {
                let message = "Unsupported protocol version: this server speaks MCP 2026-07-28 only (no initialize \
                               handshake); select the modern era in the client, for instance \
                               versionNegotiation: {mode: 'auto'} or --protocol-era modern";
                let mut data = json!({ "supported": ["2026-07-28"] });
                if let (Some(data), true) = (data.as_object_mut(), requested.is_string()) {
                    data.insert("requested".to_owned(), requested);
                }
                error(json!({ "code": -32022, "message": message, "data": data }), Some(id))
            }
        }
    }
}

/// 400 with a JSON-RPC error.
fn error(error: Value, id: Option<Value>) -> Response {
    let mut body = json!({ "jsonrpc": "2.0" });
    if let Some(body) = body.as_object_mut() {
        body.extend(id.map(|id| ("id".to_owned(), id)));
        body.insert("error".to_owned(), error);
    }
    super::json(StatusCode::BAD_REQUEST, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_one_request_or_notification() {
        for good in [
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":"a","method":"foo/bar","params":[]}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
        ] {
            assert!(matches!(Shape::of(good.as_bytes()), Shape::Message { .. }), "{good}");
        }
        for bad in [
            r#"[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]"#,
            "[]",
            "1",
            r#"{"jsonrpc":"1.0","id":1,"method":"tools/list"}"#,
            r#"{"id":1,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":null,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        ] {
            assert_eq!(Shape::of(bad.as_bytes()), Shape::NoRequest, "{bad}");
        }
        assert_eq!(Shape::of(b"{\"jsonrpc\":"), Shape::Unparsable);
        assert_eq!(Shape::of(b""), Shape::Unparsable);
    }
}
