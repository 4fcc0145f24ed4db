//! What a person is told, in words that do not depend on the medium.

use super::conclusion::{Conclusion, Outcome};
use super::json::number;
use super::model::{Agreement, Change, Old, Report, Shown};
use crate::diagnostic::{Detail, Diagnostic, Path, Position};
use crate::plan::{ObservationKind, OperationKind};
use crate::scope::FieldKind;

/// The last line of every rendering.
pub(super) const NOTHING_WRITTEN: &str = "Nothing was written to GitHub.";

/// What an operation does to what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Add,
    Change,
    Remove,
    Agree,
}

/// A piece of a line: words of ours, or a name or value that is free text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Words(&'static str),
    Number(String),
    Name(String),
}

/// One line about one operation or agreement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) sign: Sign,
    /// What is done; empty where nothing is.
    pub(super) what: &'static str,
    /// The logical key; empty where `what` says it all.
    pub(super) key: String,
    /// What is there now; nothing where the change replaces nothing.
    pub(super) old: Option<Part>,
    /// What is planned, or what agrees.
    pub(super) new: Vec<Part>,
    /// How many equal lines this one stands for.
    pub(super) times: usize,
}

impl Line {
    /// Whether it says the same, however often.
    fn is_like(&self, other: &Self) -> bool {
        (self.what, &self.key, &self.old, &self.new) == (other.what, &other.key, &other.old, &other.new)
    }
}

/// What came of the issue, in one sentence without its end.
pub(super) fn headline(conclusion: &Conclusion) -> String {
    match (conclusion.outcome(), conclusion.report()) {
        (Outcome::Planned, Some(report)) if !report.is_executable() => {
            format!(
                "the plan can not be carried out, {}",
                count(report.diagnostics.len(), "finding", "findings")
            )
        }
        (Outcome::Planned, Some(report)) if report.changes.is_empty() => "nothing to change".to_owned(),
        (Outcome::Planned, Some(report)) => {
            format!("{} planned", count(report.changes.len(), "change", "changes"))
        }
        (Outcome::Absent, _) => "no item in the Project".to_owned(),
        (Outcome::Archived, _) => "its item in the Project is archived".to_owned(),
        (Outcome::NoContract | Outcome::Planned, _) => "no contract in its body".to_owned(),
    }
}

/// `1 change`, `2 changes`.
pub(super) fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

/// The first digits of a plan's identity.
pub(super) fn short_id(report: &Report) -> &str {
    report.plan_id.get(..12).unwrap_or(&report.plan_id)
}

/// What would change, equal lines counted instead of repeated.
pub(super) fn changes(report: &Report) -> Vec<Line> {
    counted(report.changes.iter().map(change))
}

/// What agrees already: values, then relationships.
pub(super) fn agreements(report: &Report) -> Vec<Line> {
    let is_value = |agreement: &&Agreement| agreement.kind == ObservationKind::PreserveFieldValue;
    let values = report.agreements.iter().filter(is_value);
    let relationships = report.agreements.iter().filter(|agreement| !is_value(agreement));
    counted(values.chain(relationships).map(agreement))
}

fn counted(lines: impl Iterator<Item = Line>) -> Vec<Line> {
    let mut counted: Vec<Line> = Vec::new();
    for line in lines {
        match counted.last_mut() {
            Some(last) if last.is_like(&line) => last.times += 1,
            _ => counted.push(line),
        }
    }
    counted
}

/// What operations of a kind do, in words. `clears` says whether the operation
/// takes away what it is about.
pub(super) fn operation(kind: OperationKind, clears: bool) -> (Sign, &'static str) {
    use OperationKind as Kind;
    match kind {
        Kind::CreateField => (Sign::Add, "create field"),
        Kind::AddOption => (Sign::Add, "add option"),
        Kind::SetIssueType => (Sign::Change, "set issue type"),
        Kind::SetFieldValue => (Sign::Change, "set value"),
        Kind::SetIssueField => (Sign::Change, "set issue field"),
        Kind::AddLabel => (Sign::Add, "add label"),
        Kind::RemoveLabel => (Sign::Remove, "remove label"),
        Kind::SetMilestone => (if clears { Sign::Remove } else { Sign::Change }, "set milestone"),
        Kind::SetParent => (if clears { Sign::Remove } else { Sign::Change }, "set parent"),
        Kind::AddDependency => (Sign::Add, "add dependency"),
        Kind::RemoveDependency => (Sign::Remove, "remove dependency"),
        Kind::AddBlocking => (Sign::Add, "add blocked issue"),
        Kind::RemoveBlocking => (Sign::Remove, "remove blocked issue"),
    }
}

