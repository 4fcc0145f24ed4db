//! Tables of numbered cases, and the proof that none is forgotten.

use std::path::Path;

/// Where a numbered case is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shown {
    /// By a test whose name begins with this, somewhere in `src` or `tests`.
    By(&'static str),
    /// Not here, for this reason.
    Not(&'static str),
}

/// Fails where a number has no row, a row no number, or a test does not exist.
pub(crate) fn assert_complete(numbers: &[&str], table: &[(&str, Shown)]) {
    let rows: Vec<&str> = table.iter().map(|(number, _)| *number).collect();
    assert_eq!(rows, numbers, "one row for each number, in order");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = Vec::new();
    collect(&root.join("src"), &mut names);
    collect(&root.join("tests"), &mut names);
    for (number, shown) in table {
        match shown {
            Shown::By(prefix) => {
                assert!(names.iter().any(|name| name.starts_with(prefix)), "{number}: no test {prefix}…");
            }
            Shown::Not(reason) => assert!(!reason.is_empty(), "{number}"),
        }
    }
}

/// The names of the functions below a directory.
fn collect(directory: &Path, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, names);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let functions = text.lines().filter_map(|line| {
                let line = line.trim_start().trim_start_matches("async ").strip_prefix("fn ")?;
                line.split_once('(').map(|(name, _)| name.to_owned())
            });
            names.extend(functions);
        }
    }
}
