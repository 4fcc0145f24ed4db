//! What differs between two sides: entries that one of them alone has, and what
//! the others do not say alike.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::model::Shown;
use super::side::{Aspect, Ended, Entry, Part, Side};

/// One difference.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Difference {
    /// The two ended in different ways.
    Outcome,
    /// An entry that one of them alone has.
    Only {
        entry: Shape,
        /// 0 for the first side, 1 for the second.
        side: usize,
        value: Option<Shown>,
    },
    /// An entry of both that does not say the same.
    Changed {
        entry: Shape,
        /// Never empty.
        aspects: BTreeSet<Aspect>,
        /// Both values, where they differ.
        values: Option<[Option<Shown>; 2]>,
        /// The kinds of the preconditions that differ.
        conditions: BTreeSet<&'static str>,
    },
    /// The plans are not the same, and nothing that is listed tells why.
    PlanId,
}

/// What is told of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) part: Part,
    pub(super) kind: &'static str,
    pub(super) key: String,
}

impl Shape {
    fn of(entry: &Entry) -> Self {
        Self { part: entry.part, kind: entry.kind, key: entry.key.clone() }
    }
}

/// An entry with its place in its side's list.
type Placed<'a> = (usize, &'a Entry);

/// All differences of two sides, none where they are the same.
pub(super) fn differences(sides: [&Side; 2]) -> Vec<Difference> {
    let [first, second] = sides;
    let mut differences = Vec::new();
    if first.word() != second.word() {
        differences.push(Difference::Outcome);
        // Beside a plan nothing can stand that is not told by there being one;
        // what kept a result away is worth knowing.
        for (side, found) in [first, second].into_iter().enumerate() {
            if let Ended::Failed(_) = found.ended {
                differences.extend(found.entries.iter().map(|entry| only(side, entry)));
            }
        }
        return differences;
    }
    for part in [Part::Operation, Part::Observation, Part::Diagnostic, Part::Notice] {
        compare(part, sides, &mut differences);
    }
    let is_same = first.whole == second.whole && first.plan_id == second.plan_id;
    let is_explained = differences.iter().any(is_of_plan);
    if !is_same && !is_explained {
        differences.push(Difference::PlanId);
    }
    differences
}

/// Whether a difference can make two plans differ; notices and places are no
/// part of a plan.
fn is_of_plan(difference: &Difference) -> bool {
    match difference {
        Difference::Outcome | Difference::PlanId => true,
        Difference::Only { entry, .. } => entry.part != Part::Notice,
        Difference::Changed { entry, aspects, .. } => {
            entry.part != Part::Notice && aspects.iter().any(|aspect| *aspect != Aspect::Place)
        }
    }
}

fn compare(part: Part, sides: [&Side; 2], differences: &mut Vec<Difference>) {
    let [first, second] = sides.map(|side| side.entries.iter().filter(move |entry| entry.part == part));
    let mut unmet: BTreeMap<&str, VecDeque<Placed<'_>>> = BTreeMap::new();
    for placed in second.enumerate() {
        unmet.entry(&placed.1.identity).or_default().push_back(placed);
    }
    let mut common: Vec<(&Entry, Placed<'_>)> = Vec::new();
    for entry in first {
        match unmet.get_mut(entry.identity.as_str()).and_then(VecDeque::pop_front) {
            Some(placed) => common.push((entry, placed)),
            None => differences.push(only(0, entry)),
        }
    }
    let mut places: Vec<usize> = common.iter().map(|(_, (place, _))| *place).collect();
    places.sort_unstable();
    for ((entry, (place, other)), expected) in common.into_iter().zip(places) {
        differences.extend(changed(entry, other, place != expected));
    }
    let mut rest: Vec<Placed<'_>> = unmet.into_values().flatten().collect();
    rest.sort_unstable_by_key(|(place, _)| *place);
    differences.extend(rest.into_iter().map(|(_, entry)| only(1, entry)));
}

fn only(side: usize, entry: &Entry) -> Difference {
    Difference::Only { entry: Shape::of(entry), side, value: entry.value.clone() }
}

/// What two entries of one identity do not say alike.
fn changed(first: &Entry, second: &Entry, is_moved: bool) -> Option<Difference> {
    let all = first.aspects.keys().chain(second.aspects.keys()).copied();
    let differs = |aspect: &Aspect| first.aspects.get(aspect) != second.aspects.get(aspect);
    let mut aspects: BTreeSet<Aspect> = all.filter(differs).collect();
    if is_moved {
        aspects.insert(Aspect::Order);
    }
    let has_values = aspects.contains(&Aspect::Desired) || aspects.contains(&Aspect::DisplayValue);
    let kinds = first.conditions.keys().chain(second.conditions.keys()).copied();
    let conditions = kinds.filter(|kind| first.conditions.get(kind) != second.conditions.get(kind)).collect();
    (!aspects.is_empty()).then(|| Difference::Changed {
        entry: Shape::of(first),
        aspects,
        values: has_values.then(|| [first.value.clone(), second.value.clone()]),
        conditions,
    })
}
