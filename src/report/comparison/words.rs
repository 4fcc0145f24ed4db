//! What a person is told of a comparison, in words that do not depend on the
//! medium.

use super::super::json::number;
use super::super::model::Shown;
use super::super::phrase;
use super::difference::{Difference, Shape};
use super::side::Aspect;
use super::{ComparedIssue, Comparison, ComparisonStatus, Pair, ReadingCost, Sides};
use crate::diagnostic::Failure;

/// A piece of a line: words of this program, or a name or value that is free
/// text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Words(String),
    /// A word that stands in the JSON too.
    Term(&'static str),
    Number(String),
    Name(String),
}

fn words(text: impl Into<String>) -> Piece {
    Piece::Words(text.into())
}

/// What came of it, in one sentence without its end.
pub(super) fn headline(comparison: &Comparison) -> String {
    let [first, second] = comparison.sides.names();
    let all = comparison.issues().count();
    let differing = count(comparison, ComparisonStatus::Different);
    let is_single = comparison.sides == Sides::Results;
    match comparison.status() {
        ComparisonStatus::Equal if is_single => format!("the {first} and the {second} result are equal"),
        ComparisonStatus::Equal => {
            let issues = phrase::count(all, "issue", "issues");
            format!("{first} and {second} are equal, {issues}")
        }
        ComparisonStatus::Different if is_single => format!("the {first} and the {second} result differ"),
        ComparisonStatus::Different => {
            format!("{first} and {second} differ in {differing} of {}", phrase::count(all, "issue", "issues"))
        }
        ComparisonStatus::Deferred => no_verdict(comparison, "a limit was in the way"),
        ComparisonStatus::Error => no_verdict(comparison, "a side could not be read"),
    }
}

/// Why there is no verdict on the whole, and what is known all the same.
fn no_verdict(comparison: &Comparison, why: &str) -> String {
    let [first, second] = comparison.sides.names();
    let differing = count(comparison, ComparisonStatus::Different);
    let compared = differing + count(comparison, ComparisonStatus::Equal);
    let issues = phrase::count(compared, "issue", "issues");
    match (comparison.sides, compared, differing) {
        (Sides::Results, ..) => format!("no verdict on the {first} and the {second} result: {why}"),
        (Sides::Readers, 0, _) => format!("no verdict on {first} and {second}: {why}"),
        (Sides::Readers, _, 0) => {
            format!(
                "no verdict on {first} and {second} as a whole: {why}; compared: {issues}, none different"
            )
        }
        (Sides::Readers, ..) => format!(
            "no verdict on {first} and {second} as a whole: {why}; compared: {issues}, {differing} different"
        ),
    }
}

/// How many issues ended so.
fn count(comparison: &Comparison, status: ComparisonStatus) -> usize {
    comparison.issues().filter(|issue| issue.status() == status).count()
}

/// What is compared, in one sentence.
pub(super) fn subject(sides: Sides) -> &'static str {
    match sides {
        Sides::Readers => {
            "Compared are whole plans, byte for byte: operations with their preconditions and references, \
             agreements, findings, notices and the plan's identity. v1 reads over GraphQL, v2 over REST."
        }
        Sides::Results => {
            "Compared is what two results of `yukh plan` show, and the identity of their plans, which stands \
             for what they do not show."
        }
    }
}

/// What to do, where there is something to do: of what was not compared first.
pub(super) fn advice(comparison: &Comparison) -> Vec<&'static str> {
    let mut advice = Vec::new();
    match comparison.status() {
        ComparisonStatus::Error => {
            advice
                .push("Resolve what kept the side away, then compare again; what was not read is not equal.");
        }
        ComparisonStatus::Deferred => advice.push(
            "Compare again after the reset, or ask for fewer issues; a side that was not read is not equal.",
        ),
        ComparisonStatus::Different | ComparisonStatus::Equal => {}
    }
    if count(comparison, ComparisonStatus::Different) > 0 {
        advice.push(of_differences(comparison.sides));
    }
    advice
}

fn of_differences(sides: Sides) -> &'static str {
    match sides {
        Sides::Readers => {
            "Where GitHub was read, compare again: an issue that changed between the two reads differs once. What stays is a defect \
             of one reader; docs/equivalence.md says what may differ and how to review the rest."
        }
        Sides::Results => {
            "Results of one issue differ where its Project, its body, the policy or the kind of token changed \
             in between."
        }
    }
}

/// The most issues, and the most differences of one, that are told one by one.
const MOST_ISSUES: usize = 200;
const MOST_DIFFERENCES: usize = 50;

/// How much of a page is left for issues: a page is for a person, the JSON has
/// everything.
pub(super) struct Room(usize);

impl Room {
    pub(super) const WHOLE: Self = Self(MOST_ISSUES);

    /// The issues of a pair that are told, and how many are left out.
    pub(super) fn issues<'a>(&mut self, pair: &'a Pair) -> (&'a [ComparedIssue], usize) {
        let (told, left) = pair.issues.split_at(pair.issues.len().min(self.0));
        self.0 -= told.len();
        (told, left.len())
    }
}

/// The differences of an issue that are told, and a line for the others.
pub(super) fn differences(issue: &ComparedIssue) -> (&[Difference], Option<String>) {
    let (told, left) = issue.differences.split_at(issue.differences.len().min(MOST_DIFFERENCES));
    (told, left_out(left.len(), "difference", "differences"))
}

/// A line for what is left out.
pub(super) fn left_out(count: usize, one: &str, many: &str) -> Option<String> {
    (count > 0).then(|| {
        format!("and {}, in the JSON", phrase::count(count, &format!("more {one}"), &format!("more {many}")))
    })
}

