//! Token classes: what each may ask, and that none is replaced by another.

use yukh::diagnostic::{Code, Face, Stage};
use yukh::scope::SubjectClass;

use crate::end_to_end::FOUR_READS;
use crate::support::program::{Outcome, Plan, TOKEN};
use crate::support::server::Server;
use crate::support::world::World;

/// A token of each class that nobody ever had, by the prefix that tells it.
const TOKENS: [(SubjectClass, &str); 5] = [
    (SubjectClass::ClassicUserToken, TOKEN),
    (SubjectClass::FineGrainedUserToken, "github_pat_InventedTokenForTestsOnly"),
    (SubjectClass::UserToServerToken, "ghu_InventedTokenForTestsOnly000000000000"),
    (SubjectClass::OauthToken, "gho_InventedTokenForTestsOnly000000000000"),
    (SubjectClass::InstallationToken, "ghs_InventedTokenForTestsOnly000000000000"),
];

/// A token whose prefix tells nothing.
const PLAIN: &str = "v1.InventedTokenForTestsOnly";

/// Whether GitHub lists the Project requests for the class.
fn is_listed(class: SubjectClass, organization: bool) -> bool {
    organization || matches!(class, SubjectClass::ClassicUserToken | SubjectClass::OauthToken)
}

fn world(organization: bool) -> World {
    if organization { World::organization() } else { World::user() }
}

fn kind(organization: bool) -> &'static str {
    if organization { "organization" } else { "user" }
}

/// The run ended because the class can not read the Project, and tells what to
/// create instead.
fn assert_refused(outcome: &Outcome, context: &str) {
    assert_eq!(outcome.failure(4), "YKP-CAPABILITY-001", "{context}");
    assert!(outcome.stderr.contains(Code::Capability001.hint(Face::CommandLine)), "{context}: {outcome:?}");
    for thing in ["classic token", "read:project", "fine-grained token", "App installation token"] {
        assert!(Code::Capability001.hint(Face::CommandLine).contains(thing), "{thing}");
    }
}

/// Every request carries this token and no other.
fn assert_asked_with(server: &Server, token: &str) {
    for asked in server.asked() {
        assert_eq!(asked.header("authorization"), [format!("Bearer {token}").as_str()]);
    }
}

#[test]
fn each_class_of_token_meets_each_kind_of_owner() {
    assert_eq!(TOKENS.map(|(class, _)| class), SubjectClass::ALL);
    for (class, token) in TOKENS {
        for organization in [true, false] {
            for told in [false, true] {
                let context = format!("{} {} {told}", class.as_str(), kind(organization));
                let server = Server::of(world(organization));
                let mut plan = Plan::against(&server).token(token);
                if told {
                    plan = plan.argument("--owner-kind", kind(organization));
                }
                let outcome = plan.run();
                if is_listed(class, organization) {
                    outcome.planned();
                    assert_eq!(server.stages(), FOUR_READS, "{context}");
                } else {
                    assert_refused(&outcome, &context);
                    assert_eq!(server.stages().len(), usize::from(!told), "{context}");
                    assert_eq!(server.count(Stage::Project), 0, "{context}");
                }
                assert_asked_with(&server, token);
            }
        }
    }
}

#[test]
fn the_kind_of_another_owner_is_asked_for_before_the_project() {
    for (class, token) in TOKENS {
        for organization in [true, false] {
            for told in [false, true] {
                let mut world = World::organization();
                world.project.owner.login = "acme-boards".to_owned();
                world.project.owner.id = 4_321;
                world.project.owner.organization = organization;
                let server = Server::of(world);
                let mut plan = Plan::against(&server).token(token).argument("--project-owner", "acme-boards");
                if told {
                    plan = plan.argument("--owner-kind", kind(organization));
                }
                let outcome = plan.run();
                let context = format!("{} {} {told}", class.as_str(), kind(organization));
                let stages = server.stages();
                match (is_listed(class, organization), told) {
                    (true, false) => {
                        assert_eq!(stages, ["repository", "owner", "project", "fields", "items"])
                    }
                    (true, true) => assert_eq!(stages, FOUR_READS, "{context}"),
                    (false, false) => assert_eq!(stages, ["repository", "owner"], "{context}"),
                    (false, true) => assert_eq!(stages, [""; 0], "{context}"),
                }
                if is_listed(class, organization) {
                    outcome.planned();
                } else {
                    assert_refused(&outcome, &context);
                }
            }
        }
    }
}

#[test]
fn a_profile_says_what_a_prefix_does_not() {
    for class in SubjectClass::ALL {
        for organization in [true, false] {
            let server = Server::of(world(organization));
            let plan = Plan::against(&server).token(PLAIN).argument("--token-profile", class.as_str());
            let outcome = plan.run();
            if is_listed(class, organization) {
                outcome.planned();
            } else {
                assert_refused(&outcome, class.as_str());
                assert_eq!(server.stages(), ["repository"]);
            }
            assert_asked_with(&server, PLAIN);
        }
    }
}

#[test]
fn decision_60_a_profile_that_contradicts_the_prefix_is_refused_before_any_request() {
    let server = Server::of(World::organization());
    for (class, token) in TOKENS {
        for profile in SubjectClass::ALL {
            let plan = Plan::against(&server).token(token).argument("--token-profile", profile.as_str());
            if profile == class {
                continue;
            }
            let outcome = plan.run();
            assert_eq!(outcome.failure(2), "YKP-RUNTIME-005", "{class:?} {profile:?}");
            assert!(outcome.stderr.contains("--token-profile"), "{outcome:?}");
        }
    }
    let outcome = Plan::against(&server).token(PLAIN).run();
    assert_eq!(outcome.failure(2), "YKP-RUNTIME-005", "a prefix that tells nothing");
    assert_eq!(server.stages(), [""; 0]);
}

#[test]
fn trap_21_an_installation_is_never_replaced_by_a_user() {
    let (_, installation) = TOKENS[4];
    // A user's token lies ready, and would do.
    let server = Server::of(World::user());
    let plan = Plan::against(&server).token(installation).variable("YUKH_GITHUB_TOKEN", TOKEN);
    assert_refused(&plan.run(), "user");
    assert_eq!(server.stages(), ["repository"]);
    assert_asked_with(&server, installation);

    let server = Server::of(World::organization());
    let plan = Plan::against(&server).token(installation).variable("YUKH_GITHUB_TOKEN", TOKEN);
    plan.run().planned();
    assert_eq!(server.stages(), FOUR_READS);
    assert_asked_with(&server, installation);
}
