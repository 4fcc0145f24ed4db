//! Answers with one member of the wrong type.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage;

use crate::acquisition::fake::Run;
use crate::support::world::{Content, World};

/// A small world in which every stage and every kind of member takes part.
fn world() -> World {
    let mut world = World::organization();
    world.project.items.retain(|item| !matches!(item.content, Content::PullRequest(_)));
    let kept = ["Title", "Area", "Estimate", "Iteration", "Start Date", "Notes"];
    world.project.fields.retain(|field| kept.contains(&field.name.as_str()));
    world.remove_issue(1);
    world.remove_issue(4);
    world
        .project
        .items
        .iter_mut()
        .for_each(|item| item.values.retain(|name, _| kept.contains(&name.as_str())));
    world.wording.content_repository = false;
    world.issue(2).labels = vec!["area: water".to_owned()];
    world.issue(2).milestone = Some("Spring planting".to_owned());
    world.issue(2).issue_fields = vec![("Effort".to_owned(), "number".to_owned(), 3.into())];
    world.set_parent(2, 3);
    world.add_dependency(2, 3);
    world
}

fn run() -> Run {
    let mut run = Run::of(world(), [2]);
    run.selection.issue_types = true;
    run.selection.issue_fields = true;
    run
}

/// Every place in an answer, as a JSON pointer.
fn pointers(json: &Json, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match json {
        Json::Array(entries) => {
            entries
                .iter()
                .enumerate()
                .for_each(|(index, entry)| pointers(entry, &format!("{at}/{index}"), found));
        }
        Json::Object(members) => {
            members.iter().for_each(|(name, value)| pointers(value, &format!("{at}/{name}"), found));
        }
        _ => {}
    }
}

/// The answer of each stage, once.
fn answers() -> Vec<(Stage, Json)> {
    let answers = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let mut run = run();
    for stage in [
        Stage::Repository,
        Stage::Project,
        Stage::Fields,
        Stage::Items,
        Stage::Relationships,
        Stage::IssueTypes,
    ] {
        let answers = std::rc::Rc::clone(&answers);
        run = run.edit(stage, move |json| answers.borrow_mut().push((stage, json.clone())));
    }
    run.snapshot();
    answers.take()
}

/// Addresses, and accounts nested in other things: nothing that is read.
fn is_read(place: &str) -> bool {
    let idle = ["_url", "/user/", "/creator/", "/issue_field_values/"];
    !idle.iter().any(|part| place.contains(part)) || place.ends_with("/repository_url")
}

/// Members whose change means something, and what it means.
fn is_meant(place: &str) -> bool {
    // Labels are unknown, which nothing is planned on.
    place.ends_with("/labels/0")
        || place.ends_with("/labels/0/name")
        // Another issue that can not be read.
        || place == "/1/content"
        // Edges that go on and are deferred.
        || place.ends_with("/hasNextPage")
}

#[test]
fn a_member_of_the_wrong_type_is_refused_or_does_not_matter() {
    let expected = run().snapshot().fingerprint().to_owned();
    let mut tried = 0;
    for (stage, json) in answers() {
        let mut places = Vec::new();
        pointers(&json, "", &mut places);
        for place in places.into_iter().filter(|place| is_read(place)) {
            tried += 1;
            let at = place.clone();
            let run = run().edit(stage, move |json| {
                let member = json.pointer_mut(&at).unwrap();
                *member = if member.is_boolean() { json!({ "yukh": 1 }) } else { json!(true) };
            });
            let name = format!("{} {place}", stage.as_str());
            match run.read() {
                Ok(snapshot) if is_meant(&place) => assert_ne!(snapshot.fingerprint(), expected, "{name}"),
                Ok(snapshot) => assert_eq!(snapshot.fingerprint(), expected, "{name}"),
                Err(failure) => assert_eq!(failure.diagnostics().count(), 1, "{name}"),
            }
        }
    }
    assert!(tried > 300, "{tried}");
}
