//! The comparison as JSON: `{"schema","status","failureClass"?,"sides",
//! "counts","comparisons","evidence"?}`. A member that belongs to one side
//! stands in an object under that side's name.

use serde::ser::{Serialize, SerializeMap as _, SerializeStruct as _, Serializer};

use super::super::conclusion::{Finding, MOST_FINDINGS};
use super::super::model::Shown;
use super::difference::{Difference, Shape};
use super::{ComparedIssue, Comparison, ComparisonStatus, Pair, ReadingCost, Sides};
use crate::diagnostic::Failure;

/// What each side has, under its name; a side that has nothing is left out.
pub(super) struct Each<T>(pub(super) [&'static str; 2], pub(super) [Option<T>; 2]);

impl<T: Serialize> Serialize for Each<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut each = serializer.serialize_map(None)?;
        for (name, value) in self.0.iter().zip(&self.1) {
            if let Some(value) = value {
                each.serialize_entry(name, value)?;
            }
        }
        each.end()
    }
}

impl Serialize for Comparison {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = self.sides.names();
        let mut object = serializer.serialize_struct("Comparison", 7)?;
        object.serialize_field("schema", &1)?;
        object.serialize_field("status", self.status().as_str())?;
        if let Some(class) = self.failure_class() {
            object.serialize_field("failureClass", class.as_str())?;
        }
        object.serialize_field("sides", &names)?;
        object.serialize_field("counts", &Counts::of(self))?;
        let pairs: Vec<PairOut<'_>> = self.pairs.iter().map(|pair| PairOut(pair, self.sides)).collect();
        object.serialize_field("comparisons", &pairs)?;
        let costs = self.costs();
        if costs.iter().any(Option::is_some) {
            object.serialize_field("evidence", &Each(names, costs))?;
        }
        object.end()
    }
}

#[derive(serde::Serialize)]
struct Counts {
    comparisons: usize,
    /// Those of which a side was not read: nothing below counts their issues.
    unread: usize,
    issues: usize,
    equal: usize,
    different: usize,
    deferred: usize,
    differences: usize,
}

impl Counts {
    fn of(comparison: &Comparison) -> Self {
        let count = |status| comparison.issues().filter(|issue| issue.status == status).count();
        Self {
            comparisons: comparison.pairs.len(),
            unread: comparison.pairs.iter().filter(|pair| pair.unread.iter().any(Option::is_some)).count(),
            issues: comparison.issues().count(),
            equal: count(ComparisonStatus::Equal),
            different: count(ComparisonStatus::Different),
            deferred: count(ComparisonStatus::Deferred),
            differences: comparison.issues().map(ComparedIssue::differences).sum(),
        }
    }
}

struct PairOut<'a>(&'a Pair, Sides);

impl Serialize for PairOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(pair, sides) = self;
        let names = sides.names();
        let mut object = serializer.serialize_struct("Pair", 5)?;
        if let Some(name) = &pair.name {
            object.serialize_field("name", name)?;
        }
        object.serialize_field("status", pair.status().as_str())?;
        let issues: Vec<IssueOut<'_>> = pair.issues.iter().map(|issue| IssueOut(issue, *sides)).collect();
        object.serialize_field("issues", &issues)?;
        if pair.unread.iter().any(Option::is_some) {
            let findings = pair.unread.each_ref().map(|failure| failure.as_ref().map(findings));
            object.serialize_field("diagnostics", &Each(names, findings))?;
        }
        if pair.costs.iter().any(Option::is_some) {
            object.serialize_field("evidence", &Each(names, pair.costs))?;
        }
        object.end()
    }
}

fn findings(failure: &Failure) -> Vec<Finding<'_>> {
    failure.diagnostics().take(MOST_FINDINGS).map(Finding::of).collect()
}

struct IssueOut<'a>(&'a ComparedIssue, Sides);

impl Serialize for IssueOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(issue, sides) = self;
        let names = sides.names();
        let mut object = serializer.serialize_struct("Issue", 5)?;
        if let Some(number) = issue.number {
            object.serialize_field("issueNumber", &number.get())?;
        }
        object.serialize_field("status", issue.status.as_str())?;
        object.serialize_field("outcomes", &Each(names, issue.outcomes.map(Some)))?;
        if issue.plan_ids.iter().any(Option::is_some) {
            object.serialize_field("planIds", &Each(names, issue.plan_ids.each_ref().map(Option::as_ref)))?;
        }
        let differences: Vec<DifferenceOut<'_>> =
            issue.differences.iter().map(|difference| DifferenceOut(difference, *sides)).collect();
        object.serialize_field("differences", &differences)?;
        if issue.limits.iter().any(Option::is_some) {
            let findings = issue.limits.each_ref().map(|failure| failure.as_ref().map(findings));
            object.serialize_field("diagnostics", &Each(names, findings))?;
        }
        object.end()
    }
}

/// `{"part","type"|"code","logicalKey"|"path","onlyIn","value"?}` or
/// `{…,"differs","values"?,"preconditions"?}`; `{"part":"outcome"}` and
/// `{"part":"planId"}` alone.
struct DifferenceOut<'a>(&'a Difference, Sides);

impl Serialize for DifferenceOut<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(difference, sides) = self;
        let [first, second] = sides.names();
        let mut object = serializer.serialize_map(None)?;
        match difference {
            Difference::Outcome => object.serialize_entry("part", "outcome")?,
            Difference::PlanId => object.serialize_entry("part", "planId")?,
            Difference::Only { entry, side, value } => {
                shape::<S>(&mut object, entry)?;
                object.serialize_entry("onlyIn", if *side == 0 { first } else { second })?;
                if let Some(value) = value {
                    object.serialize_entry("value", value)?;
                }
            }
            Difference::Changed { entry, aspects, values, conditions } => {
                shape::<S>(&mut object, entry)?;
                let aspects: Vec<&str> = aspects.iter().map(|aspect| aspect.as_str()).collect();
                object.serialize_entry("differs", &aspects)?;
                if let Some(values) = values {
                    let values = values.each_ref().map(Option::as_ref);
                    object.serialize_entry("values", &Each::<&Shown>([first, second], values))?;
                }
                if !conditions.is_empty() {
                    object.serialize_entry("preconditions", conditions)?;
                }
            }
        }
        object.end()
    }
}

fn shape<S: Serializer>(object: &mut S::SerializeMap, entry: &Shape) -> Result<(), S::Error> {
    use super::side::Part;
    let (kind, key) = match entry.part {
        Part::Operation | Part::Observation => ("type", "logicalKey"),
        Part::Diagnostic | Part::Notice => ("code", "path"),
    };
    object.serialize_entry("part", entry.part.as_str())?;
    object.serialize_entry(kind, entry.kind)?;
    object.serialize_entry(key, &entry.key)
}

impl Serialize for ReadingCost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let members = [
            ("restRequests", self.rest_requests),
            ("graphqlRequests", self.graphql_requests),
            ("graphqlPoints", self.graphql_points),
            ("pages", self.pages),
            ("responseBytes", self.response_bytes),
        ];
        let mut cost = serializer.serialize_map(Some(members.len()))?;
        for (name, value) in members {
            cost.serialize_entry(name, &value)?;
        }
        cost.end()
    }
}
