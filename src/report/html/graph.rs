//! Relationships between issues as drawings, one for each group of issues that
//! hang together, and as a table for those who do not see or do not trust them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::phrase;
use super::super::relations::{Relation, Standing, Tie};
use super::layout::{Layout, Place, layout};
use super::markup::Html;
use super::parts::{self, Kind};
use crate::scope::IssueNumber;

/// The most issues, and the most relationships, of drawings that can be read.
const MOST_DRAWN: usize = 100;
const MOST_ARROWS: usize = 300;

/// The most rows of the table.
const MOST_LISTED: usize = 2_000;

/// One relationship between two issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::report) struct Edge {
    from: IssueNumber,
    to: IssueNumber,
    tie: Tie,
    standing: Standing,
}

impl Edge {
    /// A relationship of the plan of an issue.
    pub(in crate::report) fn of(relation: Relation, issue: IssueNumber) -> Self {
        let Relation { from, to, tie, standing } = relation;
        Self { from: from.unwrap_or(issue), to: to.unwrap_or(issue), tie, standing }
    }

    fn touches(&self, issues: &BTreeSet<IssueNumber>) -> bool {
        issues.contains(&self.from)
    }
}

/// Drawings and table; nothing without relationships. `class` tells how the box
/// of an issue looks.
pub(in crate::report) fn graph(
    html: &mut Html,
    edges: &[Edge],
    class: impl Fn(IssueNumber) -> Option<&'static str>,
) {
    let edges = once(edges);
    if edges.is_empty() {
        return;
    }
    let (groups, said) = drawn(&edges);
    if let Some(said) = said {
        html.leaf("p", &[], &said);
    }
    if !groups.is_empty() {
        drawings(html, &groups, &edges, class);
    }
    listed(html, &edges);
}

/// The groups of issues to draw, and what is to be said about others. Where
/// there are too many issues, groups in which nothing would change are left out;
/// where there are too many even so, all of them are.
fn drawn(edges: &[Edge]) -> (Vec<BTreeSet<IssueNumber>>, Option<String>) {
    let mut groups = groups(edges);
    let fits = |groups: &[BTreeSet<IssueNumber>]| {
        let issues: BTreeSet<IssueNumber> = groups.iter().flatten().copied().collect();
        let arrows = edges.iter().filter(|edge| edge.touches(&issues)).count();
        issues.len() <= MOST_DRAWN && arrows <= MOST_ARROWS
    };
    if fits(&groups) {
        return (groups, None);
    }
    let all: usize = groups.iter().map(BTreeSet::len).sum();
    let changing = edges.iter().filter(|edge| edge.standing != Standing::Agrees);
    let changing: BTreeSet<IssueNumber> = changing.map(|edge| edge.from).collect();
    groups.retain(|group| !group.is_disjoint(&changing));
    if !groups.is_empty() && fits(&groups) {
        let shown: usize = groups.iter().map(BTreeSet::len).sum();
        let said =
            format!("{all} issues are related; drawn are the {shown} that hang together with a change.");
        return (groups, Some(said));
    }
    (Vec::new(), Some(format!("{all} issues are related, too many to draw.")))
}

/// Each relationship once. Two issues may speak of the same one; one that would
/// change for either changes.
fn once(edges: &[Edge]) -> Vec<Edge> {
    let mut standings: BTreeMap<(IssueNumber, IssueNumber, Tie), Standing> = BTreeMap::new();
    for Edge { from, to, tie, standing } in edges {
        let known = standings.entry((*from, *to, *tie)).or_insert(*standing);
        *known = (*known).max(*standing);
    }
    standings.into_iter().map(|((from, to, tie), standing)| Edge { from, to, tie, standing }).collect()
}