fn change(change: &Change) -> Line {
    use OperationKind as Kind;
    let (sign, what) = operation(change.kind, change.clears);
    let told = matches!(
        change.kind,
        Kind::CreateField
            | Kind::AddOption
            | Kind::SetIssueType
            | Kind::SetFieldValue
            | Kind::SetIssueField
            | Kind::AddLabel
            | Kind::RemoveLabel
    );
    let key = if told { change.key.clone() } else { String::new() };
    Line { sign, what, key, old: old(change), new: new(change), times: 1 }
}

fn new(change: &Change) -> Vec<Part> {
    use OperationKind as Kind;
    match change.kind {
        Kind::RemoveLabel => vec![Part::Words("none")],
        Kind::CreateField | Kind::AddOption | Kind::AddLabel => {
            let Some((name, kind)) = &change.name else { return Vec::new() };
            let kind = kind.map(|kind| Part::Words(kind_words(kind)));
            kind.into_iter().chain([Part::Name(name.clone())]).collect()
        }
        Kind::SetParent => vec![Part::Words(if change.clears { "none" } else { "the declared issue" })],
        Kind::SetMilestone | Kind::SetIssueType | Kind::SetFieldValue | Kind::SetIssueField => {
            vec![change.desired.as_ref().map_or(Part::Words("not set"), value)]
        }
        Kind::AddDependency | Kind::AddBlocking => vec![Part::Words("as declared")],
        Kind::RemoveDependency | Kind::RemoveBlocking => vec![Part::Words("not declared")],
    }
}

fn old(change: &Change) -> Option<Part> {
    let another = if change.kind == OperationKind::SetParent { "another issue" } else { "another value" };
    match &change.old {
        Old::Nothing if change.kind == OperationKind::RemoveLabel => {
            change.name.as_ref().map(|(name, _)| Part::Name(name.clone()))
        }
        Old::Nothing => None,
        Old::Unset => Some(Part::Words("not set")),
        Old::Reviewed(name) => Some(Part::Name(name.clone())),
        Old::Another => Some(Part::Words(another)),
    }
}

fn agreement(agreement: &Agreement) -> Line {
    Line {
        sign: Sign::Agree,
        what: "",
        key: agreement.key.clone(),
        old: None,
        new: vec![value(&agreement.value)],
        times: 1,
    }
}

fn value(shown: &Shown) -> Part {
    match shown {
        Shown::Null => Part::Words("not set"),
        Shown::Present => Part::Words("as declared"),
        Shown::Number(value) => Part::Number(number(*value)),
        Shown::Text(name) => Part::Name(name.clone()),
    }
}

fn kind_words(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Text => "text field",
        FieldKind::Number => "number field",
        FieldKind::Date => "date field",
        FieldKind::SingleSelect => "single-select field",
        FieldKind::Iteration => "iteration field",
    }
}

/// Where a finding lies: ` at $.area (line 3, column 5)`, with the path between
/// quotes; empty where nothing is known.
pub(super) fn place(path: &Path, position: Option<Position>, quote: &str) -> String {
    let mut place = String::new();
    if *path != Path::root() {
        place.push_str(&format!(" at {quote}{path}{quote}"));
    }
    if let Some(Position { line, column }) = position {
        place.push_str(&format!(" (line {line}, column {column})"));
    }
    place
}

/// What a finding says beyond its code, path and place: `while reading the
/// Project's items`, `rest limit, reset at 1764518400 (Unix time)`.
pub(super) fn detail(diagnostic: &Diagnostic) -> Option<String> {
    diagnostic.detail().map(detail_words)
}

/// The same of the detail alone.
pub(super) fn detail_words(detail: Detail) -> String {
    match detail {
        Detail::Stage(stage) => format!("while reading: {}", stage.as_str()),
        Detail::Rate { resource, reset: None } => format!("limit: {}, reset unknown", resource.as_str()),
        Detail::Rate { resource, reset: Some(reset) } => {
            format!("limit: {}, reset at {}", resource.as_str(), moment(reset))
        }
        Detail::Input(name) => name.to_owned(),
        Detail::Form { name, form } => format!("{name}: {form}"),
        Detail::PullRequest => "the number is a pull request's".to_owned(),
    }
}

/// A moment in Unix seconds, to the minute.
pub(super) fn moment(seconds: u64) -> String {
    let at = i64::try_from(seconds).ok().and_then(|at| jiff::Timestamp::from_second(at).ok());
    at.map_or_else(|| seconds.to_string(), |at| at.strftime("%Y-%m-%d %H:%M UTC").to_string())
}
