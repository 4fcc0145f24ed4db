//! The names of the eight tools.

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolName {
    /// `github_add_comment`
    AddComment,
    /// `github_create_issue`
    CreateIssue,
    /// `github_find_issues`
    FindIssues,
    /// `github_get_capabilities`
    GetCapabilities,
    /// `github_get_issue`
    GetIssue,
    /// `github_list_comments`
    ListComments,
    /// `github_set_issue_lock`
    SetIssueLock,
    /// `github_update_issue`
    UpdateIssue,
}

impl ToolName {
    /// All tools, in alphabetical order.
    pub const ALL: [Self; 8] = [
        Self::AddComment,
        Self::CreateIssue,
        Self::FindIssues,
        Self::GetCapabilities,
        Self::GetIssue,
        Self::ListComments,
        Self::SetIssueLock,
        Self::UpdateIssue,
    ];

    /// The name that clients call.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AddComment => "github_add_comment",
            Self::CreateIssue => "github_create_issue",
            Self::FindIssues => "github_find_issues",
            Self::GetCapabilities => "github_get_capabilities",
            Self::GetIssue => "github_get_issue",
            Self::ListComments => "github_list_comments",
            Self::SetIssueLock => "github_set_issue_lock",
            Self::UpdateIssue => "github_update_issue",
        }
    }

    /// The tool of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.as_str() == name)
    }

    /// Whether a call changes something on GitHub.
    #[must_use]
    pub const fn is_mutation(self) -> bool {
        match self {
            Self::AddComment | Self::CreateIssue | Self::SetIssueLock | Self::UpdateIssue => true,
            Self::FindIssues | Self::GetCapabilities | Self::GetIssue | Self::ListComments => false,
        }
    }
}
