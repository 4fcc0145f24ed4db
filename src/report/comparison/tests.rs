//! Each thing that a plan says, changed on one side alone.

use std::collections::BTreeMap;

use super::difference::{Difference, differences};
use super::side::{Aspect, Ended, Entry, Part, Side};
use super::{ComparedIssue, Comparison, ComparisonStatus, Pair, markdown, text};
use crate::diagnostic::{Code, ExitClass, Face, Failure};
use crate::report::{Colour, Outcome};

fn entry(part: Part, kind: &'static str, key: &str) -> Entry {
    let aspects = match part {
        Part::Operation => vec![
            Aspect::Desired,
            Aspect::Reason,
            Aspect::Preconditions,
            Aspect::References,
            Aspect::DependsOn,
        ],
        Part::Observation => vec![Aspect::DisplayValue],
        Part::Diagnostic | Part::Notice => vec![Aspect::Place],
    };
    Entry {
        part,
        kind,
        key: key.to_owned(),
        identity: format!("{kind} {key}"),
        value: None,
        aspects: aspects.into_iter().map(|aspect| (aspect, "same".to_owned())).collect(),
        conditions: BTreeMap::from([
            ("item_fingerprint", "same".to_owned()),
            ("old_value", "same".to_owned()),
        ]),
    }
}

/// A plan with two operations, an agreement, a finding and a notice.
fn side() -> Side {
    Side {
        ended: Ended::Judged(Outcome::Planned),
        plan_id: Some("0".repeat(64)),
        whole: "same".to_owned(),
        entries: vec![
            entry(Part::Operation, "set_field_value", "area"),
            entry(Part::Operation, "set_field_value", "size"),
            entry(Part::Observation, "preserve_parent", "parent"),
            entry(Part::Diagnostic, "YKP-PLAN-003", "$.iteration"),
            entry(Part::Notice, "YKP-CONTRACT-012", "$"),
        ],
    }
}

/// What is told where the second side is the first with a change.
fn told(change: impl FnOnce(&mut Side)) -> Vec<Difference> {
    let first = side();
    let mut second = first.clone();
    change(&mut second);
    let there = differences([&first, &second]);
    assert_eq!(differences([&second, &first]).len(), there.len(), "it is told from either side");
    there
}

#[test]
fn a_side_does_not_differ_from_itself() {
    assert_eq!(told(|_| ()), []);
}

#[test]
fn every_aspect_of_every_entry_is_told_by_its_name() {
    for (index, entry) in side().entries.iter().enumerate() {
        for aspect in entry.aspects.keys() {
            let found = told(|side| {
                side.entries[index].aspects.insert(*aspect, "other".to_owned());
            });
            let [Difference::Changed { entry: shape, aspects, .. }] = &found[..] else {
                panic!("{aspect:?}: {found:?}")
            };
            assert_eq!((shape.part, shape.kind, &shape.key), (entry.part, entry.kind, &entry.key));
            assert_eq!(aspects.iter().collect::<Vec<_>>(), [aspect]);
        }
    }
}

#[test]
fn the_kinds_of_preconditions_that_differ_are_told_and_not_what_they_expect() {
    let found = told(|side| {
        side.entries[0].aspects.insert(Aspect::Preconditions, "other".to_owned());
        side.entries[0].conditions.insert("old_value", "other".to_owned());
    });
    let [Difference::Changed { conditions, .. }] = &found[..] else { panic!("{found:?}") };
    assert_eq!(conditions.iter().copied().collect::<Vec<_>>(), ["old_value"]);
}

#[test]
fn an_entry_of_one_side_alone_is_told_with_its_side() {
    for index in 0..side().entries.len() {
        let found = told(|side| {
            side.entries.remove(index);
        });
        assert!(matches!(&found[..], [Difference::Only { side: 0, .. }]), "{found:?}");
        let found = told(|side| {
            let mut more = side.entries[index].clone();
            more.identity = "another".to_owned();
            side.entries.push(more);
        });
        assert!(matches!(&found[..], [Difference::Only { side: 1, .. }]), "{found:?}");
    }
    let found = told(|side| side.entries.push(side.entries[0].clone()));
    assert!(matches!(&found[..], [Difference::Only { side: 1, .. }]), "an entry counts each time: {found:?}");
}

#[test]
fn another_order_is_told() {
    let found = told(|side| side.entries.swap(0, 1));
    assert_eq!(found.len(), 2);
    for found in found {
        let Difference::Changed { aspects, .. } = found else { panic!("{found:?}") };
        assert_eq!(aspects.into_iter().collect::<Vec<_>>(), [Aspect::Order]);
    }
}

