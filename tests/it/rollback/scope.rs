//! Repository, owner and Project.

use serde_json::{Value as Json, json};
use yukh::diagnostic::{Code, Stage};
use yukh::scope::{Login, OwnerKind, SubjectClass};

use super::model::{Model, Reading};

#[test]
fn both_kinds_of_owner_are_read() {
    let mut model = Model::new();
    model.organization = false;
    model.issue_types = Json::Null;
    let snapshot = Reading::of(model, [1]).snapshot();
    assert_eq!(snapshot.bindings().project_owner_kind, OwnerKind::User);
    assert_eq!(snapshot.bindings().repository_owner_kind, OwnerKind::User);
    assert!(snapshot.issue_types().is_none());
    let snapshot = Reading::of(Model::new(), [1]).snapshot();
    assert_eq!(snapshot.bindings().project_owner_kind, OwnerKind::Organization);
    assert_eq!(
        (snapshot.bindings().repository.expose(), snapshot.bindings().project.expose()),
        ("R_1", "PVT_4")
    );
}

#[test]
fn an_organization_that_offers_no_issue_types_can_not_be_compared() {
    let mut model = Model::new();
    model.issue_types = Json::Null;
    let mut reading = Reading::of(model, [1]);
    assert_eq!(reading.failure(), (Code::GithubRead011, Some(Stage::IssueTypes)));
    reading.selection.issue_types = false;
    assert!(reading.snapshot().issue_types().is_none());
}

#[test]
fn a_token_with_permissions_does_not_read_a_users_project() {
    let mut model = Model::new();
    model.organization = false;
    // GitHub answers such a token that there is none.
    model.has_project = false;
    let capability = (Code::Capability001, Some(Stage::Project));
    for subject in
        [SubjectClass::InstallationToken, SubjectClass::FineGrainedUserToken, SubjectClass::UserToServerToken]
    {
        let mut reading = Reading::of(model.clone(), [1]);
        reading.scope.subject = subject;
        assert_eq!(reading.failure(), capability);
        assert_eq!(reading.stages(), ["scope"], "as soon as the kind is known");
        let mut reading = Reading::of(model.clone(), [1]);
        reading.scope.subject = subject;
        reading.scope.project_owner_kind = Some(OwnerKind::User);
        assert_eq!(reading.failure(), capability);
        assert!(reading.stages().is_empty(), "before any request");
    }
}

#[test]
fn the_callers_word_about_the_owner_has_to_hold() {
    let mut reading = Reading::of(Model::new(), [1]);
    reading.scope.project_owner_kind = Some(OwnerKind::User);
    assert_eq!(reading.failure(), (Code::GithubRead001, Some(Stage::Owner)));
}

#[test]
fn what_is_missing_is_named() {
    let mut model = Model::new();
    model.has_project = false;
    assert_eq!(Reading::of(model.clone(), [1]).failure(), (Code::GithubRead003, Some(Stage::Project)));
    // Two errors, of which the issue's is none.
    assert_eq!(Reading::of(model, [77]).failure(), (Code::GithubRead003, Some(Stage::Project)));
    for (member, path, stage) in [
        ("repository", json!(["repository"]), Stage::Repository),
        ("repositoryOwner", json!(["repositoryOwner"]), Stage::Owner),
    ] {
        for kind in ["NOT_FOUND", "FORBIDDEN"] {
            let path = path.clone();
            let reading = Reading::of(Model::new(), [1]).edit(Stage::Scope, 0, move |answer| {
                answer["data"][member] = Json::Null;
                answer["errors"] = json!([{ "type": kind, "path": path, "message": "CANARY" }]);
            });
            assert_eq!(reading.failure(), (Code::GithubRead003, Some(stage)), "{member} {kind}");
        }
    }
}

#[test]
fn names_are_compared_without_case_and_kept_as_github_writes_them() {
    let mut reading = Reading::of(Model::new(), [1]);
    reading.scope.owner = Login::parse("ACME-Garden").unwrap();
    reading.scope.project_owner = Login::parse("acme-GARDEN").unwrap();
    let snapshot = reading.snapshot();
    assert_eq!(snapshot.scope().owner.as_str(), "acme-garden");
    assert_eq!(snapshot.scope().project_owner.as_str(), "acme-garden");
    assert_eq!(snapshot.fingerprint(), Reading::of(Model::new(), [1]).snapshot().fingerprint());
}

#[test]
fn every_answer_is_bound_to_the_first() {
    for change in [
        (|data: &mut Json| data["repository"]["id"] = json!("R_9")) as fn(&mut Json),
        |data| data["repositoryOwner"]["projectV2"]["id"] = json!("PVT_9"),
        |data| data["repository"]["nameWithOwner"] = json!("acme-garden/Greenhouse"),
    ] {
        let reading = Reading::of(Model::new(), [1, 2])
            .edit(Stage::Scope, 1, move |answer| change(&mut answer["data"]));
        assert_eq!(reading.failure(), (Code::Snapshot001, Some(Stage::Scope)));
    }
}
