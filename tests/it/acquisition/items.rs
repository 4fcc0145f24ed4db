//! Step 4: which items are the requested issues', and what it means when there
//! is none.

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Stage};
use yukh::observed::{Absence, IssueObservation, Known};
use yukh::scope::ItemsFilter;

use super::fake::{Run, item_of, number, parts, remove};
use crate::support::world::{Content, Place, World};

const SNAPSHOT: (Code, Option<Stage>) = (Code::Snapshot001, Some(Stage::Items));
const MALFORMED: (Code, Option<Stage>) = (Code::Rest001, Some(Stage::Items));

#[test]
fn b21_decision_30_an_issue_without_an_item_is_absent_in_a_complete_snapshot() {
    let snapshot = Run::of(World::organization(), [1, 99]).snapshot();
    assert_eq!(snapshot.issue(number(99)), Some(&IssueObservation::Missing(Absence::Absent)));
    parts(&snapshot, 1);
}

#[test]
fn trap_04_one_absent_issue_of_a_hundred_leaves_the_others_observed() {
    let mut world = World::organization();
    for issue in 10..=108 {
        world.add_issue(issue);
    }
    let snapshot = Run::of(world, 10..=109).snapshot();
    let absent = |observation: &IssueObservation| *observation == IssueObservation::Missing(Absence::Absent);
    assert_eq!(snapshot.issues().filter(|(_, observation)| absent(observation)).count(), 1);
    assert_eq!(snapshot.issues().count(), 100);
}

#[test]
fn b20_trap_05_decision_31_absence_beside_an_unreadable_item_is_ambiguous() {
    let unreadable: [fn(&mut World); 2] = [
        |world| {
            world.add(Content::Redacted);
        },
        |world| {
            world.add(Content::Unsaid);
        },
    ];
    for make in unreadable {
        let mut world = World::organization();
        make(&mut world);
        assert_eq!(Run::of(world.clone(), [1, 99]).failure(), SNAPSHOT);

        let found = Run::of(world, [1, 2]).snapshot();
        assert_eq!(found.accounting().unreadable, 1, "counted where every issue was found");
    }
}

#[test]
fn decision_31_an_item_that_does_not_say_what_it_is_is_unreadable() {
    let edits: [fn(&mut Json); 5] = [
        |item| item["content_type"] = json!("Redacted"),
        |item| item["content_type"] = json!("Discussion"),
        |item| remove(&mut item["content"], "number"),
        |item| item["content"]["number"] = json!(null),
        |item| {
            remove(&mut item["content"], "repository");
            remove(&mut item["content"], "repository_url");
        },
    ];
    for edit in edits {
        let edited = move |issues: [u64; 1]| {
            Run::of(World::organization(), issues).edit(Stage::Items, move |items| edit(&mut items[0]))
        };
        assert_eq!(edited([1]).failure(), SNAPSHOT);
        assert_eq!(edited([2]).snapshot().accounting().unreadable, 1);
    }
}

#[test]
fn decision_32_drafts_are_counted_and_never_an_issue() {
    let snapshot = Run::of(World::organization(), [1, 99]).snapshot();
    assert_eq!((snapshot.accounting().items, snapshot.accounting().drafts), (6, 1));
    assert_eq!(snapshot.accounting().unreadable, 0);
}

#[test]
fn b14_trap_25_decision_33_a_requested_number_that_is_a_pull_request_breaks_the_binding() {
    assert_eq!(Run::of(World::organization(), [1, 5]).failure(), SNAPSHOT);
    let disguised = Run::of(World::organization(), [1])
        .edit(Stage::Items, |items| items[0]["content"]["pull_request"] = json!({ "url": "https://x" }));
    assert_eq!(disguised.failure(), SNAPSHOT);
}

#[test]
fn decision_44_a_pull_request_is_not_seen_as_an_issue() {
    let snapshot = Run::of(World::organization(), [1]).snapshot();
    assert!(!snapshot.has_seen(number(5)));
}

#[test]
fn a_pull_request_of_another_repository_with_the_number_is_not_in_the_way() {
    let run = Run::of(World::organization(), [5]).edit(Stage::Items, |items| {
        let content = &mut item_of(items, 5)["content"];
        remove(content, "repository");
        content["base"]["repo"]["id"] = json!(1);
        content["base"]["repo"]["full_name"] = json!("another/greenhouse");
    });
    assert_eq!(run.snapshot().issue(number(5)), Some(&IssueObservation::Missing(Absence::Absent)));
}

#[test]
fn b19_decision_34_an_archived_item_is_archived_and_not_absent() {
    let mut world = World::organization();
    world.item(3).archived = true;
    let snapshot = Run::of(world, [3]).snapshot();
    assert_eq!(snapshot.issue(number(3)), Some(&IssueObservation::Missing(Absence::Archived)));
    assert!(snapshot.has_seen(number(3)));
}

