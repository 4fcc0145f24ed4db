//! What goes wrong with the content of one kind of answer.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Code;

use super::answers::with;
use super::links::entries;
use super::{BATCH, Ending, FIELDS, Fault, ITEMS, Make, Noticed, Read};
use crate::support::world::Reply;

const REPOSITORY_ALONE: &[Read] = &[Read::Repository];
const OWNER_ALONE: &[Read] = &[Read::Owner];
const PROJECT_ALONE: &[Read] = &[Read::Project];
const FIRST_FIELDS: &[Read] = &[Read::FirstFields];
const FIRST_ITEMS: &[Read] = &[Read::FirstItems];
const FIRST_BATCH: &[Read] = &[Read::FirstBatch];
const LAST_BATCH: &[Read] = &[Read::LastBatch];
const TYPES_ALONE: &[Read] = &[Read::IssueTypes];

pub(super) const REPOSITORY: &[Fault] = &[
    Fault::answer("another repository, as after a renaming", REPOSITORY_ALONE, Code::Snapshot001, |reply| {
        reply.edit(|repository| repository["full_name"] = json!("acme-garden/canary"))
    }),
    Fault::answer("another owner", REPOSITORY_ALONE, Code::Snapshot001, |reply| {
        reply.edit(|repository| repository["owner"]["login"] = json!("canary"))
    }),
    Fault::answer("an address that is not the repository's", REPOSITORY_ALONE, Code::Rest001, |reply| {
        reply.edit(|repository| repository["url"] = json!("https://canary.example"))
    }),
    Fault::answer("a repository without its id", REPOSITORY_ALONE, Code::Rest001, |reply| {
        without(reply, |repository| repository, "id")
    }),
    Fault::answer(
        "an owner that is neither user nor organization",
        REPOSITORY_ALONE,
        Code::Capability001,
        |reply| reply.edit(|repository| repository["owner"]["type"] = json!("CANARY")),
    ),
];

pub(super) const OWNER: &[Fault] = &[
    Fault::answer("another account", OWNER_ALONE, Code::Snapshot001, |reply| {
        reply.edit(|owner| owner["login"] = json!("canary"))
    }),
    Fault::answer(
        "an account that is neither user nor organization",
        OWNER_ALONE,
        Code::Capability001,
        |reply| reply.edit(|owner| owner["type"] = json!("CANARY")),
    ),
];

pub(super) const PROJECT: &[Fault] = &[
    Fault::answer("another Project", PROJECT_ALONE, Code::Snapshot001, |reply| {
        reply.edit(|project| project["number"] = json!(5))
    }),
    Fault::answer("a Project of another owner", PROJECT_ALONE, Code::Snapshot001, |reply| {
        reply.edit(|project| project["owner"]["login"] = json!("canary"))
    }),
    Fault::answer(
        "a Project of an owner with the same name and another id",
        PROJECT_ALONE,
        Code::Snapshot001,
        |reply| reply.edit(|project| project["owner"]["id"] = json!(7)),
    ),
    Fault::answer("a Project of an owner of another kind", PROJECT_ALONE, Code::Snapshot001, |reply| {
        reply.edit(|project| project["owner"]["type"] = json!("User"))
    }),
    Fault::answer("a Project that was deleted", PROJECT_ALONE, Code::GithubRead011, |reply| {
        reply.edit(|project| project["deleted_at"] = json!("2026-03-01T08:00:00Z"))
    }),
    Fault::answer("a Project without its node id", PROJECT_ALONE, Code::Rest001, |reply| {
        without(reply, |project| project, "node_id")
    }),
];

pub(super) const FIELD_LIST: &[Fault] = &[
    Fault::answer("no field at all, `[]`", FIRST_FIELDS, Code::Snapshot001, |reply| {
        with(reply, "[]").without("link")
    }),
    Fault::answer("two fields of one name that the policy uses", FIELDS, Code::Schema002, |reply| {
        reply.edit(|list| {
            let twin = json!({ "id": 9_999, "name": "Area", "data_type": "text" });
            entries(list).push(twin);
        })
    })
    .noticed(Noticed::WhenPlanned),
    Fault::answer("an option that occurs twice", FIELDS, Code::Snapshot001, |reply| {
        select(reply, |options| {
            let first = options[0].clone();
            options.push(first);
        })
    }),
    Fault::answer("a single-select field without options", FIELDS, Code::Rest001, |reply| {
        without(reply, select_of, "options")
    }),
    Fault::answer("more than 256 fields", FIELDS, Code::GithubRead005, |reply| {
        reply.edit(|list| {
            let field = |id| json!({ "id": id, "name": format!("CANARY {id}"), "data_type": "text" });
            entries(list).extend((20_000..20_256).map(field));
        })
    }),
    Fault::answer("more than 256 options of a field", FIELDS, Code::GithubRead005, |reply| {
        select(reply, |options| {
            let option = |id| json!({ "id": format!("CANARY{id}"), "name": format!("CANARY {id}") });
            options.extend((0..256).map(option));
        })
    }),
];

/// Its content is null, left out, or of an unknown kind.
const UNREADABLE: &str = "an item that can not be read, while a requested issue is missing";

