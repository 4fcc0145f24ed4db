//! The default world.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Account, Content, OWNER, PROJECT, Place, Project, PullRequest, REPOSITORY, Rate, Repository, Value,
    Wording, World,
};
use crate::support::policies::block;

/// Names and data types of the fields that every Project has.
const BUILT_IN: [(&str, &str); 9] = [
    ("Title", "title"),
    ("Assignees", "assignees"),
    ("Labels", "labels"),
    ("Linked pull requests", "linked_pull_requests"),
    ("Milestone", "milestone"),
    ("Repository", "repository"),
    ("Reviewers", "reviewers"),
    ("Parent issue", "parent_issue"),
    ("Sub-issues progress", "sub_issues_progress"),
];

/// Names and options of the single-select fields.
const SELECTS: [(&str, &[&str]); 5] = [
    ("Status", &["Backlog", "Ready", "In progress", "Done"]),
    ("Work Type", &["Epic", "Gate", "Feature", "Task", "Bug", "Technical debt"]),
    ("Area", &["Beds", "Climate", "Water"]),
    ("Priority", &["Urgent", "High", "Low"]),
    ("Size", &["Small", "Large"]),
];

pub(super) fn default_world(organization: bool) -> World {
    let owner = Account { id: 1_234, login: OWNER.to_owned(), organization };
    let mut world = World {
        repository: Repository { id: 77_001, owner: owner.clone(), name: REPOSITORY.to_owned() },
        project: Project {
            id: 40_004,
            owner,
            number: PROJECT,
            title: "The year in the greenhouse".to_owned(),
            fields: Vec::new(),
            items: Vec::new(),
        },
        issue_types: organization.then(|| ["Task", "Bug", "Feature", "Epic"].map(str::to_owned).to_vec()),
        retired_issue_types: Vec::new(),
        further_issues: Vec::new(),
        other_items: BTreeMap::new(),
        parents: BTreeMap::new(),
        hidden_parents: BTreeMap::new(),
        dependencies: BTreeSet::new(),
        hidden: BTreeSet::new(),
        runs: BTreeMap::new(),
        wording: wording(),
        rate: Rate { rest: 4_900, graphql: 4_800, reset: 1_900_000_030 },
    };
    add_fields(&mut world);
    add_items(&mut world);
    world
}

fn wording() -> Wording {
    Wording {
        api: "https://api.github.com".to_owned(),
        page_size: 100,
        field_page_size: 100,
        encoded_commas: true,
        numeric_owner: false,
        more_relations: false,
        content_repository: true,
        repository_url: true,
        dependency_summary: true,
        parent_url: true,
        issue_type: true,
        issue_fields: true,
        values: true,
        unset_is_null: true,
        run_page_size: 100,
        edges: None,
    }
}

fn add_fields(world: &mut World) {
    for (name, data_type) in BUILT_IN {
        world.add_field(name, data_type);
    }
    for (name, options) in SELECTS {
        world.add_field(name, "single_select").options = options.iter().map(|&o| o.to_owned()).collect();
    }
    world.add_field("Estimate", "number");
    world.add_field("Iteration", "iteration").iterations =
        [("Week 9", "2026-02-23"), ("Week 10", "2026-03-02"), ("Week 11", "2026-03-09")]
            .map(|(title, start)| (title.to_owned(), start.to_owned()))
            .to_vec();
    world.add_field("Start Date", "date");
    world.add_field("Target Date", "date");
    world.add_field("Notes", "text");
}

fn add_items(world: &mut World) {
    world
        .add_issue(1)
        .body(&block("schema: 1\nwork_type: epic\narea: beds\n"))
        .set("Work Type", "Epic")
        .set("Area", "Beds")
        .set("Status", "In progress");
    world
        .add_issue(2)
        .body(&block(
            "schema: 1\nwork_type: task\narea: water\npriority: high\nestimate: 3\niteration: Week 10\n\
             project:\n  start_date: 2026-03-01\nrelationships:\n  parent: 1\n",
        ))
        .set("Work Type", "Task")
        .set("Area", "Water")
        .set("Priority", "High")
        .set("Estimate", 3.0)
        .set("Iteration", Value::Iteration("Week 10".to_owned()))
        .set("Start Date", Value::Date("2026-03-01".to_owned()))
        .set("Notes", Value::Text("Only on dry days".to_owned()));
    world.issue(2).issue_type = world.issue_types.is_some().then(|| "Task".to_owned());
    world.set_parent(2, 1);
    world
        .add_issue(3)
        .body(&block("schema: 1\nwork_type: bug\narea: climate\npriority: urgent\nestimate: 5\n"))
        .set("Work Type", "Task")
        .set("Area", "Climate")
        .set("Estimate", 2.0);
    world.add_issue(Place::from(4)).body("Water the seedlings twice a day.\n");
    let title = "Pipe the rain barrel".to_owned();
    world.add(Content::PullRequest(PullRequest { title, ..PullRequest::new(5) }));
    world.add(Content::Draft { id: 64_001, title: "Ask the neighbours for cuttings".to_owned() });
}
