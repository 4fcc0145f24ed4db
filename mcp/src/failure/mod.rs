//! What a call that failed says (design, *Failure contract*): one envelope,
//! twelve codes, two carriers.
//!
//! A [`Failure`] is what the rooms above return; [`Report`] is a failure with
//! the request it belongs to, as it is put on one of the carriers. No text of
//! GitHub's and no free-form argument gets into either: `details.value` takes
//! a [`Known`] value alone.

mod code;
mod details;
mod repair;
mod report;

pub use code::Code;
pub use details::{Details, Known, Subject};
pub use repair::{Arguments, Repair};
pub use report::{Report, RequestId};

/// Why a call failed, and how to go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    code: Code,
    message: String,
    details: Option<Box<Details>>,
    retry_after_ms: Option<u64>,
    rate_limit_remaining: Option<u64>,
    repair: Option<Box<Repair>>,
}

impl Failure {
    /// A failure with one sentence of ours.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            details: None,
            retry_after_ms: None,
            rate_limit_remaining: None,
            repair: None,
        }
    }

    /// A parameter that can not be taken as it is.
    #[must_use]
    pub fn invalid(details: Details) -> Self {
        let message = match details.subject() {
            Some(Subject::Field(field)) => format!("The parameter {field} is not valid."),
            Some(Subject::Fields(fields)) => {
                format!("The parameters {} do not go together.", fields.join(", "))
            }
            None => "The arguments are not valid.".to_owned(),
        };
        Self::new(Code::InvalidField, message).with_details(details)
    }

    /// With what it is about.
    #[must_use]
    pub fn with_details(mut self, details: Details) -> Self {
        self.details = Some(Box::new(details));
        self
    }

    /// With how to go on.
    #[must_use]
    pub fn with_repair(mut self, repair: Repair) -> Self {
        self.repair = Some(Box::new(repair));
        self
    }

    /// With the time after which the same call may succeed, in milliseconds.
    /// Kept by temporary failures alone.
    #[must_use]
    pub fn after(mut self, milliseconds: u64) -> Self {
        self.retry_after_ms = self.code.is_temporary().then_some(milliseconds);
        self
    }

    /// With what GitHub says is left of the limit.
    #[must_use]
    pub fn with_remaining(mut self, remaining: Option<u64>) -> Self {
        self.rate_limit_remaining = remaining;
        self
    }

    /// The code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// The sentence.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What it is about.
    #[must_use]
    pub fn details(&self) -> Option<&Details> {
        self.details.as_deref()
    }

    /// The time after which the same call may succeed.
    #[must_use]
    pub fn retry_after_ms(&self) -> Option<u64> {
        self.retry_after_ms
    }

    /// How to go on.
    #[must_use]
    pub fn repair(&self) -> Option<&Repair> {
        self.repair.as_deref()
    }
}

#[cfg(test)]
mod tests;