#[test]
fn decision_34_a_live_item_wins_over_an_archived_one_and_two_live_ones_are_a_duplicate() {
    for archived_first in [true, false] {
        let mut world = World::organization();
        world.add_issue(3).archived = !archived_first;
        world.item(3).archived = archived_first;
        parts(&Run::of(world, [3]).snapshot(), 3);
    }
    let mut world = World::organization();
    world.add_issue(3);
    assert_eq!(Run::of(world.clone(), [3]).failure(), SNAPSHOT);
    Run::of(world, [1]).snapshot();
}

#[test]
fn an_item_that_does_not_say_whether_it_is_archived_is_malformed() {
    let run =
        Run::of(World::organization(), [1]).edit(Stage::Items, |items| remove(&mut items[4], "archived_at"));
    assert_eq!(run.failure(), MALFORMED);
}

#[test]
fn trap_07_decision_35_an_item_that_comes_twice_means_that_the_pages_moved() {
    let mut world = World::organization();
    world.wording.page_size = 4;
    let run = Run::of(world, [1]).change(Stage::Items, |page, reply| {
        reply.edit(|items| {
            if page == 1 {
                items[0]["id"] = json!(81_004);
            }
        })
    });
    assert_eq!(run.failure(), SNAPSHOT, "of an issue that nobody asked for");
}

#[test]
fn decision_36_the_repository_is_known_by_either_member() {
    for (by_repository, by_url) in [(true, true), (true, false), (false, true)] {
        let mut world = World::organization();
        world.wording.content_repository = by_repository;
        world.wording.repository_url = by_url;
        let snapshot = Run::of(world, [1, 2]).snapshot();
        parts(&snapshot, 2);
        assert!(snapshot.has_seen(number(4)));
    }
}

#[test]
fn decision_36_names_are_compared_ignoring_case_and_numbers_as_numbers() {
    let edits: [fn(&mut Json); 3] = [
        |content| content["repository"]["full_name"] = json!("Acme-Garden/GREENHOUSE"),
        |content| content["repository_url"] = json!("https://api.github.com/repos/ACME-garden/Greenhouse"),
        |content| content["repository_url"] = json!("https://api.github.com/repositories/77001"),
    ];
    for edit in edits {
        let run = Run::of(World::organization(), [1])
            .edit(Stage::Items, move |items| edit(&mut items[0]["content"]));
        parts(&run.snapshot(), 1);
    }
}

#[test]
fn decision_36_members_that_disagree_about_the_repository_discard_the_snapshot() {
    let edits: [fn(&mut Json); 4] = [
        |content| content["repository"]["id"] = json!(1),
        |content| content["repository"]["full_name"] = json!("acme-garden/orchard"),
        |content| content["repository_url"] = json!("https://api.github.com/repos/acme-garden/orchard"),
        |content| content["repository_url"] = json!("https://api.github.com/repositories/1"),
    ];
    for edit in edits {
        let run = Run::of(World::organization(), [1])
            .edit(Stage::Items, move |items| edit(&mut items[3]["content"]));
        assert_eq!(run.failure(), SNAPSHOT);
    }
}

#[test]
fn decision_36_a_member_that_names_no_repository_does_not_make_an_issue_absent() {
    let edited = |member: &'static str, value: &'static str, issue: u64| {
        Run::of(World::organization(), [issue]).edit(Stage::Items, move |items| {
            let content = &mut item_of(items, 1)["content"];
            remove(content, "repository");
            remove(content, "repository_url");
            match member {
                "full_name" => content["repository"] = json!({ "full_name": value }),
                _ => content[member] = json!(value),
            }
        })
    };
    for (member, value) in [
        ("repository_url", ""),
        ("repository_url", "https://api.example/repos/acme-garden/greenhouse"),
        ("repository_url", "https://api.github.com/repos/acme-garden"),
        ("repository_url", "https://api.github.com/repos/acme-garden/greenhouse/"),
        ("repository_url", "https://api.github.com/repositories/0x1"),
        ("full_name", ""),
        ("full_name", "greenhouse"),
        ("full_name", "/greenhouse"),
    ] {
        assert_eq!(edited(member, value, 1).failure(), SNAPSHOT, "{member} {value}");
        assert_eq!(edited(member, value, 2).snapshot().accounting().unreadable, 1, "{member} {value}");
    }
}

#[test]
fn trap_10_an_issue_of_another_repository_with_the_number_is_not_the_issue() {
    for (by_repository, by_url) in [(true, true), (true, false), (false, true)] {
        let mut world = World::organization();
        world.wording.content_repository = by_repository;
        world.wording.repository_url = by_url;
        world.add_issue(Place::elsewhere("acme-garden/orchard", 77));
        let snapshot = Run::of(world, [77]).snapshot();
        assert_eq!(snapshot.issue(number(77)), Some(&IssueObservation::Missing(Absence::Absent)));
        assert!(!snapshot.has_seen(number(77)));
    }
}

#[test]
fn decision_42_every_issue_of_the_repository_is_seen_requested_or_not() {
    let snapshot = Run::of(World::organization(), [1]).snapshot();
    assert!((1..=4).all(|issue| snapshot.has_seen(number(issue))));
    assert!(!snapshot.has_seen(number(6)));
}

