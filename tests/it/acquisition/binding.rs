//! Steps 1 and 2: the answers are about what was asked for.

use serde_json::json;
use yukh::diagnostic::{Code, Stage};
use yukh::scope::{Login, OwnerKind, ProjectNumber, RepositoryName, SubjectClass};

use super::fake::{Run, remove};
use crate::support::world::{Account, World};

#[test]
fn trap_02_the_repository_must_be_the_one_that_was_asked_for() {
    let edits: [fn(&mut serde_json::Value); 3] = [
        |repository| repository["full_name"] = json!("acme-garden/glasshouse"),
        |repository| repository["full_name"] = json!("another/greenhouse"),
        |repository| repository["owner"]["login"] = json!("another"),
    ];
    for edit in edits {
        let run = Run::of(World::organization(), [1]).edit(Stage::Repository, edit);
        assert_eq!(run.failure(), (Code::Snapshot001, Some(Stage::Repository)));
        assert_eq!(run.stages(), [Stage::Repository]);
    }
}

#[test]
fn trap_02_a_differently_cased_scope_gives_the_snapshot_with_githubs_spelling() {
    let mut shouting = Run::of(World::organization(), [1, 2]);
    shouting.scope.owner = Login::parse("ACME-Garden").unwrap();
    shouting.scope.project_owner = Login::parse("Acme-GARDEN").unwrap();
    shouting.scope.repository = RepositoryName::parse("GreenHouse").unwrap();
    let (loud, plain) = (shouting.snapshot(), Run::of(World::organization(), [1, 2]).snapshot());
    assert_eq!(loud.fingerprint(), plain.fingerprint());
    assert_eq!(loud.scope().owner.as_str(), "acme-garden");
    assert_eq!(loud.scope().project_owner.as_str(), "acme-garden");
    assert_eq!(loud.scope().repository.as_str(), "greenhouse");
}

#[test]
fn trap_03_the_project_must_be_the_one_that_was_asked_for() {
    let edits: [fn(&mut serde_json::Value); 4] = [
        |project| project["number"] = json!(5),
        |project| project["owner"]["login"] = json!("another"),
        |project| project["owner"]["type"] = json!("User"),
        |project| project["owner"]["id"] = json!(99),
    ];
    for edit in edits {
        let run = Run::of(World::organization(), [1]).edit(Stage::Project, edit);
        assert_eq!(run.failure(), (Code::Snapshot001, Some(Stage::Project)));
    }
}

#[test]
fn trap_03_fields_and_items_of_another_project_discard_the_snapshot() {
    let with = |stage, url: &'static str| {
        Run::of(World::organization(), [1]).edit(stage, move |entries| entries[3]["project_url"] = json!(url))
    };
    for stage in [Stage::Fields, Stage::Items] {
        for other in [
            "https://api.github.com/orgs/acme-garden/projectsV2/5",
            "https://api.github.com/orgs/another/projectsV2/4",
            "https://api.github.com/users/acme-garden/projectsV2/4",
            "https://api.github.com/organizations/99/projectsV2/4",
        ] {
            assert_eq!(with(stage, other).failure(), (Code::Snapshot001, Some(stage)), "{other}");
        }
        for same in [
            "https://api.github.com/orgs/Acme-Garden/projectsV2/4",
            "https://api.github.com/organizations/1234/projectsV2/4",
            "https://api.github.com/projects/40004",
        ] {
            with(stage, same).snapshot();
        }
        let unsaid =
            Run::of(World::organization(), [1]).edit(stage, |entries| remove(&mut entries[3], "project_url"));
        unsaid.snapshot();
    }
}

#[test]
fn b32_a_project_without_a_node_id_stops_at_once() {
    for run in [
        Run::of(World::organization(), [1]).edit(Stage::Project, |project| remove(project, "node_id")),
        Run::of(World::organization(), [1]).edit(Stage::Project, |project| project["node_id"] = json!(null)),
        Run::of(World::organization(), [1]).edit(Stage::Project, |project| project["node_id"] = json!("")),
    ] {
        assert_eq!(run.failure(), (Code::Rest001, Some(Stage::Project)));
        assert_eq!(run.stages(), [Stage::Repository, Stage::Project]);
    }
}

#[test]
fn a_closed_project_is_read_and_a_deleted_one_is_gone() {
    let closed = Run::of(World::organization(), [1])
        .edit(Stage::Project, |project| project["closed_at"] = json!("2026-03-01T08:00:00Z"));
    closed.snapshot();
    let deleted = Run::of(World::organization(), [1])
        .edit(Stage::Project, |project| project["deleted_at"] = json!("2026-03-01T08:00:00Z"));
    assert_eq!(deleted.failure(), (Code::GithubRead011, Some(Stage::Project)));
}