/// The issues that hang together, by the smallest number of each group.
fn groups(edges: &[Edge]) -> Vec<BTreeSet<IssueNumber>> {
    let mut neighbours: BTreeMap<IssueNumber, Vec<IssueNumber>> = BTreeMap::new();
    for Edge { from, to, .. } in edges {
        neighbours.entry(*from).or_default().push(*to);
        neighbours.entry(*to).or_default().push(*from);
    }
    let mut met: BTreeSet<IssueNumber> = BTreeSet::new();
    let mut groups = Vec::new();
    for first in neighbours.keys() {
        let mut group = BTreeSet::new();
        let mut next = vec![*first];
        while let Some(issue) = next.pop() {
            if met.insert(issue) {
                group.insert(issue);
                next.extend(neighbours.get(&issue).into_iter().flatten());
            }
        }
        if !group.is_empty() {
            groups.push(group);
        }
    }
    groups
}

fn drawings(
    html: &mut Html,
    groups: &[BTreeSet<IssueNumber>],
    edges: &[Edge],
    class: impl Fn(IssueNumber) -> Option<&'static str>,
) {
    let has = |standing| edges.iter().any(|edge| edge.standing == standing);
    html.element(
        "div",
        &[("class", "drawings"), ("role", "group"), ("aria-label", "Drawings"), ("tabindex", "0")],
        |html| {
            for group in groups {
                let inner: Vec<&Edge> = edges.iter().filter(|edge| edge.touches(group)).collect();
                Drawing::of(group, &inner).write(html, &class);
            }
        },
    );
    let standings = match (has(Standing::Added), has(Standing::Removed)) {
        (true, true) => " Thick arrows would be added, dashed ones removed.",
        (true, false) => " Thick arrows would be added.",
        (false, true) => " Dashed arrows would be removed.",
        (false, false) => "",
    };
    let ties = "An arrow leads from a parent to its sub-issue (open head), or from an issue to one that it blocks \
                (filled head).";
    html.leaf("p", &[("class", "quiet")], &format!("{ties}{standings}"));
}

/// Units of a drawing.
const GAP: usize = 56;
const ROW: usize = 20;
const BOX: usize = 28;
const EDGE: usize = 10;

/// The drawing of one group.
struct Drawing<'a> {
    issues: Vec<IssueNumber>,
    edges: &'a [&'a Edge],
    layout: Layout,
    width: usize,
}

