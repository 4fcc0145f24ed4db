//! What must hold of every plan, whatever is declared and observed.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::btree_set;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::super::testing::{Declare as _, World, display, edges, issue, legacy, native, text};
use super::super::{
    EffectiveSchema, Graph, ObservedItem, OperationKind, Plan, PlanInputs, PlanScope, RawValue, References,
    plan_on,
};
use crate::desired::Desired;
use crate::observed::{Edges, Known, ObservedValue, Parent, ProviderText};
use crate::scope::canonical::digest;
use crate::scope::{FieldKind, OwnerKind};

const OPTIONS: [&str; 3] = ["One", "Two", "Three"];
const KEYS: [(&str, &str); 3] = [("one", "One"), ("two", "Two"), ("three", "Three")];
const LABELS: [(&str, &str); 3] = [("bug", "type:bug"), ("task", ":memo: task"), ("epic", "Epic")];
const SPELLINGS: [&str; 6] = ["type:bug", "Type:Bug", "📝 task", ":memo: task", "epic", "unmanaged"];

/// One field: whether the Project has it, with which options, its value, and
/// what is declared.
#[derive(Clone, Debug)]
struct Field {
    exists: bool,
    options: Vec<&'static str>,
    value: Option<&'static str>,
    declared: Option<&'static str>,
}

fn field() -> impl Strategy<Value = Field> {
    let options = subsequence(OPTIONS.to_vec(), 0..=3);
    let value = || option::of(select(OPTIONS.to_vec()));
    (any::<bool>(), options, value(), value()).prop_map(|(exists, options, value, declared)| Field {
        exists,
        options,
        value,
        declared,
    })
}

#[derive(Clone, Debug)]
struct Relations {
    observed_parent: Option<u64>,
    observed_blocking: BTreeSet<u64>,
    observed_blocked_by: BTreeSet<u64>,
    hidden: u32,
    parent: Option<u64>,
    blocks: BTreeSet<u64>,
    blocked_by: BTreeSet<u64>,
}

fn relations() -> impl Strategy<Value = Relations> {
    let numbers = |range: std::ops::RangeInclusive<u64>| btree_set(range, 0..3);
    let parent = || option::of(2..=5_u64);
    (parent(), numbers(2..=4), numbers(6..=9), 0..2_u32, parent(), numbers(2..=6), numbers(6..=10)).prop_map(
        |(observed_parent, observed_blocking, observed_blocked_by, hidden, parent, blocks, blocked_by)| {
            Relations {
                observed_parent,
                observed_blocking,
                observed_blocked_by,
                hidden,
                parent,
                blocks,
                blocked_by,
            }
        },
    )
}

fn list(numbers: &BTreeSet<u64>) -> Vec<u64> {
    numbers.iter().copied().collect()
}

/// The fields and relations of a case in both the world and the declaration.
fn build(desired: Desired, select_field: &Field, number: &Field, relations: &Relations) -> (World, Desired) {
    let mut world = World::new();
    let mut desired = desired.field("area", "Area", FieldKind::SingleSelect, &KEYS).field(
        "estimate",
        "Estimate",
        FieldKind::Number,
        &[],
    );
    if select_field.exists {
        world = world.field("Area", FieldKind::SingleSelect, &select_field.options);
        world = world.value("Area", select_field.value.and_then(text));
    }
    if number.exists {
        let value = number.value.map(size).map(ObservedValue::Number);
        world = world.field("Estimate", FieldKind::Number, &[]).value("Estimate", value);
    }
    if let Some(declared) = select_field.declared {
        desired = desired.value("area", declared);
    }
    if let Some(declared) = number.declared {
        desired = desired.value("estimate", size(declared));
    }
    if let Some(parent) = relations.parent {
        desired = desired.parent(parent);
    }
    desired = desired.dependencies(&list(&relations.blocks), &list(&relations.blocked_by));
    let observed = world.relationships();
    observed.parent = relations.observed_parent.map_or(Parent::None, |number| Parent::Local(issue(number)));
    observed.blocking = Edges { hidden: relations.hidden, ..edges(&list(&relations.observed_blocking)) };
    observed.blocked_by = edges(&list(&relations.observed_blocked_by));
    (world, desired)
}

#[expect(clippy::cast_precision_loss, reason = "the length of a word")]
fn size(word: &str) -> f64 {
    word.len() as f64 - 3.0
}

fn native_case() -> impl Strategy<Value = (World, Desired)> {
    (field(), field(), relations())
        .prop_map(|(area, estimate, relations)| build(native(), &area, &estimate, &relations))
}