pub(super) const ITEM_LIST: &[Fault] = &[
    Fault::answer("no item at all, `[]`", FIRST_ITEMS, Code::Runtime002, |reply| {
        with(reply, "[]").without("link")
    })
    .ending(Ending::Says(Code::Runtime002)),
    Fault::answer(UNREADABLE, ITEMS, Code::Snapshot001, |reply| {
        reply.edit(|list| list[0]["content"] = Json::Null)
    })
    .noticed(Noticed::AfterTheList),
    Fault::answer(UNREADABLE, ITEMS, Code::Snapshot001, |reply| {
        without(reply, |list| &mut list[0], "content")
    })
    .noticed(Noticed::AfterTheList),
    Fault::answer(UNREADABLE, ITEMS, Code::Snapshot001, |reply| {
        reply.edit(|list| list[0]["content_type"] = json!("CANARY"))
    })
    .noticed(Noticed::AfterTheList),
    Fault::answer("a pull request with a requested number", ITEMS, Code::Snapshot001, |reply| {
        reply.edit(|list| list[0]["content_type"] = json!("PullRequest"))
    })
    .noticed(Noticed::AfterTheList),
    Fault::answer("two items for one issue", ITEMS, Code::Snapshot001, |reply| {
        reply.edit(|list| {
            let mut twin = list[0].clone();
            twin["id"] = json!(99_999);
            entries(list).push(twin);
        })
    }),
    Fault::answer("an item that names two repositories", ITEMS, Code::Snapshot001, |reply| {
        reply.edit(|list| list[0]["content"]["repository"] = json!({ "full_name": "acme-garden/canary" }))
    }),
    Fault::answer("an item without the fields that were asked for", ITEMS, Code::Snapshot001, |reply| {
        without(reply, |list| &mut list[0], "fields")
    }),
    Fault::answer("a value that its field can not have", ITEMS, Code::Rest001, |reply| {
        reply.edit(|list| {
            let fields = entries(&mut list[0]["fields"]);
            let area = fields.iter_mut().find(|field| field["name"] == "Area").unwrap();
            area["value"] = json!({ "CANARY": 7 });
        })
    }),
    Fault::answer("an item that does not say whether it is archived", ITEMS, Code::Rest001, |reply| {
        without(reply, |list| &mut list[0], "archived_at")
    }),
    Fault::answer("an issue without its body", ITEMS, Code::Rest001, |reply| {
        without(reply, |list| &mut list[0]["content"], "body")
    }),
    Fault::answer("an issue with number 0", ITEMS, Code::Rest001, |reply| {
        reply.edit(|list| list[0]["content"]["number"] = json!(0))
    }),
    Fault::answer("an issue with a body of more than 256 KiB", ITEMS, Code::GithubRead005, |reply| {
        reply.edit(|list| list[0]["content"]["body"] = json!("CANARY".repeat(50_000)))
    }),
];

