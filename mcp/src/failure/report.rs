//! A failure on its way out: on the carrier of tools or on that of JSON-RPC.

use std::fmt;

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::{Details, Failure, Repair};
use crate::issue::{Address, escaped};

/// The longest arguments that the sentence for people repeats, in bytes.
const MOST_SPOKEN: usize = 400;

/// Tells one call from another, here and in the log. Later ids sort later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestId(String);

impl RequestId {
    /// An id that no other call has.
    #[must_use]
    pub fn unique() -> Self {
        Self(format!("req_{}", Uuid::now_v7().simple()))
    }

    /// The id as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A failure with the call that it belongs to.
#[derive(Debug)]
pub struct Report<'a> {
    failure: &'a Failure,
    request_id: &'a RequestId,
    fingerprint: &'a str,
}

/// The envelope of a tool's failure.
#[derive(Serialize)]
struct ToolEnvelope<'a> {
    code: &'static str,
    message: &'a str,
    #[serde(flatten)]
    rest: Rest<'a>,
}

/// The envelope of another method's failure.
#[derive(Serialize)]
struct RpcEnvelope<'a> {
    machine_code: &'static str,
    human_message: &'a str,
    #[serde(flatten)]
    rest: Rest<'a>,
}

/// What both carriers call by the same name.
#[derive(Serialize)]
struct Rest<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<&'a Details>,
    temporary: bool,
    retry_after_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_limit_remaining: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repair: Option<&'a Repair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource_uri: Option<String>,
    request_id: &'a str,
    fingerprint: &'a str,
}

impl<'a> Report<'a> {
    /// The report of a failure.
    #[must_use]
    pub fn new(failure: &'a Failure, request_id: &'a RequestId, fingerprint: &'a str) -> Self {
        Self { failure, request_id, fingerprint }
    }

    fn rest(&self, resource_uri: Option<String>) -> Rest<'a> {
        Rest {
            details: self.failure.details.as_deref(),
            temporary: self.failure.code.is_temporary(),
            retry_after_ms: self.failure.retry_after_ms,
            rate_limit_remaining: self.failure.rate_limit_remaining,
            repair: self.failure.repair.as_deref(),
            resource_uri,
            request_id: self.request_id.as_str(),
            fingerprint: self.fingerprint,
        }
    }

    /// The result of a tool, `isError: true`: the envelope, and a text that is
    /// enough on its own (decision 9).
    #[must_use]
    pub fn tool_result(&self) -> CallToolResult {
        let envelope = ToolEnvelope {
            code: self.failure.code.as_str(),
            message: &self.failure.message,
            rest: self.rest(None),
        };
        // Texts, numbers and maps with text keys always serialise.
        let envelope = serde_json::to_value(envelope).unwrap_or(Value::Null);
        let mut result = CallToolResult::structured_error(envelope);
        result.content = vec![ContentBlock::text(self.sentence())];
        result
    }

    /// The JSON-RPC error of another method (decision 22). `address` is the
    /// resource that was asked for, where its URI was one.
    #[must_use]
    pub fn rpc_error(&self, address: Option<&Address>) -> ErrorData {
        let message = match self.failure.code.rpc_code() {
            -32602 => "Resource not found.",
            -32603 => "GitHub is not available.",
            _ => "GitHub refused the request.",
        };
        self.rpc_error_as(message, address)
    }

    /// As [`rpc_error`](Self::rpc_error), with the sentence of the method.
    #[must_use]
    pub fn rpc_error_as(&self, message: &'static str, address: Option<&Address>) -> ErrorData {
        let envelope = RpcEnvelope {
            machine_code: self.failure.code.as_str(),
            human_message: &self.failure.message,
            rest: self.rest(address.map(Address::uri)),
        };
        let data = serde_json::to_value(envelope).unwrap_or(Value::Null);
        ErrorData::new(ErrorCode(self.failure.code.rpc_code()), message, Some(data))
    }

    /// Sentence, code, reason, next step.
    fn sentence(&self) -> String {
        let Failure { code, message, details, retry_after_ms, repair, .. } = self.failure;
        let mut text = format!("{message} [{}]", code.as_str());
        let mut add = |sentence: &str| {
            text.push(' ');
            text.push_str(sentence);
        };
        if let Some(reason) = details.as_deref().and_then(Details::reason) {
            add(reason);
        }
        if let Some(milliseconds) = retry_after_ms {
            add(&format!("Wait {} seconds before the next attempt.", milliseconds.div_ceil(1000)));
        }
        if let Some(repair) = repair {
            let arguments = escaped(serde_json::to_string(repair.arguments()).unwrap_or_default());
            let arguments = if arguments.len() > MOST_SPOKEN { "the same arguments" } else { &arguments };
            add(&format!("Next: call {} with {arguments}.", repair.tool()));
            if let Some(alternative) = repair.alternative() {
                add(alternative);
            }
        }
        text
    }
}
