//! The bounds of a read, each at its last value that passes and one beyond,
//! through the whole program.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage;

use crate::support::program::{Outcome, Plan};
use crate::support::server::{Builder, Server};
use crate::support::world::World;

/// A read of these issues is complete at the bound and refused beyond it, by
/// the operation that met it.
fn at_the_bound(operation: &str, issues: &str, bound: u64, server: impl Fn(u64) -> Server) {
    let read = |value: u64| -> Outcome { Plan::snapshot(&server(value), issues).run() };
    let (whole, more) = (read(bound), read(bound + 1));
    assert_eq!((whole.code, &whole.json()["status"]), (0, &json!("success")), "{whole:?}");
    assert_eq!(more.failure(4), "YKP-GH-READ-005");
    assert_eq!(more.json()["diagnostics"][0]["operation"], operation);
}

/// The default world with the first item of its list changed.
fn with_item(change: impl Fn(&mut Json) + Send + Sync + 'static) -> Server {
    let first = move |items: &mut Json| change(&mut items[0]);
    Builder::of(World::organization()).change(Stage::Items, move |reply| reply.edit(&first)).start()
}

#[test]
fn a_body_has_at_most_256_kib() {
    at_the_bound("items", "1", 256 << 10, |bytes| {
        with_item(move |item| item["content"]["body"] = json!("a".repeat(usize::try_from(bytes).unwrap())))
    });
}

#[test]
fn an_item_has_at_most_256_values() {
    at_the_bound("items", "1", 256, |values| {
        with_item(move |item| {
            let fields = item["fields"].as_array_mut().unwrap();
            let more = values - fields.len() as u64;
            fields.extend((20_000..20_000 + more).map(|id| json!({ "id": id, "value": "more" })));
        })
    });
}

#[test]
fn a_list_has_at_most_20_pages() {
    let paged = |items: u64, fields: bool| {
        let mut world = World::organization();
        for issue in 100..100 + items - world.project.items.len() as u64 {
            world.add_issue(issue);
        }
        if fields {
            for _ in world.project.fields.len() as u64..items {
                world.add_field("More", "text");
            }
            world.wording.field_page_size = 1;
        } else {
            world.wording.page_size = 1;
        }
        Server::of(world)
    };
    at_the_bound("items", "1", 20, |items| paged(items, false));
    at_the_bound("fields", "1", 20, |fields| paged(fields, true));
}

#[test]
fn at_most_512_issues_are_in_reach_of_one() {
    at_the_bound("relationships", "1", 512, |nodes| {
        let mut world = World::organization();
        // The issue itself and the sub-issue that it has.
        for issue in 1_000..1_000 + nodes - 2 {
            world.add_dependency(1, issue);
        }
        world.wording.edges = Some(600);
        Server::of(world)
    });
}

#[test]
fn all_issues_together_have_at_most_4096_relationships() {
    let numbers: Vec<String> = (100..200).map(|issue| issue.to_string()).collect();
    at_the_bound("relationships", &numbers.join(","), 4_096, |edges| {
        let mut world = World::organization();
        for issue in 100..200 {
            world.add_issue(issue);
        }
        for edge in 0..edges {
            world.add_dependency(100 + edge % 100, 1_000 + edge / 100);
        }
        Server::of(world)
    });
}