/// Pairs to tell one by one: all of them where there is one, else those that
/// are not equal.
pub(super) fn open(comparison: &Comparison) -> Vec<&Pair> {
    let is_single = comparison.pairs.len() == 1;
    let pairs = comparison.pairs.iter();
    pairs.filter(|pair| is_single || pair.status() != ComparisonStatus::Equal).collect()
}

/// How many worlds there are of each status, where there are several.
pub(super) fn worlds(comparison: &Comparison) -> Option<String> {
    let pairs = &comparison.pairs;
    if pairs.len() < 2 {
        return None;
    }
    let count = |status| pairs.iter().filter(|pair| pair.status() == status).count();
    let told = ComparisonStatus::ALL.into_iter().filter(|status| count(*status) > 0);
    let told: Vec<String> = told.map(|status| format!("{} {}", count(status), status.as_str())).collect();
    Some(format!("{}: {}", phrase::count(pairs.len(), "world", "worlds"), told.join(", ")))
}

/// An issue in one line: its name, and what came of it.
pub(super) fn issue(issue: &ComparedIssue, sides: Sides) -> (String, String) {
    let name =
        issue.number.map_or_else(|| "The issue".to_owned(), |number| format!("Issue {}", number.get()));
    let [first, second] = sides.names();
    let [a, b] = issue.outcomes;
    let said = match issue.status {
        ComparisonStatus::Equal if a == "error" => "equal, refused with the same findings".to_owned(),
        ComparisonStatus::Equal => format!("equal, {}", outcome(a)),
        ComparisonStatus::Deferred => {
            format!("not compared, {first}: {}, {second}: {}", outcome(a), outcome(b))
        }
        ComparisonStatus::Different | ComparisonStatus::Error => {
            phrase::count(issue.differences.len(), "difference", "differences")
        }
    };
    (name, said)
}

fn outcome(word: &str) -> &str {
    match word {
        "no_contract" => "no contract",
        "absent" => "no item",
        "archived" => "archived item",
        "error" => "refused",
        other => other,
    }
}

/// A difference in one line.
pub(super) fn difference(difference: &Difference, issue: &ComparedIssue, sides: Sides) -> Vec<Piece> {
    let [first, second] = sides.names();
    match difference {
        Difference::Outcome => {
            let [a, b] = issue.outcomes;
            vec![words(format!("outcome: {first} {}, {second} {}", outcome(a), outcome(b)))]
        }
        Difference::PlanId => vec![words("plan id: what reports do not show differs")],
        Difference::Only { entry, side, value } => {
            let name = if *side == 0 { first } else { second };
            let mut line = shape(entry);
            line.push(words(format!(", only in {name}")));
            if let Some(value) = value {
                line.push(words(": "));
                line.push(shown(value));
            }
            line
        }
        Difference::Changed { entry, aspects, values, conditions } => {
            let mut line = shape(entry);
            for (index, aspect) in aspects.iter().enumerate() {
                line.push(words(if index == 0 { ": " } else { ", " }));
                line.push(words(named(*aspect)));
                match (aspect, values) {
                    (Aspect::Desired | Aspect::DisplayValue, Some([a, b])) => {
                        line.push(words(format!(" ({first} ")));
                        line.push(a.as_ref().map_or_else(|| words("none"), shown));
                        line.push(words(format!(", {second} ")));
                        line.push(b.as_ref().map_or_else(|| words("none"), shown));
                        line.push(words(")"));
                    }
                    (Aspect::Preconditions, _) if !conditions.is_empty() => {
                        for (index, kind) in conditions.iter().enumerate() {
                            line.push(words(if index == 0 { " (" } else { ", " }));
                            line.push(Piece::Term(kind));
                        }
                        line.push(words(")"));
                    }
                    _ => {}
                }
            }
            line
        }
    }
}

fn shape(entry: &Shape) -> Vec<Piece> {
    let mut line = vec![words(format!("{} ", entry.part.as_str())), Piece::Term(entry.kind)];
    if entry.key != "$" {
        line.extend([words(" "), Piece::Name(entry.key.clone())]);
    }
    line
}

fn shown(value: &Shown) -> Piece {
    match value {
        Shown::Null => words("not set"),
        Shown::Present => words("as declared"),
        Shown::Number(value) => Piece::Number(number(*value)),
        Shown::Text(name) => Piece::Name(name.clone()),
    }
}

fn named(aspect: Aspect) -> &'static str {
    match aspect {
        Aspect::Desired => "desired value",
        Aspect::DisplayValue => "value",
        Aspect::Reason => "reason",
        Aspect::Preconditions => "preconditions",
        Aspect::References => "references",
        Aspect::DependsOn => "what comes first",
        Aspect::Place => "place",
        Aspect::Order => "order",
    }
}

/// Why a side could not be read: `v1: YKP-GH-READ-003 (while reading: scope)`.
pub(super) fn unread(side: &str, failure: &Failure) -> String {
    let found = failure.first();
    let place = phrase::place(found.path(), found.position(), "");
    let detail = phrase::detail(found).map(|detail| format!(" ({detail})")).unwrap_or_default();
    format!("{side}: {}{place}{detail}", found.code().as_str())
}

/// What reading a side took.
pub(super) fn cost(cost: &ReadingCost) -> String {
    let of = |n: u64, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    [
        of(cost.rest_requests, "REST request", "REST requests"),
        of(cost.graphql_requests, "GraphQL request", "GraphQL requests"),
        of(cost.graphql_points, "point", "points"),
        of(cost.pages, "page", "pages"),
        format!("{} KiB", cost.response_bytes.div_ceil(1 << 10)),
    ]
    .join(" · ")
}