fn legacy_case() -> impl Strategy<Value = (World, Desired)> {
    let milestone = || option::of(select(OPTIONS.to_vec()));
    let kinds = (field(), any::<bool>(), option::of(select(OPTIONS.to_vec())));
    let labels = (
        subsequence(LABELS.to_vec(), 0..=3),
        subsequence(LABELS.to_vec(), 0..=3),
        subsequence(SPELLINGS.to_vec(), 0..=6),
    );
    (field(), field(), relations(), kinds, labels, milestone(), milestone()).prop_map(
        |(area, estimate, relations, (kind, is_user, team), (managed, wanted, present), title, observed)| {
            let (mut world, mut desired) = build(legacy(), &area, &estimate, &relations);
            world = world.labels(&present).offers(&OPTIONS);
            if is_user {
                world.owner = OwnerKind::User;
            }
            if kind.exists {
                world = world.field("Work Type", FieldKind::SingleSelect, &OPTIONS);
                world = world.value("Work Type", kind.value.filter(|_| is_user).and_then(text));
            }
            if let Some(declared) = kind.declared {
                desired = desired.issue_type("kind", "Work Type", declared);
            }
            if let Some(team) = team.filter(|_| !is_user) {
                desired = desired.issue_field("team", "Team", team);
            }
            for (value, name) in managed {
                desired = desired.label(("kind", value), name, wanted.contains(&(value, name)));
            }
            desired.milestone = Some(title.map(display));
            world.item().milestone = Known::Known(observed.map(ProviderText::new));
            (world, desired)
        },
    )
}

fn any_case() -> impl Strategy<Value = (World, Desired)> {
    prop_oneof![native_case(), legacy_case()]
}

fn operation_kinds(plan: &Plan) -> BTreeSet<&'static str> {
    plan.operations().iter().map(|operation| operation.kind.as_str()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_plan_that_was_applied_leaves_nothing_to_plan((mut world, desired) in any_case()) {
        let first = world.plan(&desired);
        prop_assume!(first.is_executable());
        world.apply(&desired, &first);
        let second = world.plan(&desired);
        prop_assert!(second.is_converged(), "{:?}", super::super::testing::lines(&second));
    }

    #[test]
    fn the_order_of_the_provider_changes_nothing(
        (world, desired) in any_case(),
        turn in 0..6_usize,
    ) {
        let mut turned = world.clone();
        turned.fields.reverse();
        for field in &mut turned.fields {
            let turn = turn.min(field.options.len());
            field.options.rotate_left(turn);
        }
        if let Some(types) = &mut turned.issue_types {
            types.reverse();
        }
        let (first, second) = (world.plan(&desired), turned.plan(&desired));
        prop_assert_eq!(first.canonical(), second.canonical());
        prop_assert_eq!(first, second);
    }

    #[test]
    fn a_native_plan_removes_nothing_and_a_legacy_plan_adds_no_option((world, desired) in any_case()) {
        let kinds = operation_kinds(&world.plan(&desired));
        let forbidden: &[OperationKind] = match desired.dialect {
            crate::desired::Dialect::Native => &[
                OperationKind::RemoveLabel,
                OperationKind::RemoveDependency,
                OperationKind::RemoveBlocking,
                OperationKind::SetMilestone,
            ],
            crate::desired::Dialect::Legacy => &[OperationKind::AddOption],
        };
        prop_assert!(forbidden.iter().all(|kind| !kinds.contains(kind.as_str())), "{kinds:?}");
    }

    #[test]
    fn the_id_is_the_digest_of_the_canonical_form_without_it((world, desired) in any_case()) {
        let plan = world.plan(&desired);
        let mut form: serde_json::Value = serde_json::from_str(&plan.canonical()).unwrap();
        let id = form.as_object_mut().unwrap().remove("planId").unwrap();
        prop_assert_eq!(id.as_str(), Some(plan.id()));
        prop_assert_eq!(digest(&form), plan.id());
    }

    #[test]
    fn operations_are_unique_and_come_after_what_they_depend_on((world, desired) in any_case()) {
        let plan = world.plan(&desired);
        let mut done = BTreeSet::new();
        for operation in plan.operations() {
            prop_assert!(operation.depends_on.iter().all(|key| done.contains(key.as_str())));
            prop_assert!(done.insert(operation.key.as_str()));
        }
    }

    #[test]
    fn the_order_of_nodes_and_edges_changes_nothing(
        relations in relations(),
        nodes in Just((1..=10_u64).collect::<Vec<_>>()).prop_shuffle(),
        turn in 0..8_usize,
    ) {
        let (_, desired) = build(native(), &NOTHING, &NOTHING, &relations);
        let mut blocks: Vec<(u64, u64)> = relations.observed_blocking.iter().map(|to| (1, *to)).collect();
        blocks.extend(relations.observed_blocked_by.iter().map(|from| (*from, 1)));
        let sorted: Vec<u64> = (1..=10).collect();
        let plan_of = |nodes: &[u64], blocks: &[(u64, u64)]| {
            let references = References {
                subject: "subject",
                repository: "repository",
                project: "project",
                issue: "issue",
                number: 1,
            };
            let item = BTreeMap::from([("area".to_owned(), RawValue::Null)]);
            let inputs = PlanInputs::new(
                PlanScope::new(references),
                EffectiveSchema::calculate(desired.dialect, &BTreeMap::new(), &[]),
                ObservedItem::new(item, "fingerprint"),
                Graph::new(nodes, &[], blocks),
            );
            inputs.map(|inputs| plan_on(&desired, &inputs))
        };
        let first = plan_of(&sorted, &blocks);
        let turn = turn.min(blocks.len());
        blocks.rotate_left(turn);
        prop_assert_eq!(first, plan_of(&nodes, &blocks));
    }
}

const NOTHING: Field = Field { exists: false, options: Vec::new(), value: None, declared: None };
