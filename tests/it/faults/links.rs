//! What goes wrong between the pages of a list.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Code;

use super::answers::with;
use super::{FIRST, Fault, LAST, LISTS, Make, Place};

/// The lists of fields and of items.
pub(super) const PAGES: &[Fault] = &[
    Fault::link("a next link to another host", LISTS, Code::Rest001, |place| {
        next(&Place { origin: "https://canary.example".to_owned(), ..copy(place) }, "CANARY")
    }),
    Fault::link("a next link with another scheme", LISTS, Code::Rest001, |place| {
        next(&Place { origin: place.origin.replace("http:", "https:"), ..copy(place) }, "CANARY")
    }),
    Fault::link("a next link to another Project", LISTS, Code::Rest001, |place| {
        next(&Place { path: place.path.replace("/4/", "/5/"), ..copy(place) }, "CANARY")
    }),
    Fault::link("a next link to another owner's Project", LISTS, Code::Rest001, |place| {
        next(&Place { path: place.path.replace("acme-boards", "canary"), ..copy(place) }, "CANARY")
    }),
    Fault::link("a next link to another list", LISTS, Code::Rest001, |place| {
        next(&Place { path: format!("{}/views", place.path), ..copy(place) }, "CANARY")
    }),
    Fault::link("two next links that differ", LISTS, Code::Rest001, |place| {
        format!("{}, {}", next(place, "CANARY1"), next(place, "CANARY2"))
    }),
    Fault::link("a link header that is malformed", LISTS, Code::Rest001, |place| {
        next(place, "CANARY").replace('>', "")
    }),
    Fault::link("a next link to the beginning of the list", LISTS, Code::GithubRead007, |place| {
        next(place, "CANARY").replace("&after=CANARY", "")
    }),
    Fault::link("a next link with two cursors", LISTS, Code::GithubRead007, |place| {
        next(place, "CANARY&after=CANARY2")
    }),
    Fault::link("a next link that repeats a cursor", LAST, Code::Snapshot001, |place| {
        next(place, &place.cursor)
    }),
    Fault::new("a page that is the first one again", LAST, Code::Snapshot001, Make::FirstPage),
    Fault::link("more pages than the run may read", LAST, Code::GithubRead005, |place| next(place, "CANARY")),
    Fault::answer("an empty page, `[]`, that leads on", FIRST, Code::Snapshot001, |reply| with(reply, "[]")),
    Fault::answer("an empty page, `[]`, that a next link led to", LAST, Code::Snapshot001, |reply| {
        with(reply, "[]")
    }),
    Fault::answer("an entry that occurs twice", LISTS, Code::Snapshot001, |reply| {
        reply.edit(|list| {
            let first = list[0].clone();
            entries(list).push(first);
        })
    }),
    Fault::answer("an entry of another Project", LISTS, Code::Snapshot001, |reply| {
        reply.edit(|list| {
            let url = list[0]["project_url"].as_str().unwrap();
            list[0]["project_url"] = json!(url.replace("/projectsV2/4", "/projectsV2/5"));
        })
    }),
    Fault::answer("an entry without its id", LISTS, Code::Rest001, |reply| {
        reply.edit(|list| {
            list[0].as_object_mut().unwrap().remove("id").unwrap();
        })
    }),
    Fault::answer("null in place of an entry", LISTS, Code::Rest001, |reply| {
        reply.edit(|list| entries(list).push(Json::Null))
    }),
];

/// A next link from here.
fn next(place: &Place, cursor: &str) -> String {
    format!("<{}{}?per_page=100&after={cursor}>; rel=\"next\"", place.origin, place.path)
}

fn copy(place: &Place) -> Place {
    Place { origin: place.origin.clone(), path: place.path.clone(), cursor: place.cursor.clone() }
}

/// The entries of a list.
pub(super) fn entries(list: &mut Json) -> &mut Vec<Json> {
    list.as_array_mut().unwrap()
}
