//! Cursors: where a walk goes on, sealed by the SDK's request-state codec
//! (decision 17).
//!
//! A cursor is good for 15 minutes and for one call: the tool, its arguments
//! without `cursor` and `detail`, the identity of the credential, of the server
//! behind and of the caller are sealed in without being shown. Its position is readable
//! and holds nothing that the client did not see.

use std::time::Duration;

use rmcp::model::{RequestStateCodec, RequestStateError, SealOptions};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::caller::Caller;
use crate::catalog::ToolName;
use crate::failure::{Arguments, Code, Details, Failure, Repair};

/// How long a cursor is good.
pub const LIFETIME: Duration = Duration::from_secs(15 * 60);

/// The fewest bytes of a key.
pub const KEY_BYTES: usize = RequestStateCodec::MIN_KEY_LENGTH;

/// How many digits of a key's digest name it.
const KEY_ID_DIGITS: usize = 16;

/// A key that is too short.
#[derive(Debug, thiserror::Error)]
#[error("a cursor key has at least {KEY_BYTES} bytes")]
pub struct KeyTooShort;

/// Seals and opens cursors.
#[derive(Debug)]
pub struct Cursors {
    codec: RequestStateCodec,
    lifetime: Duration,
    /// As whom GitHub is asked, and where; not shown, only compared.
    principal: String,
}

impl Cursors {
    /// Cursors of one key and one principal.
    ///
    /// # Errors
    ///
    /// Where the key has less than 32 bytes.
    pub fn new(key: &[u8], principal: String, lifetime: Duration) -> Result<Self, KeyTooShort> {
        // A key is named by what it is, so that another key is another name:
        // a cursor of a key that is gone has expired and was not tampered with.
        let name = yukh::scope::canonical::digest(&json!(["cursor key", key]));
        let name = name.get(..KEY_ID_DIGITS).unwrap_or(&name).to_owned();
        let codec = RequestStateCodec::new_with_keyring(name.clone(), [(name, key.to_vec())])
            .map_err(|_| KeyTooShort)?;
        Ok(Self { codec, lifetime, principal })
    }

    /// What is sealed in with a position.
    fn context(&self, caller: &Caller, tool: ToolName, arguments: &Map<String, Value>) -> Vec<u8> {
        let others = arguments.iter().filter(|(name, _)| !matches!(name.as_str(), "cursor" | "detail"));
        let others: Map<String, Value> = others.map(|(name, value)| (name.clone(), value.clone())).collect();
        let context = json!([tool.as_str(), others, self.principal, caller.subject()]);
        yukh::scope::canonical::canonical(&context).into_bytes()
    }

    /// A cursor at a position.
    ///
    /// # Errors
    ///
    /// `upstream_unavailable` where the position can not be written, which no
    /// position is.
    pub fn seal<T: Serialize>(
        &self,
        caller: &Caller,
        tool: ToolName,
        arguments: &Map<String, Value>,
        position: &T,
    ) -> Result<String, Failure> {
        let context = self.context(caller, tool, arguments);
        let options = SealOptions::new().associated_data(&context).ttl(self.lifetime);
        self.codec.seal_json_with(position, &options).map_err(|_| {
            Failure::new(Code::UpstreamUnavailable, "The position of the next page can not be written.")
        })
    }

    /// The position of a cursor.
    ///
    /// # Errors
    ///
    /// `cursor_expired` for one that is too old or of another key;
    /// `invalid_field` for one that was changed or belongs to another call.
    pub fn open<T: DeserializeOwned>(
        &self,
        caller: &Caller,
        tool: ToolName,
        arguments: &Map<String, Value>,
        given: &Arguments,
        cursor: &str,
    ) -> Result<T, Failure> {
        let context = self.context(caller, tool, arguments);
        self.codec.open_json_with(cursor, &context).map_err(|error| {
            let failure = match error {
                RequestStateError::Expired | RequestStateError::UnknownKeyId => {
                    Failure::new(Code::CursorExpired, "The cursor has expired.").with_details(
                        Details::field("cursor").because("Cursors last 15 minutes; start again without one."),
                    )
                }
                _ => Failure::invalid(
                    Details::field("cursor")
                        .because("It is none of this server's, or belongs to a call with other arguments."),
                ),
            };
            failure.with_repair(Repair::restart(tool, given))
        })
    }
}

#[cfg(test)]
mod tests;
