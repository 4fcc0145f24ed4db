//! Text from GitHub. It is compared, digested and never printed.

use std::fmt;
use std::sync::Arc;

/// Text from GitHub: a name, a title, a body. Without `Display` and without
/// `Serialize`; `Debug` prints a placeholder. A clone shares the text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderText(Arc<str>);

impl ProviderText {
    /// Wraps a text from GitHub.
    #[must_use]
    pub fn new(text: impl Into<Arc<str>>) -> Self {
        Self(text.into())
    }

    /// The text, for comparison and digestion alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ProviderText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ProviderText(…)")
    }
}

/// An opaque reference of GitHub's, such as a node id: 1 to 256 scalars
/// without control characters.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderRef(String);

impl ProviderRef {
    /// The reference, if it has the form of one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let fits = (1..=256).contains(&crate::scope::text::scalars(text));
        (fits && !crate::scope::text::has_control(text)).then(|| Self(text.to_owned()))
    }

    /// The reference, for comparison, digestion and requests alone.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ProviderRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ProviderRef(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::{ProviderRef, ProviderText};

    #[test]
    fn provider_text_can_not_be_debugged_into_the_open() {
        let shown = format!("{:?} {:?}", ProviderText::new("canary"), ProviderRef::parse("canary"));
        assert!(!shown.contains("canary"), "{shown}");
    }

    #[test]
    fn references_are_bounded() {
        assert!(ProviderRef::parse("").is_none());
        assert!(ProviderRef::parse("a\n").is_none());
        assert!(ProviderRef::parse(&"é".repeat(256)).is_some());
        assert!(ProviderRef::parse(&"a".repeat(257)).is_none());
    }
}
