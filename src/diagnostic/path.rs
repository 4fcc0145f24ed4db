//! Where in a document a finding lies, without any foreign text.

use std::fmt;

/// A member name that may be printed: `[A-Za-z0-9_-]{1,64}` (decision 17).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MemberName(String);

impl MemberName {
    /// The name, if it is one that may be printed.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let printable = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(printable);
        fits.then(|| Self(text.to_owned()))
    }
}

/// A path such as `$.relationships.blocks[2]` (contract part 0). Ordered by
/// code unit.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path(String);

impl Path {
    /// The most bytes of a path: far more than a document that is meant has,
    /// and what a report may hold that is read again.
    pub const MAX_BYTES: usize = 1024;

    /// `$`
    #[must_use]
    pub fn root() -> Self {
        Self("$".to_owned())
    }

    /// A path as this type prints one, of at most [`Self::MAX_BYTES`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut rest = text.strip_prefix('$').filter(|_| text.len() <= Self::MAX_BYTES)?;
        while !rest.is_empty() {
            let (step, is_member) = match (rest.strip_prefix('.'), rest.strip_prefix('[')) {
                (Some(step), _) => (step, true),
                (None, step) => (step?, false),
            };
            let end = if is_member { step.find(['.', '[']).unwrap_or(step.len()) } else { step.find(']')? };
            let (name, after) = step.split_at_checked(end)?;
            let digits = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
            if !(if is_member { MemberName::parse(name).is_some() } else { digits }) {
                return None;
            }
            rest = if is_member { after } else { after.strip_prefix(']')? };
        }
        Some(Self(text.to_owned()))
    }

    /// A member whose name this program knows.
    #[must_use]
    pub fn member(&self, name: &'static str) -> Self {
        self.step(format_args!(".{name}"))
    }

    /// A member whose name came from outside. A name that may not be printed
    /// leaves the parent's path (decision 17).
    #[must_use]
    pub fn key(&self, name: &str) -> Self {
        match MemberName::parse(name) {
            Some(MemberName(name)) => self.step(format_args!(".{name}")),
            None => self.clone(),
        }
    }

    /// An entry of a sequence, counted from zero.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.step(format_args!("[{index}]"))
    }

    /// One step further down; at the bound, the path stays the parent's.
    fn step(&self, step: fmt::Arguments<'_>) -> Self {
        let path = format!("{}{step}", self.0);
        if path.len() <= Self::MAX_BYTES { Self(path) } else { self.clone() }
    }

    /// The path as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn an_unprintable_member_name_leaves_its_parents_path() {
        let root = Path::root();
        assert_eq!(root.key("Z-9_").as_str(), "$.Z-9_");
        assert_eq!(root.key("a.b"), root);
        assert_eq!(root.key(""), root);
        assert_eq!(root.key(&"a".repeat(65)), root);
        assert_eq!(root.member("blocks").index(3).as_str(), "$.blocks[3]");
    }

    #[test]
    fn a_path_ends_at_its_bound() {
        let deep = (0..40).fold(Path::root(), |path, _| path.key(&"a".repeat(64)));
        assert_eq!(deep.as_str().len(), 1 + 15 * 65);
        assert_eq!(deep.member("blocks").index(3), Path::parse(&format!("{deep}.blocks[3]")).unwrap());
        let full = (0..100).fold(deep, |path, _| path.member("blocks").index(7));
        assert_eq!(Path::parse(full.as_str()), Some(full));
    }

    #[test]
    fn a_path_is_read_as_it_is_printed_and_nothing_else_is_one() {
        for good in ["$", "$.a", "$.blocks[3]", "$[0]", "$.a-b.c_1[12][0].d"] {
            assert_eq!(Path::parse(good).map(|path| path.to_string()).as_deref(), Some(good));
        }
        let long = format!("${}", ".abc".repeat(256));
        for bad in [
            "", "a", "$a", "$.", "$..a", "$.a b", "$.a]", "$[", "$[]", "$[a]", "$[1", "$[1]x", "$ ", "$.é",
            "$.`", &long,
        ] {
            assert_eq!(Path::parse(bad), None, "{bad}");
        }
    }
}
