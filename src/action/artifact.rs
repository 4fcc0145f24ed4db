//! The artifact: its name, and the folder that it is made of.

use super::Input;

/// The name of the artifact and the start of its folder's name:
/// `[A-Za-z0-9][A-Za-z0-9_.-]{0,63}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ArtifactName(String);

impl ArtifactName {
    /// The name that folders and artifacts get where nobody chooses one.
    pub(super) fn usual() -> Self {
        Self(Input::Artifact.default())
    }

    /// The name; none inside for `false`, which stands for no artifact.
    pub(super) fn parse(text: &str) -> Option<Option<Self>> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric();
        match text {
            "true" => Some(Some(Self::usual())),
            "false" => Some(None),
            name => {
                let starts = name.bytes().next().is_some_and(plain);
                let fits = name.len() <= 64
                    && name.bytes().all(|byte| plain(byte) || matches!(byte, b'_' | b'.' | b'-'));
                (starts && fits).then(|| Some(Self(name.to_owned())))
            }
        }
    }

    /// The name.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_that_paths_and_artifacts_can_have() {
        let parsed = |text: &str| ArtifactName::parse(text).map(|name| name.map(|name| name.0));
        for good in ["a", "yukh", "audit-acme.site_2", &"a".repeat(64)] {
            assert_eq!(parsed(good), Some(Some(good.to_owned())));
        }
        assert_eq!(parsed("true"), Some(Some("yukh".to_owned())));
        assert_eq!(parsed("false"), Some(None));
        for bad in ["", ".", "..", "-a", "_a", "a/b", "a b", "a\nb", "é", "a:b", &"a".repeat(65)] {
            assert_eq!(parsed(bad), None, "{bad:?}");
        }
    }
}
