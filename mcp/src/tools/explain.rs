//! What a refusal of GitHub's means for a call (decisions 19 to 21).

use super::Made;
use super::Service;
use crate::failure::{Code, Details, Failure, Known, Repair};
use crate::github::{Moved, Refusal, Site};
use crate::issue::{IssuePlace, Repository};

/// What was asked for when GitHub refused.
pub(crate) struct Asked<'a> {
    /// The repository.
    pub(crate) repository: &'a Repository,
    /// The issue's number, where it is about one.
    pub(crate) number: Option<u64>,
    /// The call, where a tool was called.
    pub(crate) made: Option<&'a Made<'a>>,
}

impl<'a> Asked<'a> {
    /// A tool's call about a repository.
    pub(crate) fn about(made: &'a Made<'a>, repository: &'a Repository) -> Self {
        Self { repository, number: None, made: Some(made) }
    }

    /// A tool's call about an issue.
    pub(crate) fn about_issue(made: &'a Made<'a>, place: &'a IssuePlace) -> Self {
        Self { repository: &place.repository, number: Some(place.number), made: Some(made) }
    }

    fn is_mutation(&self) -> bool {
        self.made.is_some_and(|made| made.tool.is_mutation())
    }

    /// The parameters or the URI that it is about.
    fn details(&self) -> Details {
        match (self.made, self.number) {
            (None, _) => Details::field("uri"),
            (Some(_), Some(number)) => Details::field("issue_number").with_value(Known::Number(number)),
            (Some(_), None) => Details::fields(&["owner", "repo"]),
        }
    }

    /// `owner/name#number` or `owner/name`.
    fn reference(&self) -> String {
        let slug = self.repository.slug();
        self.number.map_or_else(|| slug.clone(), |number| format!("{slug}#{number}"))
    }

    pub(crate) fn repo_not_found(&self) -> Failure {
        let message = format!(
            "Repository {} does not exist or is not visible to the configured token.",
            self.repository.slug()
        );
        let details = if self.made.is_some() { Details::fields(&["owner", "repo"]) } else { self.details() };
        Failure::new(Code::RepoNotFound, message).with_details(
            details.because(
                "Check owner and repo; GitHub does not tell a private repository from a missing one.",
            ),
        )
    }

    pub(crate) fn issue_not_found(&self, reason: &str) -> Failure {
        let message =
            format!("Issue {} does not exist or is not visible to the configured token.", self.reference());
        Failure::new(Code::IssueNotFound, message)
            .with_details(self.details().because(reason))
            .with_repair(Repair::search(self.repository))
    }
}

/// A refusal that the token is the reason of.
fn of_credential(code: Code, message: &str) -> Failure {
    Failure::new(code, message).with_repair(Repair::read_capabilities())
}

impl Service {
    /// The failure that a refusal is for a call. Where GitHub's answer leaves
    /// open what is missing, one more request finds out.
    pub(crate) async fn explain(&self, asked: &Asked<'_>, refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Missing if asked.number.is_some() => {
                match self.github().repository(Site::Named(asked.repository.clone())).await {
                    Ok(_) => asked.issue_not_found("No such issue number in this repository."),
                    Err(Refusal::Missing) => asked.repo_not_found(),
                    Err(other) => self.explain_plainly(asked, other),
                }
            }
            Refusal::Moved(Some(moved)) => self.explain_move(asked, moved).await,
            other => self.explain_plainly(asked, other),
        }
    }

    fn explain_plainly(&self, asked: &Asked<'_>, refusal: Refusal) -> Failure {
        match refusal {
            Refusal::NoCredential => of_credential(Code::MissingCredential, "No GitHub token is configured."),
            Refusal::Unauthorized => {
                of_credential(Code::InvalidCredential, "GitHub rejected the configured token.")
            }
            Refusal::Forbidden => forbidden(asked),
            Refusal::Limited { after_ms, remaining } => {
                Failure::new(Code::RateLimited, "A GitHub rate limit is exceeded; nothing was changed.")
                    .after(after_ms)
                    .with_remaining(remaining)
            }
            Refusal::Missing => asked.repo_not_found(),
            Refusal::Gone if asked.number.is_some() => {
                asked.issue_not_found("The issue was deleted, or issues are disabled in this repository.")
            }
            Refusal::Gone => {
                let message = format!("Issues are disabled in {}.", asked.repository.slug());
                Failure::new(Code::IssueNotFound, message)
                    .with_details(asked.details().because("Issues are disabled in this repository."))
            }
            Refusal::Moved(_) => {
                let message = format!("{} moved to a place that GitHub does not name.", asked.reference());
                Failure::new(Code::IssueNotFound, message).with_details(asked.details().because("It moved."))
            }
            Refusal::Unprocessable => Failure::invalid(
                unprocessable(asked).because("GitHub did not accept the values; check names and logins."),
            ),
            Refusal::Unavailable { may_have_applied, after_ms } => unavailable(may_have_applied, after_ms),
        }
    }

    /// A write to something that moved is not followed: the caller decides.
    async fn explain_move(&self, asked: &Asked<'_>, moved: Moved) -> Failure {
        let place = match self.github().repository(Site::Numbered(moved.repository)).await {
            Ok(Some(repository)) => repository,
            Ok(None) | Err(Refusal::Missing | Refusal::Moved(_)) => {
                return self.explain_plainly(asked, Refusal::Moved(None));
            }
            Err(other) => return self.explain_plainly(asked, other),
        };
        let number = moved.number.or(asked.number);
        let there = number.map_or_else(|| place.slug(), |number| place.issue(number).reference());
        let message = format!("{} moved to {there}; nothing was changed.", asked.reference());
        let failure = Failure::new(Code::IssueNotFound, message)
            .with_details(asked.details().because(format!("It is {there} now.")));
        match asked.made {
            Some(made) => failure.with_repair(Repair::follow(made.tool, made.given, &place, number)),
            None => failure,
        }
    }
}

fn forbidden(asked: &Asked<'_>) -> Failure {
    let (message, scopes): (_, &[&'static str]) = if asked.is_mutation() {
        ("The configured token may not write here; nothing was changed.", &["issues:write"])
    } else {
        ("The configured token may not read this.", &["issues:read"])
    };
    let reason = "The token lacks the permission or push access, or the repository is archived.";
    of_credential(Code::InsufficientScope, message)
        .with_details(Details::default().because(reason).requiring(scopes))
}

/// The parameters that GitHub can have refused.
fn unprocessable(asked: &Asked<'_>) -> Details {
    use crate::catalog::ToolName::{AddComment, CreateIssue, FindIssues, SetIssueLock, UpdateIssue};
    match asked.made.map(|made| made.tool) {
        Some(CreateIssue) => Details::fields(&["title", "body", "labels", "assignees"]),
        Some(UpdateIssue) => {
            Details::fields(&["title", "body", "state", "assignees", "labels", "add_labels"])
        }
        Some(AddComment) => Details::field("body"),
        Some(SetIssueLock) => Details::fields(&["locked", "lock_reason"]),
        Some(FindIssues) => Details::fields(&["query", "labels", "assignee", "creator"]),
        Some(_) => Details::default(),
        None => Details::field("uri"),
    }
}

/// A failure of GitHub's or of the way to it.
fn unavailable(may_have_applied: bool, after_ms: u64) -> Failure {
    let message = if may_have_applied {
        "GitHub did not answer; whether the change took place is not known."
    } else {
        "GitHub is not available; nothing was changed."
    };
    Failure::new(Code::UpstreamUnavailable, message).after(after_ms)
}