impl<'a> Drawing<'a> {
    fn of(group: &BTreeSet<IssueNumber>, edges: &'a [&'a Edge]) -> Self {
        let issues: Vec<IssueNumber> = group.iter().copied().collect();
        let at = |issue: IssueNumber| issues.iter().position(|other| *other == issue).unwrap_or(0);
        let arrows: Vec<(usize, usize)> = edges.iter().map(|edge| (at(edge.from), at(edge.to))).collect();
        let layout = layout(issues.len(), &arrows);
        let digits = issues.iter().map(|issue| issue.get().to_string().len()).max().unwrap_or(1);
        Self { issues, edges, layout, width: 24 + 9 * digits }
    }

    /// The left end and the middle of a place.
    fn at(&self, (layer, slot): Place) -> (usize, usize) {
        (EDGE + layer * (self.width + GAP), EDGE + slot * ROW + ROW)
    }

    fn write(&self, html: &mut Html, class: impl Fn(IssueNumber) -> Option<&'static str>) {
        let width = (self.layout.layers * (self.width + GAP) + 2 * EDGE - GAP).to_string();
        let height = (self.layout.height * ROW + 2 * EDGE).to_string();
        let view = format!("0 0 {width} {height}");
        let issues: Vec<String> = self.issues.iter().map(|issue| issue.get().to_string()).collect();
        let label = format!("Relationships of the issues {}, listed below", issues.join(", "));
        let attributes = [
            ("role", "img"),
            ("aria-label", label.as_str()),
            ("viewBox", &view),
            ("width", &width),
            ("height", &height),
        ];
        html.element("svg", &attributes, |svg| {
            for (edge, route) in self.edges.iter().zip(&self.layout.routes) {
                self.arrow(svg, edge, route);
            }
            for (issue, place) in self.issues.iter().zip(&self.layout.boxes) {
                self.issue(svg, *issue, *place, class(*issue).unwrap_or("elsewhere"));
            }
        });
    }

    fn issue(&self, svg: &mut Html, issue: IssueNumber, place: Place, class: &'static str) {
        let (left, middle) = self.at(place);
        let (x, y) = (left.to_string(), (middle - BOX / 2).to_string());
        let (width, height) = (self.width.to_string(), BOX.to_string());
        svg.element("g", &[("class", class)], |group| {
            group.element(
                "rect",
                &[("x", &x), ("y", &y), ("width", &width), ("height", &height), ("rx", "6")],
                |_| {},
            );
            let (x, y) = ((left + self.width / 2).to_string(), (middle + 5).to_string());
            group.leaf("text", &[("x", &x), ("y", &y), ("text-anchor", "middle")], &issue.get().to_string());
        });
    }

    fn arrow(&self, svg: &mut Html, edge: &Edge, route: &[Place]) {
        let class = match (edge.standing, edge.tie) {
            (Standing::Agrees, Tie::ParentOf) => "arrow parent",
            (Standing::Agrees, Tie::Blocks) => "arrow",
            (Standing::Added, Tie::ParentOf) => "arrow added parent",
            (Standing::Added, Tie::Blocks) => "arrow added",
            (Standing::Removed, Tie::ParentOf) => "arrow removed parent",
            (Standing::Removed, Tie::Blocks) => "arrow removed",
        };
        // Two ties between the same issues lie side by side.
        let shift = |middle: usize| if edge.tie == Tie::ParentOf { middle - 5 } else { middle + 5 };
        let points: Vec<(usize, usize)> = route.iter().map(|place| self.at(*place)).collect();
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return };
        let is_forward = edge.from == edge.to
            || self
                .issues
                .iter()
                .position(|issue| *issue == edge.from)
                .and_then(|at| self.layout.boxes.get(at))
                == route.first();
        let start = (first.0 + self.width, shift(first.1));
        let end = (last.0, shift(last.1));
        let mut path = format!("M{} {}", start.0, start.1);
        let mut from = start;
        let between = points.get(1..points.len().saturating_sub(1)).unwrap_or_default();
        let stops =
            between.iter().map(|(left, middle)| ((*left, shift(*middle)), self.width)).chain([(end, 0)]);
        for (stop, length) in stops {
            let half = (from.0 + stop.0) / 2;
            path.push_str(&format!("C{half} {} {half} {} {} {}", from.1, stop.1, stop.0, stop.1));
            from = (stop.0 + length, stop.1);
            if length > 0 {
                path.push_str(&format!("H{}", from.0));
            }
        }
        let head = if is_forward {
            format!("M{x} {y}l-9 -5v10z", x = end.0, y = end.1)
        } else {
            format!("M{x} {y}l9 -5v10z", x = start.0, y = start.1)
        };
        svg.element("g", &[("class", class)], |group| {
            group.element("path", &[("class", "line"), ("d", &path)], |_| {});
            group.element("path", &[("class", "head"), ("d", &head)], |_| {});
        });
    }
}

/// All of them in words.
fn listed(html: &mut Html, edges: &[Edge]) {
    html.element("details", &[], |details| {
        let count = phrase::count(edges.len(), "relationship", "relationships");
        details.leaf("summary", &[], &format!("{count} in words"));
        parts::table(details, "Relationships", |table| {
            parts::head(
                table,
                &[("Issue", Kind::Number), ("", Kind::Text), ("Issue", Kind::Number), ("State", Kind::Text)],
            );
            table.element("tbody", &[], |rows| {
                edges.iter().take(MOST_LISTED).for_each(|edge| row(rows, edge))
            });
        });
        if let more @ 1.. = edges.len().saturating_sub(MOST_LISTED) {
            details.leaf("p", &[], &format!("{} not listed.", phrase::count(more, "more is", "more are")));
        }
    });
}

fn row(rows: &mut Html, edge: &Edge) {
    let tie = match edge.tie {
        Tie::ParentOf => "is the parent of",
        Tie::Blocks => "blocks",
    };
    let standing = match edge.standing {
        Standing::Agrees => "as declared",
        Standing::Added => "would be added",
        Standing::Removed => "would be removed",
    };
    rows.element("tr", &[], |row| {
        row.leaf("td", &[("class", "number")], &edge.from.get().to_string());
        row.leaf("td", &[], tie);
        row.leaf("td", &[("class", "number")], &edge.to.get().to_string());
        row.leaf("td", &[], standing);
    });
}
