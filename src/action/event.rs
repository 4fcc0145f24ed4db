//! The payload of the event. It gives the number of an issue and whether that
//! is planned at all, and nothing else: what GitHub wrote into it may be out of
//! date, and what people wrote into it is not read (case B45).

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::given::Variable;
use super::runner::Trigger;
use crate::diagnostic::{self, Code, Detail, Diagnostic, Failure};
use crate::scope::{IssueNumber, Object};

/// The largest payload that is read. GitHub sends none of more than 25 MB.
const LIMIT: u64 = 25 << 20;

/// The issue that an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) number: IssueNumber,
    pub(super) state: State,
}

/// Whether it is one to plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// An issue of the repository.
    Issue,
    /// A pull request.
    PullRequest,
    /// An issue that was deleted or transferred.
    Gone,
}

/// The members that are read; all others are passed over without being kept.
#[derive(Deserialize)]
struct Wire {
    #[serde(default)]
    action: Option<Activity>,
    #[serde(default)]
    issue: Option<Object<WireIssue>>,
    #[serde(default)]
    pull_request: Option<Object<WirePullRequest>>,
}

#[derive(Deserialize)]
struct WirePullRequest {
    head: Object<WireEnd>,
    base: Object<WireEnd>,
}

/// One end of a pull request; GitHub names no repository where it was deleted.
#[derive(Deserialize)]
struct WireEnd {
    #[serde(default)]
    repo: Option<Object<WireRepository>>,
}

