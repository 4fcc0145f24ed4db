//! The recording behind `yukh demo`: made here, committed, and proven current.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage;

use super::policies::block;
use super::schemas::assert_valid;
use super::world::{Asked, Content, Reply, Value, World};

/// Names of the Project fields that both policies name and the Project has.
const ASKED_FIELDS: [&str; 6] = ["Work type", "Area", "Priority", "Estimate", "Week", "Status"];

/// The invented Project of the demo.
fn world() -> World {
    let mut world = World::organization();
    world.project.fields.truncate(9);
    world.project.items.clear();
    world.parents.clear();
    for (name, options) in [
        ("Status", &["To do", "Doing", "Done"][..]),
        ("Work type", &["Epic", "Task", "Bug"]),
        ("Area", &["Beds", "Climate", "Water"]),
        ("Priority", &["Now", "Soon", "Later"]),
    ] {
        world.add_field(name, "single_select").options = options.iter().map(|&o| o.to_owned()).collect();
    }
    world.add_field("Estimate", "number");
    world.add_field("Week", "iteration").iterations = [("Week 9", "2026-02-23"), ("Week 10", "2026-03-02")]
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .to_vec();
    world.add_field("Notes", "text");

    add_neighbours(&mut world);
    add_issues(&mut world);
    world.wording.page_size = 5;
    world.wording.numeric_owner = true;
    world.wording.content_repository = false;
    world
}

fn titled(world: &mut World, number: u64, title: &str) {
    title.clone_into(&mut world.issue(number).title);
}

fn add_neighbours(world: &mut World) {
    world
        .add_issue(1)
        .body(&block("schema: 1\nwork_type: epic\narea: beds\n"))
        .set("Work type", "Epic")
        .set("Area", "Beds")
        .set("Status", "Doing");
    titled(world, 1, "Raise this year's seedlings");
    world
        .add_issue(2)
        .body("Two cubic metres, to the back door.\n")
        .set("Work type", "Task")
        .set("Area", "Beds")
        .set("Status", "Done");
    titled(world, 2, "Have compost delivered");
    world.issue(2).closed = true;
}

fn add_issues(world: &mut World) {
    world
        .add_issue(3)
        .body(&block(
            "schema: 1\nwork_type: task\narea: soil\npriority: now\nestimate: 3\niteration: Week 10\n\
             project:\n  target_date: 2026-03-20\nrelationships:\n  parent: 1\n  blocked_by: [2]\n",
        ))
        .set("Work type", "Task")
        .set("Area", "Beds")
        .set("Priority", "Later")
        .set("Status", "To do");
    titled(world, 3, "Fill the raised beds");
    world
        .add_issue(4)
        .body(&block(
            "schema: 1\nwork_type: task\narea: water\npriority: soon\nestimate: 2\niteration: Week 10\n\
             relationships:\n  parent: 1\n  blocked_by: [2]\n",
        ))
        .set("Work type", "Task")
        .set("Area", "Water")
        .set("Priority", "Soon")
        .set("Estimate", 2.0)
        .set("Week", Value::Iteration("Week 10".to_owned()))
        .set("Status", "Doing");
    titled(world, 4, "Lay the drip hose");
    world.set_parent(4, 1);
    world.add_dependency(2, 4);
    world
        .add_issue(5)
        .body(&block(
            "schema: 1\nwork_type: bug\narea: climate\npriority: someday\nrelationships:\n  parent: 1\n",
        ))
        .set("Work type", "Bug")
        .set("Area", "Climate")
        .set("Status", "To do");
    titled(world, 5, "The roof vent sticks");
    world.set_parent(5, 2);
    world
        .add_issue(6)
        .body("<!-- yukh:issue:v1 \nschema: 1\nwork_type: task\narea: water\n-->\n")
        .set("Status", "To do");
    titled(world, 6, "Mend the rain barrel");
    world
        .add_issue(7)
        .body(&block("schema: 1\nwork_type: task\narea: climate\n"))
        .set("Work type", "Task")
        .set("Area", "Climate")
        .set("Status", "Done");
    titled(world, 7, "Wash the winter dirt off the glass");
    world.item(7).archived = true;
    world.add(Content::Draft { id: 64_001, title: "Ask the neighbours for cuttings".to_owned() });
}

