//! The rows about the v1 transport.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Code;

use super::super::{CANARY, Fault, Make, Noticed, Read, Section};
use super::EACH;
use crate::rollback::model::at;
use crate::support::world::Reply;

const FIRST: &[Read] = &[Read::Scope, Read::RollbackFields, Read::Item, Read::Relationships];
const LAST: &[Read] = &[Read::LastScope, Read::LastRollbackFields, Read::LastItem, Read::LastRelationships];
const SCOPE: &[Read] = EACH.split_at(2).0;
const NODES: &[Read] = EACH.split_at(2).1;
const FIELDS: &[Read] = NODES.split_at(2).0;
const ITEM: &[Read] = NODES.split_at(2).1.split_at(2).0;
const RELATED: &[Read] = NODES.split_at(4).1;
/// Those whose entries are known by an id.
const KNOWN: &[Read] = &[Read::Scope, Read::RollbackFields, Read::Relationships];

const USED_UP: &str = "an error that says that the points are used up";
const NUMBER: &str = "another number than the one that was asked for";
const BOUND: &str = "another repository, owner or Project, as after a renaming";
const ITEM_ELSE: &str = "an item of another issue, repository or Project";

/// The part of the table.
pub(in super::super) const SECTION: Section = Section {
    title: "The v1 transport",
    about: "Four GraphQL reads: `scope`, `fields`, `item` and `relationships`. What the first table lists for any\n\
            request holds for them too. The faults of this table happen to one issue, at each page of each read. A limit that is\n\
            reached, the run's own as well, drops everything.",
    rows: &[ERRORS, PARTS, PAGES, CONTENT],
};

const ERRORS: &[Fault] = &[
    Fault::answer("errors beside data", EACH, Code::Rest001, |reply| {
        reply.edit(|json| {
            json["errors"] = json!([{ "type": "FORBIDDEN", "path": ["viewer"], "message": CANARY }])
        })
    }),
    Fault::answer("errors beside data", NODES, Code::Rest001, |reply| {
        reply.edit(|json| {
            json["data"]["node"] = Json::Null;
            json["errors"] = json!([{ "type": "NOT_FOUND", "path": ["node"], "message": CANARY }]);
        })
    }),
    Fault::answer("no data", EACH, Code::Rest001, |reply| reply.edit(|json| json["data"] = Json::Null)),
    Fault::answer("no price", EACH, Code::Rest001, |reply| {
        reply.edit(|json| remove(&mut json["data"], "rateLimit"))
    }),
    Fault::answer("errors without data", EACH, Code::GithubRead003, |reply| {
        failed(reply, "INSUFFICIENT_SCOPES")
    }),
    Fault::answer(
        "a repository, owner or Project that is missing or not visible",
        SCOPE,
        Code::GithubRead003,
        |reply| {
            reply.edit(|json| {
                json["data"]["repositoryOwner"]["projectV2"] = Json::Null;
                let path = json!(["repositoryOwner", "projectV2"]);
                json["errors"] = json!([{ "type": "NOT_FOUND", "path": path, "message": CANARY }]);
            })
        },
    ),
    Fault::answer(USED_UP, EACH, Code::Rate001, |reply| failed(reply, "RATE_LIMITED")),
    Fault::answer(USED_UP, EACH, Code::Rate001, |reply| failed(reply, "RATE_LIMIT")),
    Fault::answer("an error whose text names a secondary limit", EACH, Code::Rate001, |reply| {
        reply.edit(|json| {
            let text = "CANARY You have exceeded a secondary rate limit.";
            *json = json!({ "data": null, "errors": [{ "type": "FORBIDDEN", "message": text }] });
        })
    }),
];

