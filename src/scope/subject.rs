//! Who asks and who owns, as classes and never as identities.

/// The class of the authenticated subject (decisions 3 and 60).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubjectClass {
    /// `ghp_…` or 40 hexadecimal digits.
    ClassicUserToken,
    /// `github_pat_…`
    FineGrainedUserToken,
    /// `ghu_…`
    UserToServerToken,
    /// `gho_…`
    OauthToken,
    /// `ghs_…`
    InstallationToken,
}

impl SubjectClass {
    /// All classes.
    pub const ALL: [Self; 5] = [
        Self::ClassicUserToken,
        Self::FineGrainedUserToken,
        Self::UserToServerToken,
        Self::OauthToken,
        Self::InstallationToken,
    ];

    /// The name of the class, as used for `--token-profile`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ClassicUserToken => "classic-user-token",
            Self::FineGrainedUserToken => "fine-grained-user-token",
            Self::UserToServerToken => "user-to-server-token",
            Self::OauthToken => "oauth-token",
            Self::InstallationToken => "installation-token",
        }
    }

    /// The class with this name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.as_str() == text)
    }

    /// The subject reference inside a plan: the class alone, never derived
    /// from a credential (decision 3).
    #[must_use]
    pub fn reference(self) -> &'static str {
        match self {
            Self::ClassicUserToken => "github:classic-user-token",
            Self::FineGrainedUserToken => "github:fine-grained-user-token",
            Self::UserToServerToken => "github:user-to-server-token",
            Self::OauthToken => "github:oauth-token",
            Self::InstallationToken => "github:installation-token",
        }
    }
}

/// What kind of account owns a repository or a Project.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OwnerKind {
    /// An organization.
    Organization,
    /// A user.
    User,
}

impl OwnerKind {
    /// The kind with this name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Organization, Self::User].into_iter().find(|kind| kind.as_str() == text)
    }

    /// The word used in options and output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Organization => "organization",
            Self::User => "user",
        }
    }
}
