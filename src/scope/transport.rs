//! The two ways to read a snapshot.

/// Which reader asks GitHub.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Transport {
    /// One bounded snapshot over REST, with one relationship batch at most.
    #[default]
    RestV2,
    /// GraphQL, issue by issue: for a rollback, and never chosen for anybody.
    GraphqlV1,
}

impl Transport {
    /// Both of them, the default first.
    pub const ALL: [Self; 2] = [Self::RestV2, Self::GraphqlV1];

    /// The most issues of one run over the v1 transport.
    pub const MAX_ROLLBACK_ISSUES: usize = 10;

    /// The transport of this word: `v2-rest` or `v1-graphql`.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|transport| transport.as_str() == word)
    }

    /// The word that chooses it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RestV2 => "v2-rest",
            Self::GraphqlV1 => "v1-graphql",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Transport;

    #[test]
    fn each_word_chooses_its_own_transport() {
        for transport in Transport::ALL {
            assert_eq!(Transport::parse(transport.as_str()), Some(transport));
        }
        assert_eq!(Transport::default(), Transport::RestV2);
        for other in ["", "v1", "v2", "V1-GRAPHQL", "v1-graphql "] {
            assert_eq!(Transport::parse(other), None, "{other}");
        }
    }
}
