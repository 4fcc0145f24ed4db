//! Lists that come in several pages, however GitHub words the links.

use yukh::diagnostic::Stage;

use crate::support::program::{Outcome, Plan};
use crate::support::server::{Builder, Server};
use crate::support::world::{Reply, World};

/// A world whose items come in three pages, the wanted one on the last.
fn paged() -> World {
    let mut world = World::organization();
    world.wording.page_size = 2;
    let wanted = world.project.items.remove(2);
    world.project.items.push(wanted);
    world
}

fn plan(builder: Builder) -> Outcome {
    Plan::against(&builder.start()).run()
}

#[test]
fn a_plan_is_the_same_however_a_next_link_is_worded() {
    let whole = Plan::against(&Server::of(World::organization())).run().planned();
    for encoded_commas in [true, false] {
        for numeric_owner in [true, false] {
            for more_relations in [true, false] {
                let mut world = paged();
                world.wording.encoded_commas = encoded_commas;
                world.wording.numeric_owner = numeric_owner;
                world.wording.more_relations = more_relations;
                world.wording.page_size = 4;
                let server = Server::of(world);
                let report = Plan::against(&server).run().planned();
                assert_eq!(report, whole, "{encoded_commas} {numeric_owner} {more_relations}");
                assert_eq!(server.count(Stage::Items), 2);
            }
        }
    }
}

#[test]
fn numeric_links_of_a_user_are_followed() {
    let mut world = World::user();
    world.wording.page_size = 4;
    world.wording.numeric_owner = true;
    let server = Server::of(world);
    Plan::against(&server).run().planned();
    let paths: Vec<String> = server.asked().into_iter().map(|asked| asked.path).collect();
    assert!(paths.iter().all(|path| !path.starts_with("/user/")), "rebuilt from the template: {paths:?}");
    assert_eq!(server.count(Stage::Items), 2);
}

#[test]
fn every_page_asks_for_the_same_fields() {
    let server = Server::of(paged());
    Plan::against(&server).run().planned();
    let asked: Vec<_> = server.asked().into_iter().filter(|a| a.stage() == Some(Stage::Items)).collect();
    assert_eq!(asked.len(), 3);
    assert!(asked.iter().all(|a| a.parameter("fields") == asked[0].parameter("fields")));
    assert!(asked.iter().all(|a| a.parameter("per_page") == Some("100")));
}

#[test]
fn a_short_page_is_not_the_last_one() {
    let mut world = paged();
    world.wording.page_size = 1;
    let server = Server::of(world.clone());
    Plan::against(&server).run().planned();
    assert_eq!(server.count(Stage::Items), world.project.items.len());
}

#[test]
fn a_failing_second_page_discards_the_first() {
    let builder = Builder::of(paged()).change_each(Stage::Items, |at, reply| {
        if at == 1 { Reply::error(502, "Server Error") } else { reply }
    });
    assert_eq!(plan(builder).failure(4), "YKP-GH-READ-004");
}

#[test]
fn a_link_that_leads_elsewhere_is_refused() {
    let own = "/orgs/acme-garden/projectsV2/4/items";
    for link in [
        format!("<https://evil.example{own}?after=x>; rel=\"next\""),
        "<{api}/orgs/acme-garden/projectsV2/5/items?after=x>; rel=\"next\"".to_owned(),
        "<{api}/orgs/acme-garden/projectsV2/4/fields?after=x>; rel=\"next\"".to_owned(),
        "<{api}/orgs/other/projectsV2/4/items?after=x>; rel=\"next\"".to_owned(),
        "<{api}/organizations/99/projectsV2/5/items?after=x>; rel=\"next\"".to_owned(),
        "<{api}/graphql?after=x>; rel=\"next\"".to_owned(),
        format!("<{{api}}{own}?after=x; rel=\"next\""),
        format!("<{{api}}{own}?after=x>; rel=\"next\", <{{api}}{own}?after=y>; rel=\"next\""),
    ] {
        let before = link.clone();
        let builder = Builder::of(World::organization()).change(Stage::Items, move |reply| {
            let item: serde_json::Value = reply.read();
            let address = item[0]["project_url"].as_str().unwrap().to_owned();
            let api = address.split("/orgs/").next().unwrap().to_owned();
            reply.header("link", link.replace("{api}", &api))
        });
        let server = builder.start();
        let outcome = Plan::against(&server).run();
        assert_eq!(outcome.failure(5), "YKP-REST-001", "{before}");
        assert_eq!(server.count(Stage::Items), 1, "{before}");
    }
}

#[test]
fn a_link_without_one_cursor_does_not_lead_on() {
    for query in ["per_page=100", "after=", "after=x&after=y", "before=x"] {
        let builder = Builder::of(World::organization()).change(Stage::Items, move |reply| {
            let address = reply.read()[0]["project_url"].as_str().unwrap().to_owned();
            reply.header("link", format!("<{address}/items?{query}>; rel=\"next\""))
        });
        assert_eq!(plan(builder).failure(4), "YKP-GH-READ-007", "{query}");
    }
}

#[test]
fn fields_are_read_to_their_last_page_as_well() {
    let mut world = World::organization();
    world.wording.field_page_size = 6;
    let server = Server::of(world);
    Plan::against(&server).run().planned();
    assert_eq!(server.count(Stage::Fields), 4);
}
