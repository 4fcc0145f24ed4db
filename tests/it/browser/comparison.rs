//! The page of a comparison.

use serde_json::{Value as Json, json};

use super::{judged, keep, texts};
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;

/// What names and keys of a result could be that somebody made.
const HOSTILE: &str = "|`</code></style></script><script>alert(1)</script><!--<img src=x onerror=alert(1)>@team \
                       ::add-mask::x ##[group]y \u{202e}1P &lt;\"'";

fn result() -> Json {
    Plan::against(&Server::of(World::organization())).run().json()
}

fn compared(first: &Json, second: &Json) -> String {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("first.json"), first.to_string()).unwrap();
    std::fs::write(directory.path().join("second.json"), second.to_string()).unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
    let command = command.current_dir(directory.path()).env_clear();
    let output =
        command.args(["compare", "--plans", "first.json", "second.json", "--format", "html"]).output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

#[test]
fn differences_are_told_and_hostile_names_stay_names() {
    let first = result();
    let mut second = first.clone();
    let operations = second["report"]["operations"].as_array_mut().unwrap();
    let set = operations.iter().position(|operation| operation["type"] == "set_field_value").unwrap();
    operations[set]["desired"] = json!(HOSTILE);
    operations[set + 1]["logicalKey"] = json!(format!("::error::{HOSTILE}"));
    let page = compared(&first, &second);
    keep("comparison.html", &page);
    let root = judged(&page);
    let names = texts(&root.classed("name"));
    let shown = HOSTILE.replace("##[", "#⟨U+0023⟩[").replace('\u{202e}', "⟨U+202E⟩");
    assert!(names.contains(&shown), "{names:?}");
    assert!(names.contains(&format!("⟨U+003A⟩:error::{shown}")), "{names:?}");
    assert_eq!((root.every("script").len(), root.every("style").len(), root.every("img").len()), (1, 1, 0));
    assert!(root.text().contains("the first and the second result differ"), "{}", root.text());
}

#[test]
fn equal_results_and_recorded_worlds_have_a_row_for_each_issue() {
    let result = result();
    let root = judged(&compared(&result, &result));
    assert_eq!(root.classed("board")[0].every("tbody")[0].every("tr").len(), 1);
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
    let command = command.current_dir(env!("CARGO_MANIFEST_DIR")).env_clear();
    let output =
        command.args(["compare", "--recording", "fixtures/recordings", "--format", "html"]).output().unwrap();
    let page = String::from_utf8(output.stdout).unwrap();
    keep("worlds.html", &page);
    let root = judged(&page);
    let count =
        std::fs::read_dir(format!("{}/fixtures/recordings", env!("CARGO_MANIFEST_DIR"))).unwrap().count();
    assert!(root.classed("board")[0].every("tbody")[0].every("tr").len() >= count);
    assert_eq!(texts(&root.classed("tile")).len(), 1, "all of them are equal");
}
