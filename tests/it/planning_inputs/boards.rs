//! Generated boards: issues of every state with contracts of both dialects, and
//! what else may lie on a Project.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::support::policies::{self, block, legacy_block};
use crate::support::world::{Content, Place, Value, World};

/// The last number that a related or declared issue can have.
const MOST: u64 = 8;

/// The first of the issues that nobody asks for.
pub(super) const FIRST_FILLER: u64 = 101;

/// A requested issue without an item.
const ABSENT: u64 = 40;

/// A board as plain choices.
#[derive(Clone, Debug)]
pub(super) struct Board {
    legacy: bool,
    issues: Vec<Sketch>,
    /// How many issues nobody asks for.
    pub(super) fillers: u64,
    parents: Vec<(u64, u64)>,
    dependencies: Vec<(u64, u64)>,
    hidden: Vec<(u64, u64)>,
    foreign: Vec<u64>,
}

/// One requested issue.
#[derive(Clone, Debug)]
struct Sketch {
    contract: Option<Contract>,
    archived: bool,
    values: Vec<(&'static str, Value)>,
    labels: Vec<&'static str>,
    milestone: Option<&'static str>,
    issue_type: Option<&'static str>,
    urgency: Option<&'static str>,
}

/// What an issue declares, in words of both dialects.
#[derive(Clone, Debug)]
struct Contract {
    kind: &'static str,
    area: &'static str,
    priority: Option<&'static str>,
    estimate: Option<u32>,
    parent: Option<u64>,
    blocked_by: Vec<u64>,
}

fn values() -> impl Strategy<Value = Vec<(&'static str, Value)>> {
    let all = vec![
        ("Work Type", Value::from("Task")),
        ("Area", Value::from("Beds")),
        ("Priority", Value::from("High")),
        ("Size", Value::from("Small")),
        ("Status", Value::from("Ready")),
        ("Estimate", Value::from(3.0)),
        ("Iteration", Value::Iteration("Week 10".to_owned())),
        ("Start Date", Value::Date("2026-03-01".to_owned())),
        ("Notes", Value::Text("Only on dry days".to_owned())),
    ];
    let length = all.len();
    subsequence(all, 0..=length)
}

fn contract() -> impl Strategy<Value = Contract> {
    (
        select(vec!["task", "bug", "epic"]),
        select(vec!["beds", "climate", "water"]),
        prop::option::of(select(vec!["urgent", "high", "low"])),
        prop::option::of(0_u32..20),
        prop::option::weighted(0.3, 1..=MOST),
        subsequence((1..=MOST).collect::<Vec<_>>(), 0..3),
    )
        .prop_map(|(kind, area, priority, estimate, parent, blocked_by)| Contract {
            kind,
            area,
            priority,
            estimate,
            parent,
            blocked_by,
        })
}

fn sketch() -> impl Strategy<Value = Sketch> {
    let labels = vec!["area: beds", "area: water", "soil", "frost"];
    (
        prop::option::weighted(0.8, contract()),
        prop::bool::weighted(0.1),
        values(),
        subsequence(labels, 0..=4),
        prop::option::of(select(vec!["Spring planting", "Harvest"])),
        prop::option::of(select(vec!["Task", "Bug"])),
        prop::option::of(select(vec!["High", "Low"])),
    )
        .prop_map(|(contract, archived, values, labels, milestone, issue_type, urgency)| Sketch {
            contract,
            archived,
            values,
            labels,
            milestone,
            issue_type,
            urgency,
        })
}

/// Pairs of different issues.
fn pairs(most: usize) -> impl Strategy<Value = Vec<(u64, u64)>> {
    let pair = (1..=MOST, 1..=MOST).prop_filter("two issues", |(one, other)| one != other);
    prop::collection::vec(pair, 0..=most)
}

/// Boards with at most this many issues that nobody asks for.
pub(super) fn boards(fillers: u64) -> impl Strategy<Value = Board> {
    (
        any::<bool>(),
        prop::collection::vec(sketch(), 1..=MOST as usize),
        0..=fillers,
        (pairs(3), pairs(5), pairs(1)),
        prop::collection::vec(1..=MOST, 0..2),
    )
        .prop_map(|(legacy, issues, fillers, (parents, dependencies, hidden), foreign)| Board {
            legacy,
            issues,
            fillers,
            parents,
            dependencies,
            hidden,
            foreign,
        })
}

impl Board {
    /// The policy; the older one compares issue types, issue fields, labels
    /// and milestones too.
    pub(super) fn policy(&self) -> String {
        if !self.legacy {
            return policies::NATIVE.to_owned();
        }
        policies::LEGACY
            .replace("kind: {project_field", "kind: {target: issue_type, project_field")
            .replace("priority: {project_field", "priority: {target: issue_field, project_field")
    }