const PARTS: &[Fault] = &[
    Fault::answer("null without an error", NODES, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"] = Json::Null)
    }),
    Fault::answer("null without an error", SCOPE, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["repository"]["issueOrPullRequest"] = Json::Null)
    }),
    Fault::answer(NUMBER, EACH, Code::Snapshot001, |reply| {
        reply.edit(|json| subject(json)["number"] = json!(99))
    }),
    Fault::answer("another id than the one that was asked for", NODES, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"]["id"] = json!("CANARY"))
    }),
    Fault::answer(BOUND, SCOPE, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["repository"]["nameWithOwner"] = json!("acme-garden/CANARY"))
    }),
    Fault::answer(BOUND, SCOPE, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["repository"]["owner"]["login"] = json!("CANARY"))
    }),
    Fault::answer(BOUND, SCOPE, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["repositoryOwner"]["login"] = json!("CANARY"))
    }),
    Fault::answer(BOUND, SCOPE, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["repositoryOwner"]["projectV2"]["number"] = json!(9))
    }),
    Fault::answer("a repository that becomes another one", &[Read::LastScope], Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["repository"]["id"] = json!("CANARY"))
    }),
    Fault::answer("a pull request in place of the issue", SCOPE, Code::Snapshot001, |reply| {
        reply.edit(|json| {
            json["data"]["repository"]["issueOrPullRequest"] =
                json!({ "__typename": "PullRequest", "number": 1 });
        })
    }),
    Fault::answer(ITEM_ELSE, ITEM, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"]["content"]["id"] = json!("CANARY"))
    }),
    Fault::answer(ITEM_ELSE, ITEM, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"]["project"]["id"] = json!("CANARY"))
    }),
    Fault::answer(ITEM_ELSE, ITEM, Code::Snapshot001, |reply| {
        reply.edit(|json| {
            json["data"]["node"]["content"]["repository"] = json!({ "id": "R_9", "nameWithOwner": "a/b" })
        })
    }),
    Fault::answer("relationships of an issue of another repository", RELATED, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"]["repository"] = json!({ "id": "R_9", "nameWithOwner": "a/b" }))
    }),
    Fault::answer("a repository whose id and name disagree", RELATED, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"]["repository"]["id"] = json!("CANARY"))
    }),
    Fault::answer("something of another type", NODES, Code::GithubRead008, |reply| {
        reply.edit(|json| json["data"]["node"] = json!({ "__typename": "CANARY" }))
    }),
    Fault::answer("something of another type", SCOPE, Code::GithubRead008, |reply| {
        reply.edit(|json| json["data"]["repository"]["issueOrPullRequest"]["__typename"] = json!("CANARY"))
    }),
    Fault::answer("a part that is left out", NODES, Code::GithubRead008, |reply| {
        reply.edit(|json| remove(&mut json["data"], "node"))
    }),
    Fault::answer("a part that is left out", SCOPE, Code::GithubRead008, |reply| {
        reply.edit(|json| remove(&mut json["data"]["repository"], "issueOrPullRequest"))
    }),
    Fault::answer("a list that is left out", EACH, Code::GithubRead008, |reply| {
        reply.edit(|json| *list(json) = json!({}))
    }),
];

const PAGES: &[Fault] = &[
    Fault::answer("a further page that does not say where it begins", FIRST, Code::GithubRead007, |reply| {
        reply.edit(|json| list(json)["pageInfo"]["endCursor"] = Json::Null)
    }),
    Fault::answer("a cursor that repeats", LAST, Code::GithubRead007, |reply| {
        reply.edit(|json| list(json)["pageInfo"] = json!({ "hasNextPage": true, "endCursor": "c5" }))
    }),
    Fault::new("a last page that is the first one again", LAST, Code::GithubRead007, Make::FirstPage),
    Fault::answer("more pages than the run may read", LAST, Code::GithubRead005, |reply| {
        reply.edit(|json| list(json)["pageInfo"] = json!({ "hasNextPage": true, "endCursor": "c99" }))
    }),
    Fault::answer("a total that changes", LAST, Code::Snapshot001, |reply| {
        reply.edit(|json| list(json)["totalCount"] = json!(99))
    }),
    Fault::answer("fewer entries than the total", LAST, Code::Snapshot001, |reply| {
        reply.edit(|json| list(json)["nodes"] = json!([]))
    }),
    Fault::answer("an entry that occurs twice", KNOWN, Code::Snapshot001, |reply| {
        reply.edit(|json| {
            let first = list(json)["nodes"][0].clone();
            list(json)["nodes"][1] = first;
        })
    }),
    Fault::answer("null in place of a field, value or related issue", NODES, Code::Snapshot001, |reply| {
        reply.edit(|json| list(json)["nodes"][0] = Json::Null)
    }),
    Fault::answer("null in place of the issue's item", &[Read::LastScope], Code::Snapshot001, |reply| {
        reply.edit(|json| list(json)["nodes"][0] = Json::Null)
    }),
];