/// The files of the recording by name.
fn files() -> BTreeMap<String, String> {
    let world = world();
    let mut files = BTreeMap::new();
    let mut exchanges = Vec::new();
    let mut record = |name: &str, request: Json, reply: &Reply| {
        assert_eq!(reply.status, 200, "{name}");
        let mut response = json!({ "body": name });
        let headers: BTreeMap<&str, &str> = reply
            .headers
            .iter()
            .filter(|(name, _)| name == "link" || name.starts_with("x-ratelimit-"))
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        response["headers"] = json!(headers);
        exchanges.push(json!({ "request": request, "response": response }));
        files.insert(name.to_owned(), pretty(&reply.read()));
    };

    let mut spent = 0;
    let mut get = |name: &str, path: &str, query: &[(&str, &str)], schema: &str| {
        let pairs: Vec<String> = query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let reply = world.answer(&Asked::get(&format!("{path}?{}", pairs.join("&"))), spent);
        assert_valid(schema, &reply.read());
        spent += 1;
        let query: BTreeMap<&str, &str> = query.iter().copied().collect();
        let request =
            if query.is_empty() { json!({ "path": path }) } else { json!({ "path": path, "query": query }) };
        record(name, request, &reply);
        reply.headers.into_iter().find(|(name, _)| name == "link").map(|(_, link)| link)
    };
    let project = "/orgs/acme-garden/projectsV2/4";
    get("repository.json", "/repos/acme-garden/greenhouse", &[], "repository");
    get("project.json", project, &[], "project");
    get("fields.json", &format!("{project}/fields"), &[("per_page", "100")], "project-fields-list");
    let mut after: Option<String> = None;
    let mut ids: Vec<u64> = world
        .project
        .fields
        .iter()
        .filter(|field| ASKED_FIELDS.contains(&field.name.as_str()))
        .map(|f| f.id)
        .collect();
    ids.sort_unstable();
    let ids = ids.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    for page in 1.. {
        let mut query = vec![("per_page", "100"), ("fields", ids.as_str())];
        query.extend(after.as_deref().map(|cursor| ("after", cursor)));
        let link =
            get(&format!("items-{page}.json"), &format!("{project}/items"), &query, "project-items-list");
        after = link.map(|link| cursor(&link));
        if after.is_none() {
            break;
        }
    }
    let converged = world.clone().issue(4).id;
    let variables = json!({ "ids": [format!("I_kwDOseed{converged}")] });
    let reply = world.answer(&relationship_request(&variables), spent);
    record("relationships.json", json!({ "graphql": "YukhRelationships", "variables": variables }), &reply);
    let index = json!({ "format": 1, "exchanges": exchanges });
    files.insert("exchanges.json".to_owned(), pretty(&index));
    files
}

/// The request with the program's own document.
fn relationship_request(variables: &Json) -> Asked {
    let document = include_str!("../../../src/github/relationships.graphql");
    let mut asked = Asked::get("/graphql");
    asked.method = "POST".to_owned();
    asked.body = json!({ "query": document, "variables": variables }).to_string().into_bytes();
    assert_eq!(asked.stage(), Some(Stage::Relationships));
    asked
}

/// The decoded cursor of a next link.
fn cursor(link: &str) -> String {
    let (_, rest) = link.split_once("after=").expect("a next link");
    rest.split('>').next().expect("the end of the link").replace("%3D", "=")
}

/// Sorted members, whatever order the parser of this build keeps.
fn pretty(json: &Json) -> String {
    let mut sorted = json.clone();
    sorted.sort_all_objects();
    let mut text = format!("{sorted:#}");
    text.push('\n');
    text
}

#[test]
fn the_demo_recording_is_current() {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/demo");
    let write = std::env::var_os("YUKH_WRITE_FIXTURES").is_some();
    let files = files();
    for (name, content) in &files {
        let path = directory.join(name);
        if write {
            std::fs::write(&path, content).expect("the fixtures can be written");
        }
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == *content, "{name} is stale: see fixtures/demo/README.md");
    }
    let by_hand = ["README.md", "policy.yaml", "proposed-policy.yaml"];
    for entry in std::fs::read_dir(&directory).expect("the directory is there") {
        let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
        assert!(files.contains_key(&name) || by_hand.contains(&name.as_str()), "{name} belongs to nothing");
    }
}