    /// The issues that are asked for: each of the sketches, and one without an
    /// item.
    pub(super) fn requested(&self) -> impl Iterator<Item = u64> {
        (1..=self.issues.len() as u64).chain([ABSENT])
    }

    /// The world.
    pub(super) fn world(&self) -> World {
        let mut world = World::organization();
        world.wording.content_repository = false;
        world.project.items.clear();
        for (number, sketch) in (1..).zip(&self.issues) {
            self.add(&mut world, number, sketch);
        }
        for number in FIRST_FILLER..FIRST_FILLER + self.fillers {
            world.add_issue(number).body("Nobody asks for this one.").set("Area", "Water");
        }
        world.add_pull_request(90);
        world.add(Content::Draft { id: 64_001, title: "Ask the neighbours for cuttings".to_owned() });
        world.add_issue(Place::elsewhere("acme-garden/orchard", 7));
        self.relate(&mut world);
        world
    }

    fn add(&self, world: &mut World, number: u64, sketch: &Sketch) {
        let item = world.add_issue(number);
        item.archived = sketch.archived;
        for (field, value) in &sketch.values {
            item.set(field, value.clone());
        }
        let body = sketch.contract.as_ref().map(|contract| contract.body(self.legacy));
        item.body(body.as_deref().unwrap_or("Water the seedlings twice a day.\n"));
        let issue = world.issue(number);
        issue.labels = sketch.labels.iter().map(|&label| label.to_owned()).collect();
        issue.milestone = sketch.milestone.map(str::to_owned);
        issue.issue_type = sketch.issue_type.map(str::to_owned);
        let urgency =
            sketch.urgency.map(|urgency| ("Priority".to_owned(), "single_select".to_owned(), urgency.into()));
        issue.issue_fields = urgency.into_iter().collect();
    }

    fn relate(&self, world: &mut World) {
        for &(child, parent) in &self.parents {
            world.set_parent(child, parent);
        }
        for &(blocker, blocked) in &self.dependencies {
            world.add_dependency(blocker, blocked);
        }
        for &number in &self.foreign {
            world.add_dependency(Place::elsewhere("acme-garden/orchard", 7), number);
        }
        let hidden = self.hidden.iter().filter(|pair| !self.dependencies.contains(pair));
        world.hidden.extend(hidden.map(|&(blocker, blocked)| (blocker.into(), blocked.into())));
    }
}

impl Contract {
    fn body(&self, legacy: bool) -> String {
        let mut yaml = format!("schema: 1\narea: {}\n", self.area);
        let mut line = |text: String| yaml.push_str(&text);
        line(format!("{}: {}\n", if legacy { "kind" } else { "work_type" }, self.kind));
        let default = legacy.then_some("low");
        self.priority.or(default).into_iter().for_each(|word| line(format!("priority: {word}\n")));
        self.estimate.into_iter().for_each(|number| line(format!("estimate: {number}\n")));
        match (legacy, self.parent, self.blocked_by.as_slice()) {
            (true, parent, blockers) => {
                parent.into_iter().for_each(|number| line(format!("parent: {number}\n")));
                line(format!("depends_on: {blockers:?}\n"));
            }
            (false, None, []) => {}
            (false, parent, blockers) => {
                line("relationships:\n".to_owned());
                parent.into_iter().for_each(|number| line(format!("  parent: {number}\n")));
                line(format!("  blocked_by: {blockers:?}\n"));
            }
        }
        if legacy { legacy_block(&yaml) } else { block(&yaml) }
    }
}
