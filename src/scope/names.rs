//! Names in GitHub's own syntax (contract part 7.2).

/// The login of a user or organization:
/// `[A-Za-z0-9](?:[A-Za-z0-9-]{0,37}[A-Za-z0-9])?`. Compared ignoring ASCII
/// case, as GitHub does; kept as given.
#[derive(Clone, Debug)]
pub struct Login(String);

impl Login {
    /// The login, if it is one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let inner = bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
        let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
        let fits = (1..=39).contains(&bytes.len()) && inner && edge(bytes.first()) && edge(bytes.last());
        fits.then(|| Self(text.to_owned()))
    }

    /// The login as given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for Login {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for Login {}

/// The name of a repository without its owner: `[A-Za-z0-9_.-]{1,100}`, not
/// `.` or `..`. Compared ignoring ASCII case.
#[derive(Clone, Debug)]
pub struct RepositoryName(String);

impl RepositoryName {
    /// The name, if it is one.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
        let fits = (1..=100).contains(&text.len()) && text.bytes().all(allowed);
        (fits && text != "." && text != "..").then(|| Self(text.to_owned()))
    }

    /// The name as given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for RepositoryName {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for RepositoryName {}

#[cfg(test)]
mod tests {
    use super::{Login, RepositoryName};

    #[test]
    fn logins_follow_the_grammar() {
        for good in ["a", "A-9", &"a".repeat(39)] {
            assert!(Login::parse(good).is_some(), "{good}");
        }
        for bad in ["", "-a", "a-", "a_b", "a/b", "é", &"a".repeat(40)] {
            assert!(Login::parse(bad).is_none(), "{bad}");
        }
        assert_eq!(Login::parse("Acme"), Login::parse("aCME"));
    }

    #[test]
    fn repository_names_follow_the_grammar() {
        for good in ["a", "A.b_c-9", "...", &"a".repeat(100)] {
            assert!(RepositoryName::parse(good).is_some(), "{good}");
        }
        for bad in ["", ".", "..", "a/b", "a b", "é", &"a".repeat(101)] {
            assert!(RepositoryName::parse(bad).is_none(), "{bad}");
        }
    }
}