#[derive(Deserialize)]
struct WireRepository {
    id: u64,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Activity {
    Deleted,
    Transferred,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct WireIssue {
    number: u64,
    #[serde(default)]
    pull_request: Option<IgnoredAny>,
}

/// The subject of an event; `None` where it has no issue.
///
/// # Errors
///
/// `YKP-RUNTIME-012` for a payload that can not be read, is larger than 25 MiB,
/// is not UTF-8 or not JSON, or has an issue without a plain number.
pub(super) fn subject(payload: &Path, trigger: Trigger) -> Result<Option<Subject>, Failure> {
    parse(&content(payload)?, trigger)
}

/// Whether the payload says that the event is about a pull request from another
/// repository, a fork. `false` where it does not say so: a repository that was
/// deleted, or a payload that can not be read, proves nothing.
pub(super) fn is_from_fork(payload: &Path) -> bool {
    content(payload).and_then(|bytes| wire(&bytes)).is_ok_and(|wire| wire.is_from_fork())
}

fn content(payload: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let file = File::open(payload).map_err(|_| unusable())?;
    file.take(LIMIT + 1).read_to_end(&mut bytes).map_err(|_| unusable())?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length > LIMIT) { Err(unusable()) } else { Ok(bytes) }
}

fn wire(bytes: &[u8]) -> Result<Wire, Failure> {
    // What is passed over must be text, too.
    let text = std::str::from_utf8(bytes).map_err(|_| unusable())?;
    let Object(wire) = serde_json::from_str(text).map_err(|_| unusable())?;
    Ok(wire)
}

impl Wire {
    fn is_from_fork(&self) -> bool {
        let Some(Object(WirePullRequest { head, base })) = &self.pull_request else { return false };
        let id = |end: &Object<WireEnd>| end.0.repo.as_ref().map(|repository| repository.0.id);
        id(head).zip(id(base)).is_some_and(|(head, base)| head != base)
    }
}

fn parse(bytes: &[u8], trigger: Trigger) -> Result<Option<Subject>, Failure> {
    let wire = wire(bytes)?;
    let Some(Object(issue)) = wire.issue else { return Ok(None) };
    let number = IssueNumber::new(issue.number).ok_or_else(unusable)?;
    // A deleted comment leaves its issue where it is.
    let is_gone =
        trigger == Trigger::Issues && matches!(wire.action, Some(Activity::Deleted | Activity::Transferred));
    let state = match (issue.pull_request, is_gone) {
        (Some(_), _) => State::PullRequest,
        (None, true) => State::Gone,
        (None, false) => State::Issue,
    };
    Ok(Some(Subject { number, state }))
}

/// The failure of a payload that can not be used.
pub(super) fn unusable() -> Failure {
    let detail = Detail::Input(Variable::EventPath.name());
    Failure::from(Diagnostic::new(Code::Runtime012, diagnostic::Path::root()).with(detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(payload: &str, trigger: Trigger) -> Result<Option<(u64, State)>, Code> {
        let subject = parse(payload.as_bytes(), trigger).map_err(|failure| failure.code())?;
        Ok(subject.map(|subject| (subject.number.get(), subject.state)))
    }

    #[test]
    fn only_two_repositories_that_are_named_and_differ_make_a_fork() {
        let is_fork = |payload: &str| wire(payload.as_bytes()).is_ok_and(|wire| wire.is_from_fork());
        let between =
            |head: &str, base: &str| format!(r#"{{"pull_request":{{"head":{head},"base":{base}}}}}"#);
        let own = r#"{"repo":{"id":7,"fork":true}}"#;
        assert!(is_fork(&between(r#"{"repo":{"id":8,"fork":false}}"#, own)));
        assert!(!is_fork(&between(own, own)), "a fork's own pull request has its secrets");
        for unknown in
            [r#"{"repo":null}"#, "{}", r#"{"repo":{"id":"8"}}"#, r#"{"repo":{"fork":true}}"#, "null"]
        {
            assert!(!is_fork(&between(unknown, own)), "{unknown}");
            assert!(!is_fork(&between(own, unknown)), "{unknown}");
        }
        for other in ["", "{}", "[]", r#"{"pull_request":null}"#, r#"{"pull_request":{}}"#] {
            assert!(!is_fork(other), "{other}");
        }
    }

    #[test]
    fn the_number_and_the_state_are_read_and_nothing_else() {
        let trigger = Trigger::Issues;
        for (payload, subject) in [
            (r#"{"action":"opened","issue":{"number":7}}"#, Some((7, State::Issue))),
            (r#"{"issue":{"number":7,"pull_request":null}}"#, Some((7, State::Issue))),
            (r#"{"issue":{"number":7,"pull_request":{}}}"#, Some((7, State::PullRequest))),
            (r#"{"action":"deleted","issue":{"number":7}}"#, Some((7, State::Gone))),
            (r#"{"action":"transferred","issue":{"number":7}}"#, Some((7, State::Gone))),
            (r#"{"action":"something new","issue":{"number":7}}"#, Some((7, State::Issue))),
            (
                r#"{"action":null,"issue":{"number":9007199254740991}}"#,
                Some((9_007_199_254_740_991, State::Issue)),
            ),
            (r#"{"issue":null}"#, None),
            (r#"{"inputs":{"issue":{"number":7}}}"#, None),
            ("{}", None),
        ] {
            assert_eq!(parsed(payload, trigger), Ok(subject), "{payload}");
        }
    }

    #[test]
    fn a_deleted_comment_leaves_its_issue() {
        let payload = r#"{"action":"deleted","issue":{"number":7}}"#;
        assert_eq!(parsed(payload, Trigger::IssueComment), Ok(Some((7, State::Issue))));
    }

    #[test]
    fn a_payload_of_another_form_is_refused() {
        let deep = "[".repeat(100_000);
        for bad in [
            "",
            "null",
            "[]",
            "7",
            "{",
            "{}{}",
            "\u{feff}{}",
            r#"{"issue":7}"#,
            r#"{"issue":[]}"#,
            r#"{"issue":[7,null]}"#,
            r#"[null,{"number":7}]"#,
            r#"{"issue":{}}"#,
            r#"{"issue":{"number":null}}"#,
            r#"{"issue":{"number":"7"}}"#,
            r#"{"issue":{"number":7.0}}"#,
            r#"{"issue":{"number":7e0}}"#,
            r#"{"issue":{"number":-7}}"#,
            r#"{"issue":{"number":0}}"#,
            r#"{"issue":{"number":9007199254740992}}"#,
            r#"{"issue":{"number":18446744073709551616}}"#,
            r#"{"issue":{"number":[7]}}"#,
            r#"{"issue":{"number":7,"number":8}}"#,
            r#"{"issue":{"number":7},"issue":{"number":8}}"#,
            r#"{"action":7,"issue":{"number":7}}"#,
            &format!(r#"{{"issue":{{"number":{deep}"#),
        ] {
            let shown: String = bad.chars().take(60).collect();
            assert_eq!(parsed(bad, Trigger::Issues), Err(Code::Runtime012), "{shown}");
        }
        let foreign = b"{\"issue\":{\"number\":7,\"title\":\"\xff\"}}";
        assert_eq!(parse(foreign, Trigger::Issues).unwrap_err(), unusable());
    }

    #[test]
    fn depth_around_the_number_does_no_harm() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let payload = format!(r#"{{"sender":{deep},"issue":{{"number":7,"body":{deep}}}}}"#);
        assert_eq!(parsed(&payload, Trigger::Issues), Ok(Some((7, State::Issue))));
    }

    #[test]
    fn a_payload_is_read_within_its_bound() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("event.json");
        let read = || subject(&path, Trigger::Issues).map_err(|failure| failure.code());
        assert_eq!(read(), Err(Code::Runtime012), "no file");
        let payload = |length: u64| {
            let start = r#"{"issue":{"number":7},"more":""#;
            let fill = usize::try_from(length).unwrap() - start.len() - 2;
            format!("{start}{}\"}}", "x".repeat(fill))
        };
        std::fs::write(&path, payload(LIMIT)).unwrap();
        assert!(read().unwrap().is_some());
        std::fs::write(&path, payload(LIMIT + 1)).unwrap();
        assert_eq!(read(), Err(Code::Runtime012));
    }
}
