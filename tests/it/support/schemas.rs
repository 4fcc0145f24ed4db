//! GitHub's JSON Schemas, and the proof that the world speaks them.

use serde_json::Value as Json;

use super::world::{Asked, Content, OWNER, Place, World, commit};

/// Fails where the JSON does not have the shape of the schema.
pub(crate) fn assert_valid(schema: &str, instance: &Json) {
    let file = format!("{}/fixtures/schemas/{schema}.json", env!("CARGO_MANIFEST_DIR"));
    let schema: Json =
        serde_json::from_slice(&std::fs::read(file).expect("the schema is there")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a valid schema");
    let errors: Vec<String> =
        validator.iter_errors(instance).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// The answer of a world to a path, with all values of all fields.
fn answer(world: &World, address: &str) -> Json {
    let reply = world.answer(&Asked::get(address), 0);
    assert_eq!(reply.status, 200, "{address}");
    reply.read()
}

fn everything(mut world: World) -> World {
    world.issue(3).labels = vec!["area: beds".to_owned()];
    world.issue(3).milestone = Some("Spring planting".to_owned());
    world.issue(3).issue_fields = vec![
        ("Effort".to_owned(), "number".to_owned(), 3.into()),
        ("Risk".to_owned(), "single_select".to_owned(), "low".into()),
    ];
    world.add(Content::Redacted);
    world.add(Content::Unsaid);
    world.add_issue(9).archived = true;
    world.add_issue(Place::elsewhere("acme-garden/orchard", 2));
    world.set_parent(3, Place::elsewhere("acme-garden/orchard", 2));
    world.add_dependency(1, 3);
    world.add_pull_request(Place::elsewhere("acme-garden/orchard", 6));
    let runs = [Some("success"), Some("timed_out"), None];
    world.set_runs(&commit(5), &runs, &runs);
    world.wording.run_page_size = 2;
    world
}

#[test]
fn every_answer_of_the_default_worlds_has_the_shape_that_github_documents() {
    for (world, kind) in [(World::organization(), "orgs"), (World::user(), "users")] {
        let world = everything(world);
        let project = format!("/{kind}/{OWNER}/projectsV2/4");
        let ids: Vec<String> = world.project.fields.iter().map(|field| field.id.to_string()).collect();
        let items = answer(&world, &format!("{project}/items?per_page=100&fields={}", ids.join(",")));

        assert_valid("repository", &answer(&world, "/repos/acme-garden/greenhouse"));
        assert_valid("rate-limit", &answer(&world, "/rate_limit"));
        assert_valid("user", &answer(&world, "/users/acme-garden"));
        assert_valid("project", &answer(&world, &project));
        assert_valid("project-fields-list", &answer(&world, &format!("{project}/fields?per_page=100")));
        assert_valid("project-items-list", &items);
        for item in items.as_array().unwrap() {
            let content = &item["content"];
            match item["content_type"].as_str().unwrap() {
                "Issue" if content.is_null() => {}
                "Issue" => assert_valid("item-content-issue", content),
                "PullRequest" => assert_valid("item-content-pull-request", content),
                _ => assert_valid("item-content-draft-issue", content),
            }
        }
        for page in ["", "&page=2"] {
            let repository = "/repos/acme-garden/greenhouse";
            let commit = commit(5);
            let checks = format!("{repository}/commits/{commit}/check-runs?per_page=100{page}");
            assert_valid("check-runs", &answer(&world, &checks));
            let runs = format!("{repository}/actions/runs?head_sha={commit}&per_page=100{page}");
            assert_valid("workflow-runs", &answer(&world, &runs));
        }
        if world.issue_types.is_some() {
            assert_valid(
                "repo-issue-types-list",
                &answer(&world, "/repos/acme-garden/greenhouse/issue-types"),
            );
        }
    }
}

#[test]
fn a_list_is_served_in_pages_until_no_link_leads_on() {
    let mut world = World::organization();
    world.wording.page_size = 4;
    let mut address = "/orgs/acme-garden/projectsV2/4/items?per_page=100&fields=9010,9011".to_owned();
    let mut seen = Vec::new();
    loop {
        let reply = world.answer(&Asked::get(&address), 0);
        seen.extend(reply.read().as_array().unwrap().iter().map(|item| item["id"].clone()));
        let Some((_, link)) = reply.headers.iter().find(|(name, _)| name == "link") else { break };
        assert!(link.contains("fields=9010%2C9011"), "{link}");
        let next = link.strip_prefix("<https://api.github.com").unwrap().split_once('>').unwrap().0;
        address = next.replace("%2C", ",");
    }
    assert_eq!(seen.len(), world.project.items.len());
}

#[test]
fn values_of_fields_that_nobody_asked_for_are_left_out() {
    let world = World::organization();
    let items = answer(&world, "/orgs/acme-garden/projectsV2/4/items?per_page=100");
    let names: Vec<&str> =
        items[1]["fields"].as_array().unwrap().iter().map(|f| f["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Title"]);
}