#[test]
fn an_owner_that_is_neither_organization_nor_user_owns_no_project() {
    let run = Run::of(World::organization(), [1])
        .edit(Stage::Repository, |repository| repository["owner"]["type"] = json!("Bot"));
    assert_eq!(run.failure(), (Code::Capability001, Some(Stage::Repository)));
}

#[test]
fn decision_61_a_user_owned_project_needs_a_classic_or_oauth_token_before_any_request() {
    for subject in SubjectClass::ALL {
        let mut run = Run::of(World::user(), [1]);
        run.scope.subject = subject;
        run.scope.project_owner_kind = Some(OwnerKind::User);
        if matches!(subject, SubjectClass::ClassicUserToken | SubjectClass::OauthToken) {
            run.snapshot();
        } else {
            assert_eq!(run.failure(), (Code::Capability001, Some(Stage::Project)), "{subject:?}");
            assert_eq!(run.stages(), []);
        }
    }
}

#[test]
fn decision_61_without_the_kind_the_repository_answer_decides_before_any_project_request() {
    for subject in SubjectClass::ALL {
        let mut run = Run::of(World::user(), [1]);
        run.scope.subject = subject;
        if matches!(subject, SubjectClass::ClassicUserToken | SubjectClass::OauthToken) {
            run.snapshot();
        } else {
            assert_eq!(run.failure(), (Code::Capability001, Some(Stage::Project)), "{subject:?}");
            assert_eq!(run.stages(), [Stage::Repository]);
        }
        let mut organization = Run::of(World::organization(), [1]);
        organization.scope.subject = subject;
        organization.snapshot();
    }
}

/// A Project of another owner than the repository's.
fn foreign(organization: bool) -> Run {
    let mut world = World::organization();
    world.project.owner = Account { id: 777, login: "seed-bank".to_owned(), organization };
    let mut run = Run::of(world, [1]);
    run.scope.project_owner = Login::parse("Seed-Bank").unwrap();
    run
}

#[test]
fn decision_61_another_project_owner_costs_one_request_more_unless_its_kind_is_given() {
    let run = foreign(true);
    run.snapshot();
    assert_eq!(run.stages()[..3], [Stage::Repository, Stage::Owner, Stage::Project]);

    let mut told = foreign(true);
    told.scope.project_owner_kind = Some(OwnerKind::Organization);
    told.snapshot();
    assert_eq!(told.count(Stage::Owner), 0);

    let mut refused = foreign(false);
    refused.scope.subject = SubjectClass::InstallationToken;
    assert_eq!(refused.failure(), (Code::Capability001, Some(Stage::Project)));
    assert_eq!(refused.stages(), [Stage::Repository, Stage::Owner]);

    let renamed = foreign(true).edit(Stage::Owner, |owner| owner["login"] = json!("acme-garden"));
    assert_eq!(renamed.failure(), (Code::Snapshot001, Some(Stage::Owner)));
    let another = foreign(true).edit(Stage::Owner, |owner| owner["id"] = json!(99));
    assert_eq!(another.failure(), (Code::Snapshot001, Some(Stage::Project)));
}

#[test]
fn a_kind_that_contradicts_the_repository_answer_is_refused() {
    let mut run = Run::of(World::organization(), [1]);
    run.scope.project_owner_kind = Some(OwnerKind::User);
    assert_eq!(run.failure(), (Code::GithubRead001, Some(Stage::Repository)));
}

#[test]
fn trap_29_a_hidden_project_is_missing_access_and_not_a_malformed_answer() {
    let mut run = Run::of(World::organization(), [1]);
    run.scope.project = ProjectNumber::parse_argument("99").unwrap();
    assert_eq!(run.failure(), (Code::GithubRead003, Some(Stage::Project)));
}

#[test]
fn malformed_answers_come_out_as_one_code_with_their_stage() {
    for stage in [Stage::Repository, Stage::Project, Stage::Fields, Stage::Items, Stage::Relationships] {
        for body in ["", "{", "[1]", "\"canary\"", "{\"canary\":1}", "[null]", "\u{feff}\u{feff}[]"] {
            let mut world = World::organization();
            world.add_dependency(1, 2);
            let run = Run::of(world, [1]).change(stage, move |_, mut reply| {
                reply.body = body.as_bytes().to_vec();
                reply
            });
            assert_eq!(run.failure(), (Code::Rest001, Some(stage)), "{body}");
            let shown = format!("{:?}", run.read().map(|_| ()));
            assert!(!shown.contains("canary"), "{shown}");
        }
        let latin = Run::of(World::organization(), [2]).change(Stage::Items, |_, mut reply| {
            reply.body = b"[\"\xe9\"]".to_vec();
            reply
        });
        assert_eq!(latin.failure(), (Code::Rest001, Some(Stage::Items)));
    }
}

#[test]
fn a_byte_order_mark_is_tolerated() {
    let run = Run::of(World::organization(), [1]).change(Stage::Items, |_, mut reply| {
        reply.body.splice(0..0, "\u{feff}".bytes());
        reply
    });
    run.snapshot();
}
