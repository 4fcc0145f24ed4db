//! The tests of the member as they stand in its sources.

use std::fs;
use std::path::{Path, PathBuf};

/// A test.
#[derive(Clone, Debug)]
pub(super) struct Test {
    pub(super) name: String,
    /// Its lines, the first one with the name.
    pub(super) text: String,
}

/// All tests of the member.
pub(super) fn tests() -> Vec<Test> {
    let member = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<PathBuf> =
        ["src", "tests"].into_iter().flat_map(|part| below(&member.join(part))).collect();
    files.sort();
    files.iter().flat_map(|file| tests_of(&fs::read_to_string(file).unwrap())).collect()
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(below(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The tests of a file.
fn tests_of(text: &str) -> Vec<Test> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if !["#[test]", "#[tokio::test]"].contains(&line.trim_ascii()) {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - line.trim_ascii_start().len()]);
        let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
        let text = inside.join("\n");
        let name = text.split("fn ").nth(1).and_then(|rest| rest.split('(').next()).unwrap().to_owned();
        found.push(Test { name, text });
    }
    found
}

#[test]
fn a_test_is_found_with_its_name_and_its_lines() {
    let text = "mod tests {\n    #[tokio::test]\n    async fn one() {\n        both(1);\n    }\n    fn two() {\n    }\n}\n";
    let found = tests_of(text);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].name.as_str(), found[0].text.contains("both(1);")), ("one", true));
    let names: Vec<String> = tests().into_iter().map(|test| test.name).collect();
    assert!(names.contains(&"a_test_is_found_with_its_name_and_its_lines".to_owned()));
    assert!(names.contains(&"there_are_eight_tools_in_alphabetical_order".to_owned()), "of the sources too");
}
