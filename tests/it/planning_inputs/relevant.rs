//! What always shows: no two states of a planning input give the same
//! fingerprint, whatever else is on the board; and no input is forgotten.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use yukh::observed::{
    Bindings, Completeness, Edges, FieldOption, IssueType, ItemParts, ProjectField, Relationships,
    SnapshotParts,
};
use yukh::scope::{FieldKind, RunScope};

use super::boards::boards;
use super::inputs::{Input, inputs, subject};

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2,
        failure_persistence: None,
        max_shrink_iters: 10,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_difference_in_a_planning_input_changes_the_fingerprint(board in boards(2)) {
        for Input { name, states } in inputs() {
            let mut seen = BTreeMap::new();
            for (at, state) in states.iter().enumerate() {
                let snapshot = state(subject(&board)).read();
                prop_assert!(snapshot.is_ok(), "{}, state {}: {:?}", name, at, snapshot);
                let fingerprint = snapshot.unwrap().fingerprint().to_owned();
                prop_assert_eq!(seen.insert(fingerprint, at), None, "{}, state {}", name, at);
            }
            prop_assert!(seen.len() > 1, "{}", name);
        }
    }
}

/// The inputs that cover each member of a type. The pattern names all of them,
/// so that a new member does not compile before somebody says what covers it.
macro_rules! covered {
    ($type:ident { $($member:ident => $inputs:expr),+ $(,)? }) => {{
        let _: fn($type) = |$type { $($member: _),+ }| ();
        [$($inputs.to_vec()),+].concat()
    }};
}

/// Costs, words for what an identity binds, and what is only shown.
const NO_INPUT: [&str; 0] = [];

/// What is observed only as a part of something else.
const ITS_PARTS: [&str; 0] = [];

/// What covers the scope and what belongs to no issue.
fn of_the_snapshot() -> Vec<&'static str> {
    [
        covered!(SnapshotParts {
            scope => ITS_PARTS,
            bindings => ITS_PARTS,
            fields => ["fields"],
            issues => ["presence of the item"],
            seen => ["other issues"],
            issue_types => ["issue types"],
            completeness => ITS_PARTS,
            accounting => NO_INPUT,
            checks => NO_INPUT,
        }),
        covered!(RunScope {
            subject => ["class of the token"],
            owner => NO_INPUT,
            repository => NO_INPUT,
            project_owner => NO_INPUT,
            project_owner_kind => NO_INPUT,
            project => ["number of the Project"],
            issues => ["requested issues"],
            items => NO_INPUT,
            budgets => NO_INPUT,
        }),
        covered!(Bindings {
            repository_owner_kind => ["kind of the repository's owner"],
            project_owner_kind => ["kind of the Project's owner"],
            repository => ["repository"],
            project => ["Project"],
        }),
        covered!(Completeness {
            schema => NO_INPUT,
            items => NO_INPUT,
            relationships => ["whether relationships could be read"],
            issue_types => ["issue types"],
            checks => NO_INPUT,
        }),
    ]
    .concat()
}

/// What covers the Project and the issues.
fn of_the_board() -> Vec<&'static str> {
    [
        covered!(ProjectField {
            reference => ["reference of a field"],
            name => ["name of a field"],
            kind => ["kind of a field"],
            options => ["options of a field"],
        }),
        covered!(FieldOption { reference => ["reference of an option"], name => ["options of a field"] }),
        covered!(IssueType { reference => ["reference of an issue type"], name => ["issue types"] }),
        covered!(ItemParts {
            issue => ["reference of the issue"],
            item => ["reference of the item"],
            issue_updated_at => ["time of the issue"],
            item_updated_at => ["time of the item"],
            body => ["body"],
            values => [&FieldKind::ALL.map(FieldKind::as_str)[..], &["fields that are compared"]].concat(),
            labels => ["labels"],
            issue_type => ["issue type"],
            milestone => ["milestone"],
            issue_fields => ["issue fields"],
            relationships => ITS_PARTS,
        }),
        covered!(Relationships {
            parent => ["parent"],
            blocked_by => ["blocked by"],
            blocking => ["blocking"],
            sub_issues => ["sub-issues", "whether sub-issues are known"],
        }),
        covered!(Edges { local => ["blocking"], foreign => ["blocking"], hidden => ["blocking"] }),
    ]
    .concat()
}

#[test]
fn every_member_of_what_is_observed_has_its_input() {
    let covered: BTreeSet<&str> = of_the_snapshot().into_iter().chain(of_the_board()).collect();
    let named: Vec<&str> = inputs().iter().map(|input| input.name).collect();
    assert_eq!(covered, named.iter().copied().collect(), "each input stands for a member, and exists");
    assert_eq!(covered.len(), named.len(), "each once");
}
