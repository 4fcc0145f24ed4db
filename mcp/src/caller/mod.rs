//! Who calls: whoever holds the pipe or reaches this machine, or somebody whom
//! an inbound token names. GitHub is asked with one token for all of them, so
//! what belongs to one caller is told apart by the caller as well.

use std::fmt;

/// What a caller may do here (decision 25). Neither implies the other: a token
/// that may file issues need not be one that may read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Reading tools, resources, completion.
    Read,
    /// Writing tools.
    Write,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Self; 2] = [Self::Read, Self::Write];

    /// The scope as tokens and metadata write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "issues:read",
            Self::Write => "issues:write",
        }
    }
}

/// The scopes that a caller has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scopes {
    read: bool,
    write: bool,
}

impl Scopes {
    /// All of them.
    pub const ALL: Self = Self { read: true, write: true };

    /// Those among some words; scopes of other servers are left out.
    #[must_use]
    pub fn among<'a>(words: impl IntoIterator<Item = &'a str>) -> Self {
        words.into_iter().fold(Self::default(), |scopes, word| Self {
            read: scopes.read | (word == Scope::Read.as_str()),
            write: scopes.write | (word == Scope::Write.as_str()),
        })
    }

    /// Whether a scope is one of them.
    #[must_use]
    pub const fn holds(self, scope: Scope) -> bool {
        match scope {
            Scope::Read => self.read,
            Scope::Write => self.write,
        }
    }
}

/// A caller.
#[derive(Clone, PartialEq, Eq)]
pub struct Caller {
    subject: Option<String>,
    scopes: Scopes,
}

impl Caller {
    /// Nobody in particular: whoever started the program or reaches this
    /// machine, where no token is asked for.
    #[must_use]
    pub const fn anyone() -> Self {
        Self { subject: None, scopes: Scopes::ALL }
    }

    /// Somebody who is not known, and may do nothing.
    #[must_use]
    pub const fn nobody() -> Self {
        Self { subject: Some(String::new()), scopes: Scopes { read: false, write: false } }
    }

    /// Somebody. `subject` is a digest of what the token says of them.
    #[must_use]
    pub const fn somebody(subject: String, scopes: Scopes) -> Self {
        Self { subject: Some(subject), scopes }
    }

    /// Whether they may do what needs a scope.
    #[must_use]
    pub const fn holds(&self, scope: Scope) -> bool {
        self.scopes.holds(scope)
    }

    /// Who they are, where somebody asked: what is bound to one caller is bound
    /// to this.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Caller(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_held_where_it_is_named_and_implies_no_other() {
        for (words, read, write) in [
            (&[][..], false, false),
            (&["issues:read"], true, false),
            (&["issues:write"], false, true),
            (&["openid", "issues:write", "issues:read"], true, true),
            (&["issues", "issues:*", "ISSUES:READ", "issues:reader", ""], false, false),
        ] {
            let caller = Caller::somebody(String::new(), Scopes::among(words.iter().copied()));
            assert_eq!((caller.holds(Scope::Read), caller.holds(Scope::Write)), (read, write), "{words:?}");
        }
        assert!(Scope::ALL.into_iter().all(|scope| Caller::anyone().holds(scope)));
    }

    #[test]
    fn a_caller_is_not_printed() {
        assert_eq!(format!("{:?}", Caller::somebody("digest".to_owned(), Scopes::ALL)), "Caller(…)");
    }
}
