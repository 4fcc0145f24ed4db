//! The artifact: its name, and the folder that it is made of.

use super::Input;
use super::outputs::Output;
use super::settings::boolean;

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
        match boolean(text) {
            Some(true) => Some(Some(Self::usual())),
            Some(false) => Some(None),
            None => {
                let name = text;
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

/// Where a reader of the summary finds a file of the folder, in Markdown.
pub(super) fn whereabouts(file: &str, output: Output, artifact: Option<&ArtifactName>) -> String {
    match artifact {
        Some(name) => format!("`{file}` of the artifact `{}`", name.as_str()),
        None => format!("the file that the output `{}` names", output.name()),
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
        for word in ["true", "True", "TRUE"] {
            assert_eq!(parsed(word), Some(Some("yukh".to_owned())));
        }
        for word in ["false", "False", "FALSE"] {
            assert_eq!(parsed(word), Some(None));
        }
        for bad in ["", ".", "..", "-a", "_a", "a/b", "a b", "a\nb", "é", "a:b", &"a".repeat(65)] {
            assert_eq!(parsed(bad), None, "{bad:?}");
        }
    }
}