pub(super) const RELATIONSHIPS: &[Fault] = &[
    Fault::answer("an error that says that the points are used up", BATCH, Code::Rate001, |reply| {
        reply.edit(|answer| answer["errors"] = json!([{ "type": "RATE_LIMITED", "message": "CANARY" }]))
    }),
    Fault::answer("an error that says that the points are used up", BATCH, Code::Rate001, |reply| {
        reply.edit(|answer| {
            let error = json!({ "type": "RATE_LIMIT", "code": "graphql_rate_limit", "message": "CANARY" });
            *answer = json!({ "errors": [error] });
        })
    }),
    Fault::answer("an error whose text names a secondary limit", BATCH, Code::Rate001, |reply| {
        let text = "CANARY You have exceeded a secondary rate limit.";
        reply.edit(|answer| *answer = json!({ "errors": [{ "message": text }] }))
    }),
    Fault::answer("errors beside data", BATCH, Code::Rest001, |reply| {
        reply.edit(|answer| answer["errors"] = json!([{ "type": "CANARY", "message": "CANARY" }]))
    }),
    Fault::answer("errors without data", BATCH, Code::Rest001, |reply| {
        reply.edit(|answer| *answer = json!({ "data": null, "errors": [{ "message": "CANARY" }] }))
    }),
    Fault::answer("no data", BATCH, Code::Rest001, |reply| reply.edit(|answer| answer["data"] = Json::Null)),
    Fault::answer("no price", BATCH, Code::Rest001, |reply| {
        reply.edit(|answer| answer["data"]["rateLimit"] = Json::Null)
    }),
    Fault::answer("a requested issue is left out", BATCH, Code::Snapshot001, |reply| {
        reply.edit(|answer| drop(nodes(answer).pop()))
    }),
    Fault::answer("a requested issue is null", BATCH, Code::Snapshot001, |reply| {
        reply.edit(|answer| nodes(answer)[0] = Json::Null)
    }),
    Fault::answer("a requested issue occurs twice", BATCH, Code::Snapshot001, |reply| {
        reply.edit(|answer| {
            let first = nodes(answer)[0].clone();
            nodes(answer).push(first);
        })
    }),
    Fault::answer("an issue that was not asked for", BATCH, Code::Snapshot001, |reply| {
        reply.edit(|answer| nodes(answer)[0]["id"] = json!("I_CANARY"))
    }),
    Fault::answer("an issue of another repository", BATCH, Code::Snapshot001, |reply| {
        reply.edit(|answer| {
            let other = json!({ "id": "R_CANARY", "nameWithOwner": "acme-garden/canary" });
            nodes(answer)[0]["repository"] = other;
        })
    }),
    Fault::answer("a repository whose id and name disagree", BATCH, Code::Snapshot001, |reply| {
        reply.edit(|answer| nodes(answer)[0]["repository"]["id"] = json!("R_CANARY"))
    }),
    Fault::answer("something that is no issue", BATCH, Code::Rest001, |reply| {
        reply.edit(|answer| nodes(answer)[0] = json!({ "id": "CANARY" }))
    }),
    Fault::answer("a related issue is null", BATCH, Code::Snapshot001, |reply| {
        connection(reply, |blocked| blocked["nodes"][0] = Json::Null)
    }),
    Fault::answer("a related issue occurs twice", BATCH, Code::Snapshot001, |reply| {
        connection(reply, |blocked| {
            let first = blocked["nodes"][0].clone();
            entries(&mut blocked["nodes"]).push(first);
        })
    }),
    Fault::answer("a related issue is left out", BATCH, Code::Snapshot001, |reply| {
        connection(reply, |blocked| blocked["totalCount"] = json!(3))
    })
    .noticed(Noticed::AfterTheList),
    Fault::answer("an issue that is related to itself", BATCH, Code::Rest001, |reply| {
        reply.edit(|answer| {
            let node = &mut nodes(answer)[0];
            node["blockedBy"]["nodes"][0]["number"] = node["number"].clone();
        })
    }),
    Fault::answer("a further page that does not say where it begins", BATCH, Code::GithubRead007, |reply| {
        connection(reply, |blocked| blocked["pageInfo"] = json!({ "hasNextPage": true, "endCursor": null }))
    }),
    Fault::answer("relationships that go on after the second page", LAST_BATCH, Code::Snapshot001, |reply| {
        connection(reply, |blocked| {
            blocked["pageInfo"] = json!({ "hasNextPage": true, "endCursor": "CANARY" })
        })
    }),
    Fault::new("a second page that is the first one again", LAST_BATCH, Code::Snapshot001, Make::FirstPage),
    Fault::answer("a second page with another parent", LAST_BATCH, Code::Snapshot001, |reply| {
        reply.edit(|answer| {
            let parent = nodes(answer)[0]["blockedBy"]["nodes"][0].clone();
            nodes(answer)[0]["parent"] = parent;
        })
    }),
    Fault::answer(
        "more relationships than the issue's own count of them",
        FIRST_BATCH,
        Code::Snapshot001,
        |reply| {
            reply.edit(|answer| nodes(answer)[0]["issueDependenciesSummary"]["totalBlockedBy"] = json!(1))
        },
    )
    .noticed(Noticed::AfterTheList),
];

pub(super) const ISSUE_TYPES: &[Fault] = &[
    Fault::answer("no issue type at all, `[]`", TYPES_ALONE, Code::WorkType002, |reply| with(reply, "[]"))
        .ending(Ending::Says(Code::WorkType002)),
    Fault::answer("an issue type that occurs twice", TYPES_ALONE, Code::Snapshot001, |reply| {
        reply.edit(|list| {
            let first = list[0].clone();
            entries(list).push(first);
        })
    }),
    Fault::answer("an issue type without its node id", TYPES_ALONE, Code::Rest001, |reply| {
        without(reply, |list| &mut list[0], "node_id")
    }),
    Fault::answer("more than 256 issue types", TYPES_ALONE, Code::GithubRead005, |reply| {
        reply.edit(|list| {
            let kind = |id| json!({ "node_id": format!("IT_CANARY{id}"), "name": format!("CANARY {id}") });
            entries(list).extend((0..256).map(kind));
        })
    }),
];

/// The same answer without a member of one of its objects.
fn without(reply: Reply, of: fn(&mut Json) -> &mut Json, member: &str) -> Reply {
    reply.edit(|json| {
        of(json).as_object_mut().unwrap().remove(member).unwrap();
    })
}

/// A single-select field of a list.
fn select_of(list: &mut Json) -> &mut Json {
    entries(list).iter_mut().find(|field| field["data_type"] == "single_select").unwrap()
}

/// The same answer with the options of a field changed.
fn select(reply: Reply, change: impl FnOnce(&mut Vec<Json>)) -> Reply {
    reply.edit(|list| change(entries(&mut select_of(list)["options"])))
}

/// The issues of a batch.
fn nodes(answer: &mut Json) -> &mut Vec<Json> {
    entries(&mut answer["data"]["nodes"])
}

/// The same answer with the issues that block its first issue changed.
fn connection(reply: Reply, change: impl FnOnce(&mut Json)) -> Reply {
    reply.edit(|answer| change(&mut nodes(answer)[0]["blockedBy"]))
}
