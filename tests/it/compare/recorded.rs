//! A recorded world to compare, made of the files of the demo: issue 6 gets a
//! contract, and both readers are answered for it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value as Json, json};

use crate::support::policies::block;

/// A world as files, to be changed before it is written.
pub(crate) struct Recorded {
    /// `comparison.json`.
    pub(crate) about: Json,
    pub(crate) policy: String,
    /// Bodies by name; each is the answer to the request of that name.
    pub(crate) v1: BTreeMap<&'static str, Json>,
    pub(crate) v2: BTreeMap<&'static str, Json>,
    requests: Json,
}

fn demo(name: &str) -> Json {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

impl Recorded {
    /// Issue 6 wants another type and area than it has, and issue 7 is archived.
    pub(crate) fn new() -> Self {
        let mut items = demo("items-2.json");
        let item =
            items.as_array_mut().unwrap().iter_mut().find(|item| item["content"]["number"] == 6).unwrap();
        item["content"]["body"] = json!(block("schema: 1\nwork_type: task\narea: water\npriority: soon\n"));
        let item = item.clone();
        let archived = items.as_array().unwrap().iter().find(|item| item["content"]["number"] == 7);
        let archived = archived.unwrap().clone();
        let (repository, project, fields) =
            (demo("repository.json"), demo("project.json"), demo("fields.json"));
        let v1 = BTreeMap::from([
            ("scope", scope(&repository, &project, &item)),
            ("scope-7", scope(&repository, &project, &archived)),
            ("fields", graphql_fields(&project, &fields)),
            ("item", graphql_item(&repository, &project, &fields, &item)),
            ("relationships", relationships(&repository, &item)),
        ]);
        let requests = json!({
            "scope": { "graphql": "YukhRollbackScope", "variables": variables(&project, 6) },
            "scope-7": { "graphql": "YukhRollbackScope", "variables": variables(&project, 7) },
            "fields": { "graphql": "YukhRollbackFields", "variables": { "project": project["node_id"] } },
            "item": { "graphql": "YukhRollbackItem", "variables": { "item": item["node_id"] } },
            "relationships": {
                "graphql": "YukhRollbackRelationships", "variables": { "issue": item["content"]["node_id"] },
            },
        });
        let v2 = BTreeMap::from([
            ("repository.json", repository),
            ("project.json", project),
            ("fields.json", fields),
            ("items-1.json", demo("items-1.json")),
            ("items-2.json", items),
        ]);
        let about = json!({
            "format": 1, "owner": "acme-garden", "repository": "greenhouse", "project": 4, "issues": [6, 7],
            "token_profile": "classic-user-token", "dialect": "native", "note": "made of the demo",
            "expect": "equal",
        });
        let policy = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo/policy.yaml");
        Self { about, policy: std::fs::read_to_string(policy).unwrap(), v1, v2, requests }
    }

    /// Writes the world into a new folder.
    pub(crate) fn write(&self, folder: &Path) {
        for side in ["v1", "v2"] {
            std::fs::create_dir_all(folder.join(side)).unwrap();
        }
        let put = |name: PathBuf, content: String| std::fs::write(folder.join(name), content).unwrap();
        put("comparison.json".into(), self.about.to_string());
        put("policy.yaml".into(), self.policy.clone());
        let mut exchanges = demo("exchanges.json");
        let list = exchanges["exchanges"].as_array_mut().unwrap();
        list.retain(|exchange| self.v2.contains_key(exchange["response"]["body"].as_str().unwrap()));
        put("v2/exchanges.json".into(), exchanges.to_string());
        for (name, body) in &self.v2 {
            put(Path::new("v2").join(name), body.to_string());
        }
        let exchange = |name: &&str| json!({ "request": self.requests[*name], "response": { "body": name } });
        let exchanges: Vec<Json> = self.v1.keys().map(exchange).collect();
        put("v1/exchanges.json".into(), json!({ "format": 1, "exchanges": exchanges }).to_string());
        for (name, body) in &self.v1 {
            put(Path::new("v1").join(name), body.to_string());
        }
    }

    /// Gives something another reference, wherever v1 meets it.
    pub(crate) fn renamed(&mut self, from: &str, to: &str) {
        let renamed = |json: &Json| serde_json::from_str(&json.to_string().replace(from, to)).unwrap();
        self.requests = renamed(&self.requests);
        self.v1.values_mut().for_each(|body| *body = renamed(body));
    }

    /// The issue of the item that v1 reads.
    pub(crate) fn issue(&mut self) -> &mut Json {
        &mut self.v1.get_mut("item").unwrap()["data"]["node"]["content"]
    }
}

fn variables(project: &Json, issue: u64) -> Json {
    json!({
        "owner": "acme-garden", "repository": "greenhouse", "projectOwner": "acme-garden",
        "project": project["number"], "issue": issue,
    })
}

/// An answer with its price.
fn priced(data: Json) -> Json {
    let mut data = data;
    data["rateLimit"] = json!({
        "cost": 1, "limit": 5000, "remaining": 4000, "used": 1000, "resetAt": "2030-03-17T17:47:10Z",
        "nodeCount": 50,
    });
    json!({ "data": data })
}

/// A connection on one page.
fn whole(nodes: Vec<Json>) -> Json {
    let page = json!({ "hasNextPage": false, "endCursor": null });
    json!({ "totalCount": nodes.len(), "pageInfo": page, "nodes": nodes })
}

fn named(repository: &Json) -> Json {
    json!({ "id": repository["node_id"], "nameWithOwner": repository["full_name"] })
}

fn board(project: &Json) -> Json {
    json!({ "id": project["node_id"], "number": project["number"] })
}

fn scope(repository: &Json, project: &Json, item: &Json) -> Json {
    let owner = json!({
        "__typename": "Organization", "id": repository["owner"]["node_id"], "login": repository["owner"]["login"],
    });
    let node = json!({
        "id": item["node_id"], "isArchived": !item["archived_at"].is_null(), "project": board(project),
    });
    let mut home = named(repository);
    home["owner"] = owner.clone();
    home["issueTypes"] = whole(Vec::new());
    home["issueOrPullRequest"] = json!({
        "__typename": "Issue", "id": item["content"]["node_id"], "number": item["content"]["number"],
        "projectItems": whole(vec![node]),
    });
    let mut project_owner = owner;
    project_owner["projectV2"] = board(project);
    priced(json!({ "repository": home, "repositoryOwner": project_owner }))
}

fn graphql_fields(project: &Json, fields: &Json) -> Json {
    let field = |field: &Json| {
        let kind = field["data_type"].as_str().unwrap().to_ascii_uppercase();
        let mut node = json!({
            "__typename": "ProjectV2Field", "id": field["node_id"], "name": field["name"], "dataType": kind,
        });
        if kind == "SINGLE_SELECT" {
            let option = |option: &Json| json!({ "id": option["id"], "name": option["name"]["raw"] });
            node["__typename"] = json!("ProjectV2SingleSelectField");
            node["options"] = field["options"].as_array().unwrap().iter().map(option).collect();
        }
        node
    };
    let mut node = board(project);
    node["__typename"] = json!("ProjectV2");
    node["fields"] = whole(fields.as_array().unwrap().iter().map(field).collect());
    priced(json!({ "node": node }))
}

fn graphql_item(repository: &Json, project: &Json, fields: &Json, item: &Json) -> Json {
    let content = &item["content"];
    let value = |value: &Json| {
        let field = fields.as_array().unwrap().iter().find(|field| field["id"] == value["id"])?;
        let name = value["value"]["name"]["raw"].as_str()?;
        assert_eq!(value["data_type"], "single_select");
        Some(json!({
            "__typename": "ProjectV2ItemFieldSingleSelectValue", "name": name, "field": { "id": field["node_id"] },
        }))
    };
    let values = item["fields"].as_array().unwrap().iter().filter_map(value).collect();
    priced(json!({ "node": {
        "__typename": "ProjectV2Item", "id": item["node_id"], "isArchived": false,
        "updatedAt": item["updated_at"], "project": board(project),
        "content": {
            "__typename": "Issue", "id": content["node_id"], "number": content["number"],
            "body": content["body"], "updatedAt": content["updated_at"], "repository": named(repository),
            "issueType": null, "milestone": null, "labels": whole(Vec::new()),
            "issueFieldValues": whole(Vec::new()),
        },
        "fieldValues": whole(values),
    } }))
}

fn relationships(repository: &Json, item: &Json) -> Json {
    let content = &item["content"];
    priced(json!({ "node": {
        "__typename": "Issue", "id": content["node_id"], "number": content["number"],
        "repository": named(repository), "parent": null,
        "issueDependenciesSummary": { "totalBlockedBy": 0, "totalBlocking": 0 },
        "subIssuesSummary": { "total": 0 },
        "subIssues": whole(Vec::new()), "blockedBy": whole(Vec::new()), "blocking": whole(Vec::new()),
    } }))
}
