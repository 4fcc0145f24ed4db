//! The optimistic-concurrency token (decision 12).

use serde_json::json;

use super::Issue;

/// How many digits of the digest a token shows.
const DIGITS: usize = 16;

/// Identifies the content of an issue that the update tool can write: title,
/// body, state, reason, labels, assignees. Two issues with the same content
/// have the same token; comments, locks and times do not change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version(String);

impl Version {
    /// The token of an issue: `v:` and the first 16 hexadecimal digits of the
    /// SHA-256 over the canonical JSON of those members. Labels are sorted by
    /// code points, assignees as well and in lower case.
    pub(super) fn of(issue: &Issue) -> Self {
        let mut labels = issue.labels.clone();
        labels.sort_unstable();
        let mut assignees: Vec<String> = issue.assignees.iter().map(|login| login.to_lowercase()).collect();
        assignees.sort_unstable();
        let digest = yukh::scope::canonical::digest(&json!({
            "title": issue.title,
            "body": issue.body,
            "state": issue.state,
            "state_reason": issue.state_reason,
            "labels": labels,
            "assignees": assignees,
        }));
        Self(format!("v:{}", digest.get(..DIGITS).unwrap_or(&digest)))
    }

    /// A token of this form, which some server of this kind may have given
    /// out.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("v:")?;
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        (digits.len() == DIGITS && digits.bytes().all(is_digit)).then(|| Self(text.to_owned()))
    }

    /// The token as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
