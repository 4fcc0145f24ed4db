//! What the embedded GitHub holds at the beginning. All of it is invented.

use std::collections::BTreeMap;

use jiff::{SignedDuration, Timestamp};

use super::world::{Access, Held, Place, Said, World};

/// The first moment of the demo: 1 January 2026, in Unix seconds. An hour lies
/// between one issue and the next.
const BEGINNING: i64 = 1_767_225_600;

/// How many issues and pull requests the long list has: more than a walk gives out.
const MANY: u64 = 800;

/// How many comments the long thread has.
const LONG_THREAD: u64 = 53;

fn hour(number: u64) -> Timestamp {
    let hours = i64::try_from(number).unwrap_or(0);
    let first = Timestamp::from_second(BEGINNING).unwrap_or_default();
    first.saturating_add(SignedDuration::from_hours(hours)).unwrap_or(first)
}

fn issue(number: u64, title: &str, labels: &[&str], body: &str) -> Held {
    Held {
        number,
        title: title.to_owned(),
        body: Some(body.to_owned()),
        author: Some("marigold-dev"),
        is_open: true,
        state_reason: None,
        is_pull_request: false,
        lock: None,
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        assignees: Vec::new(),
        created_at: hour(number),
        updated_at: hour(number.saturating_add(1)),
        comments: Vec::new(),
    }
}

fn said(id: u64, author: Option<&'static str>, body: &str) -> Said {
    Said { id, author, body: body.to_owned(), at: hour(id) }
}

fn place(id: u64, owner: &'static str, name: &'static str, access: Access) -> Place {
    Place {
        id,
        owner,
        name,
        labels: vec!["bug", "documentation", "enhancement", "fixed-in-2.5", "good first issue", "question"],
        people: vec!["marigold-dev", "thistle-qa", "bracken-ops"],
        access,
        has_issues: true,
        issues: BTreeMap::new(),
        moved: BTreeMap::new(),
        deleted: Vec::new(),
    }
}

/// The world.
pub(super) fn world() -> World {
    let mut widgets = place(701, "acme", "widgets", Access::Push);
    for held in widgets_issues() {
        widgets.issues.insert(held.number, held);
    }
    widgets.moved.insert(8, (704, 3));
    widgets.deleted.push(9);

    let mut archive = place(702, "acme", "archive", Access::Archived);
    archive.issues.insert(1, issue(1, "Keep the old importer", &["question"], "For whoever needs it."));

    let mut wiki = place(703, "acme", "wiki", Access::Push);
    wiki.has_issues = false;

    let mut gadgets = place(704, "acme", "gadgets", Access::Push);
    gadgets.issues.insert(3, issue(3, "Gadget does not spin", &["bug"], "It was filed under widgets first."));

    let mut library = place(705, "bluebell", "library", Access::Read);
    library.issues.insert(1, issue(1, "Panics on an empty slice", &["bug"], "`sum(&[])` panics."));

    let mut backlog = place(706, "acme", "backlog", Access::Push);
    for number in 1..=MANY {
        let mut held = issue(number, &format!("Backlog entry {number}"), &["enhancement"], "Some day.");
        // Pull requests fill whole pages of the list.
        held.is_pull_request = number % 3 == 0;
        backlog.issues.insert(number, held);
    }
    World { repositories: vec![widgets, archive, wiki, gadgets, library, backlog], next_comment: 9000 }
}

fn widgets_issues() -> Vec<Held> {
    let mut crash = issue(
        1,
        "Crash on save with empty filename",
        &["bug"],
        "Steps:\r\n1. open a new file\r\n2. press <kbd>Ctrl</kbd>+<kbd>S</kbd>\r\n\r\nIt crashes: `Option::unwrap` on `None`.",
    );
    crash.assignees = vec!["thistle-qa".to_owned()];
    crash.comments =
        vec![said(101, Some("thistle-qa"), "I see this with 2.4.1 too."), said(102, None, "Same here.")];

    let mut locked = issue(2, "Which license applies to the icons?", &["question"], "See the title.");
    locked.lock = Some(Some("resolved".to_owned()));
    locked.is_open = false;
    locked.state_reason = Some("completed".to_owned());

    let mut pull_request = issue(3, "Fix the crash on save", &["bug"], "Fixes #1.");
    pull_request.is_pull_request = true;

    let mut long =
        issue(4, "The long thread", &["documentation"], &"A long text about colours. ".repeat(200));
    long.comments = (1..=LONG_THREAD)
        .map(|index| said(200 + index, Some("bracken-ops"), &format!("Remark {index}.")))
        .collect();

    let mut twice = issue(5, "Save crashes", &["bug"], "A filename is missing.");
    twice.is_open = false;
    twice.state_reason = Some("duplicate".to_owned());

    let mut bare = issue(6, "No description", &[], "");
    bare.body = None;
    bare.author = None;

    let second_bug = issue(
        7,
        "Colour picker documentation is wrong",
        &["bug", "documentation"],
        "RGB and BGR are mixed up.",
    );
    vec![crash, locked, pull_request, long, twice, bare, second_bug]
}