const CONTENT: &[Fault] = &[
    Fault::answer("no field at all", &[Read::RollbackFields], Code::Snapshot001, |reply| {
        reply.edit(|json| {
            *list(json) = json!({ "totalCount": 0, "pageInfo": { "hasNextPage": false, "endCursor": null }, "nodes": [] });
        })
    }),
    Fault::answer("a field without its id", FIELDS, Code::GithubRead008, |reply| {
        reply.edit(|json| remove(&mut list(json)["nodes"][0], "id"))
    }),
    Fault::answer("an item that was archived meanwhile", ITEM, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"]["isArchived"] = json!(true))
    }),
    Fault::answer("an issue that can not be seen", ITEM, Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"]["content"] = Json::Null)
    }),
    Fault::answer("an item that changed between two pages", &[Read::LastItem], Code::Snapshot001, |reply| {
        reply.edit(|json| json["data"]["node"]["updatedAt"] = json!("CANARY"))
    }),
    Fault::answer(
        "a value that occurs twice, or that its field can not have",
        &[Read::Item],
        Code::GithubRead008,
        |reply| {
            reply.edit(|json| {
                let value = list(json)["nodes"][1].clone();
                list(json)["nodes"][0] = value;
            })
        },
    ),
    Fault::answer(
        "a value that occurs twice, or that its field can not have",
        &[Read::Item],
        Code::GithubRead008,
        |reply| reply.edit(|json| list(json)["nodes"][2]["number"] = json!("CANARY")),
    ),
    Fault::answer("an issue without its body", &[Read::Item], Code::GithubRead008, |reply| {
        reply.edit(|json| remove(&mut json["data"]["node"]["content"], "body"))
    }),
    Fault::answer("an issue with a body of more than 256 KiB", &[Read::Item], Code::GithubRead005, |reply| {
        reply.edit(|json| json["data"]["node"]["content"]["body"] = json!("CANARY".repeat(50_000)))
    }),
    Fault::answer("more than 100 labels", &[Read::Item], Code::GithubRead005, |reply| {
        reply.edit(|json| {
            let page = json!({ "hasNextPage": true, "endCursor": "CANARY" });
            json["data"]["node"]["content"]["labels"]["pageInfo"] = page;
        })
    }),
    Fault::answer(
        "more relationships than the issue's own count of them",
        &[Read::Relationships],
        Code::Snapshot001,
        |reply| {
            reply.edit(|json| json["data"]["node"]["issueDependenciesSummary"]["totalBlockedBy"] = json!(1))
        },
    )
    .noticed(Noticed::AfterTheList),
    Fault::answer(
        "a last page with another parent",
        &[Read::LastRelationships],
        Code::Snapshot001,
        |reply| reply.edit(|json| json["data"]["node"]["parent"] = at(9)),
    ),
    Fault::answer("an issue that is related to itself", RELATED, Code::GithubRead008, |reply| {
        reply.edit(|json| json["data"]["node"]["parent"] = at(1))
    }),
];

/// The object that has a number of its own.
fn subject(json: &mut Json) -> &mut Json {
    let data = &mut json["data"];
    if data.get("repository").is_some() {
        return &mut data["repository"]["issueOrPullRequest"];
    }
    let is_item = data["node"].get("content").is_some();
    if is_item { &mut data["node"]["content"] } else { &mut data["node"] }
}

/// The list that goes on.
fn list(json: &mut Json) -> &mut Json {
    let data = &mut json["data"];
    if data.get("repository").is_some() {
        return &mut data["repository"]["issueOrPullRequest"]["projectItems"];
    }
    let node = &mut data["node"];
    let name = ["fields", "fieldValues", "blockedBy"].into_iter().find(|name| node.get(*name).is_some());
    &mut node[name.expect("a list")]
}

pub(super) fn remove(json: &mut Json, member: &str) {
    json.as_object_mut().unwrap().remove(member).expect("the member is there");
}

/// An answer with an error of this class and no data.
fn failed(reply: Reply, class: &str) -> Reply {
    reply.edit(|json| *json = json!({ "data": null, "errors": [{ "type": class, "message": CANARY }] }))
}