#[test]
fn decision_47_the_repository_filter_is_sent_and_leaves_a_missing_issue_unresolved() {
    let filtered = |issues: Vec<u64>| {
        let mut run = Run::of(World::organization(), issues);
        run.scope.items = ItemsFilter::Repository;
        run
    };
    assert_eq!(filtered(vec![1, 99]).failure(), SNAPSHOT);
    let run = filtered(vec![1, 2]);
    run.snapshot();
    let asked = format!("{:?}", run.operations());
    assert!(asked.contains("repository: Some((Login(\"acme-garden\"), RepositoryName(\"greenhouse\")))"));
}

#[test]
fn the_body_may_be_null_but_not_left_out() {
    let null = Run::of(World::organization(), [1])
        .edit(Stage::Items, |items| items[0]["content"]["body"] = json!(null));
    assert_eq!(parts(&null.snapshot(), 1).body, None);
    let absent = Run::of(World::organization(), [1])
        .edit(Stage::Items, |items| remove(&mut items[0]["content"], "body"));
    assert_eq!(absent.failure(), MALFORMED);
}

#[test]
fn a_body_is_bounded_in_bytes() {
    let sized = |bytes: usize| {
        Run::of(World::organization(), [1]).edit(Stage::Items, move |items| {
            let body = format!("{}{}", "a".repeat(bytes % 2), "é".repeat(bytes / 2));
            items[0]["content"]["body"] = json!(body);
        })
    };
    sized(256 * 1024).snapshot();
    assert_eq!(sized(256 * 1024 + 1).failure(), (Code::GithubRead005, Some(Stage::Items)));
}

#[test]
fn labels_are_texts_or_objects_and_one_without_a_name_makes_them_unknown() {
    let labelled = |labels: Json| {
        Run::of(World::organization(), [1])
            .edit(Stage::Items, move |items| items[0]["content"]["labels"] = labels.clone())
    };
    let names = |run: Run| {
        let snapshot = run.snapshot();
        let labels = parts(&snapshot, 1).labels.as_known().cloned();
        labels.map(|labels| labels.iter().map(|label| label.expose().to_owned()).collect::<Vec<_>>())
    };
    let both = labelled(json!(["soil", { "name": "sun", "color": "ffffff" }]));
    assert_eq!(names(both), Some(vec!["soil".to_owned(), "sun".to_owned()]));
    assert_eq!(names(labelled(json!([]))), Some(Vec::new()));
    assert_eq!(names(labelled(json!(["soil", { "color": "ffffff" }]))), None);
    assert_eq!(labelled(json!([7])).failure(), MALFORMED);
    let absent = Run::of(World::organization(), [1])
        .edit(Stage::Items, |items| remove(&mut items[0]["content"], "labels"));
    assert_eq!(names(absent), None);
}

#[test]
fn b45_the_issue_type_is_the_name_of_the_rest_object() {
    let snapshot = Run::of(World::organization(), [1, 2]).snapshot();
    let name = |issue| match &parts(&snapshot, issue).issue_type {
        Known::Known(name) => name.as_ref().map(|name| name.expose().to_owned()),
        Known::Unknown => panic!("known"),
    };
    assert_eq!(name(2), Some("Task".to_owned()));
    assert_eq!(name(1), None, "null is known to be none");

    let mut world = World::organization();
    world.wording.issue_type = false;
    let snapshot = Run::of(world, [2]).snapshot();
    assert_eq!(parts(&snapshot, 2).issue_type, Known::Unknown, "left out is not none");

    let text = Run::of(World::organization(), [2])
        .edit(Stage::Items, |items| items[1]["content"]["type"] = json!("Task"));
    assert_eq!(text.failure(), MALFORMED);
}

#[test]
fn the_milestone_is_a_title_none_or_unknown() {
    let mut world = World::organization();
    world.issue(1).milestone = Some("Spring planting".to_owned());
    let snapshot = Run::of(world, [1, 2]).snapshot();
    let milestone = parts(&snapshot, 1).milestone.as_known().unwrap().as_ref().unwrap();
    assert_eq!(milestone.expose(), "Spring planting");
    assert_eq!(parts(&snapshot, 2).milestone, Known::Known(None));
    let absent = Run::of(World::organization(), [1])
        .edit(Stage::Items, |items| remove(&mut items[0]["content"], "milestone"));
    assert_eq!(parts(&absent.snapshot(), 1).milestone, Known::Unknown);
}

#[test]
fn members_that_planning_binds_to_may_not_be_missing() {
    for member in ["node_id", "updated_at"] {
        let run = Run::of(World::organization(), [1])
            .edit(Stage::Items, move |items| remove(&mut items[0]["content"], member));
        assert_eq!(run.failure(), MALFORMED, "{member}");
    }
    for number in [json!(0), json!(9_007_199_254_740_992_u64), json!(-1), json!(1.5), json!("1")] {
        let run = Run::of(World::organization(), [1]).edit(Stage::Items, {
            let number = number.clone();
            move |items| items[0]["content"]["number"] = number.clone()
        });
        assert_eq!(run.failure(), MALFORMED, "{number}");
    }
}
