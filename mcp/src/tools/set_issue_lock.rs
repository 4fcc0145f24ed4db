//! `github_set_issue_lock`

use serde::Serialize;
use serde_json::Value;

use super::output;
use super::{Asked, Made, Service};
use crate::arguments::SetIssueLock;
use crate::failure::{Code, Details, Failure, Repair};
use crate::github::Refusal;

#[derive(Serialize)]
struct Output {
    issue_number: u64,
    locked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    lock_reason: Option<String>,
}

impl Service {
    /// Locks or unlocks a conversation, and says how it stands then.
    ///
    /// # Errors
    ///
    /// A failure.
    pub(super) async fn set_issue_lock(
        &self,
        made: &Made<'_>,
        call: &SetIssueLock,
    ) -> Result<Value, Failure> {
        self.issue_to_write(made, &call.place).await?;
        let asked = Asked::about_issue(made, &call.place);
        let written = match call.locked {
            true => self.github().lock(&call.place, call.lock_reason).await,
            false => self.github().unlock(&call.place).await,
        };
        if let Err(refusal) = written {
            let is_open = matches!(refusal, Refusal::Unavailable { may_have_applied: true, .. });
            let failure = self.explain(&asked, refusal).await;
            return Err(if is_open { failure.with_repair(Repair::reread(&call.place)) } else { failure });
        }
        let issue = match self.github().issue(&call.place).await {
            Ok(issue) => issue,
            Err(refusal) => {
                let details = Details::default().applied(vec!["locked"], Vec::new());
                return Err(self.explain(&asked, refusal).await.with_details(details));
            }
        };
        if issue.locked != call.locked {
            let details = Details::field("locked").because("GitHub accepted the change and did not make it.");
            return Err(Failure::new(Code::InsufficientScope, "The lock did not change.")
                .with_details(details.requiring(&["issues:write"]))
                .with_repair(Repair::reread(&call.place)));
        }
        output::json(&Output {
            issue_number: issue.number,
            locked: issue.locked,
            lock_reason: issue.lock_reason,
        })
    }
}
