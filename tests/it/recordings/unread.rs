//! Worlds of which one side or both can not be read.

use serde_json::json;
use yukh::desired::Dialect;
use yukh::diagnostic::{Code, Stage};
use yukh::scope::{SubjectClass, Transport};

use super::{Case, Expect};
use crate::support::policies::NATIVE;
use crate::support::world::{Content, Reply, World};

/// All of them.
pub(super) fn cases() -> Vec<Case> {
    let case = |name: &str, note: &str, code, world: World| {
        let case = Case::of(&format!("native-{name}"), note, Dialect::Native, world);
        Case { expect: Expect::Unread(code), ..case.policy(NATIVE).issues(vec![3]) }
    };
    vec![
        case("pull-request", "the number of a pull request", Code::Snapshot001, light(true)).issues(vec![5]),
        case(
            "token-of-another-kind",
            "a user's Project and a fine-grained token",
            Code::Capability001,
            light(false),
        )
        .subject(SubjectClass::FineGrainedUserToken),
        case("project-not-there", "a Project of another number", Code::GithubRead003, light(true))
            .change(Transport::RestV2, Stage::Project, |_| Reply::error(404, "Not Found"))
            .change(Transport::GraphqlV1, Stage::Scope, without_project),
        case(
            "absent-beside-unreadable",
            "an absent issue and an item that nobody may see",
            Code::Snapshot001,
            {
                let mut world = light(true);
                world.add(Content::Redacted);
                world
            },
        )
        .issues(vec![3, 9]),
        case("limit-of-rest", "a secondary limit of REST, and GraphQL answers", Code::Rate001, light(true))
            .change(Transport::RestV2, Stage::Items, |_| {
                Reply::error(403, "You have exceeded a secondary rate limit").header("retry-after", 60)
            }),
        case(
            "limit-of-graphql",
            "GraphQL's points are used up, and REST answers",
            Code::Rate001,
            light(true),
        )
        .change(Transport::GraphqlV1, Stage::Item, |_| {
            let error = json!({ "type": "RATE_LIMITED", "message": "API rate limit exceeded" });
            Reply::json(200, &json!({ "errors": [error] }))
        }),
        case("failing-rest", "REST fails, which is what a rollback is for", Code::GithubRead004, light(true))
            .change(Transport::RestV2, Stage::Fields, |_| Reply::error(502, "Bad Gateway")),
    ]
}

fn light(organization: bool) -> World {
    let mut world = if organization { World::organization() } else { World::user() };
    world.wording.content_repository = false;
    world
}

fn without_project(reply: Reply) -> Reply {
    reply.edit(|answer| {
        answer["data"]["repositoryOwner"]["projectV2"] = json!(null);
        answer["errors"] = json!([{ "type": "NOT_FOUND", "path": ["repositoryOwner", "projectV2"] }]);
    })
}