#[test]
fn what_nothing_listed_explains_is_told_by_the_plan_id() {
    assert_eq!(told(|side| side.plan_id = Some("1".repeat(64))), [Difference::PlanId]);
    assert_eq!(told(|side| side.whole = "other".to_owned()), [Difference::PlanId]);
    // A notice or a place is no part of a plan and explains nothing.
    let found = told(|side| {
        side.whole = "other".to_owned();
        side.entries[3].aspects.insert(Aspect::Place, "other".to_owned());
        side.entries.pop();
    });
    assert!(found.contains(&Difference::PlanId) && found.len() == 3, "{found:?}");
    let found = told(|side| {
        side.whole = "other".to_owned();
        side.entries[0].aspects.insert(Aspect::Reason, "other".to_owned());
    });
    assert!(!found.contains(&Difference::PlanId), "{found:?}");
}

#[test]
fn each_outcome_differs_from_every_other() {
    let sides = [
        side(),
        Side::without_plan(Outcome::NoContract, &[]),
        Side::without_plan(Outcome::Absent, &[]),
        Side::without_plan(Outcome::Archived, &[]),
        Side::failed(&Failure::of(Code::Schema004)),
    ];
    for (index, first) in sides.iter().enumerate() {
        for (other, second) in sides.iter().enumerate() {
            let found = differences([first, second]);
            assert_eq!(found.first() == Some(&Difference::Outcome), index != other, "{found:?}");
            assert_eq!(found.is_empty(), index == other, "{found:?}");
        }
    }
    let other = Side::failed(&Failure::of(Code::Schema005));
    assert_eq!(differences([&sides[4], &other]).len(), 2);
}

#[test]
fn a_deferred_side_is_equal_to_nothing_and_no_difference_hides_it() {
    let deferred = Side::failed(&Failure::of(Code::Rate001));
    for other in [side(), deferred.clone(), Side::without_plan(Outcome::Absent, &[])] {
        for sides in [[deferred.clone(), other.clone()], [other.clone(), deferred.clone()]] {
            let issue = ComparedIssue::of(None, &sides);
            assert_eq!((issue.status(), issue.differences()), (ComparisonStatus::Deferred, 0));
        }
    }
    let different = ComparedIssue::of(None, &[side(), Side::without_plan(Outcome::Absent, &[])]);
    let waiting = ComparedIssue::of(None, &[side(), deferred]);
    assert_eq!(Pair::read(vec![waiting, different]).status(), ComparisonStatus::Deferred);
}

/// As many issues that are different, each with as many differences.
fn many(issues: usize, differences: usize) -> Comparison {
    let mut other = side();
    let further = (0..differences).map(|at| entry(Part::Notice, "YKP-CONTRACT-012", &format!("$.a{at}")));
    other.entries.extend(further);
    let issue = ComparedIssue::of(None, &[side(), other]);
    assert_eq!(issue.differences(), differences);
    Comparison::of_readers(vec![Pair::read(vec![issue; issues])]).unwrap()
}

#[test]
fn a_page_has_an_end_and_says_what_it_leaves_out() {
    for page in [
        |comparison: &Comparison| text(comparison, Colour::Never, Face::CommandLine),
        |comparison: &Comparison| markdown(comparison, Face::CommandLine),
    ] {
        let all = page(&many(200, 50));
        assert!(!all.contains("in the JSON"), "{all}");
        let cut = page(&many(203, 53));
        assert_eq!(cut.matches("and 3 more differences, in the JSON").count(), 200);
        assert_eq!(cut.matches("and 3 more issues, in the JSON").count(), 1);
        assert_eq!(cut.matches("$.a0").count(), 200);
    }
}

#[test]
fn what_was_not_read_is_told_before_what_differs_and_hides_none_of_it() {
    let unread = |code| Pair::unread([Some(Failure::of(code)), None]);
    let different = || many(1, 1).pairs().to_vec();
    for (code, status, exit) in [
        (Code::Rate001, ComparisonStatus::Deferred, ExitClass::Deferred),
        (Code::Rest001, ComparisonStatus::Error, Failure::of(Code::Rest001).class().exit()),
    ] {
        let mut pairs = different();
        pairs.push(unread(code));
        let comparison = Comparison::of_readers(pairs).unwrap();
        assert_eq!((comparison.status(), comparison.exit()), (status, exit));
        let page = text(&comparison, Colour::Never, Face::CommandLine);
        let headline = page.lines().next().unwrap();
        assert!(headline.contains("no verdict") && headline.ends_with("1 issue, 1 different"), "{headline}");
        let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("docs/equivalence.md") && words.contains("is not equal"), "{page}");
        assert!(comparison.object().contains(r#""comparisons":2,"unread":1,"issues":1"#));
    }
}
