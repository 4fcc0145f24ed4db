//! A world that follows from a seed.

use serde_json::{Value as Json, json};
use yukh::desired::Dialect;
use yukh::scope::SubjectClass;

use super::contracts::{self, Reach};
use super::dice::Dice;
use super::vocabulary::{PLAIN, UNICODE, Vocabulary};
use super::{Case, Expect, policy};
use crate::support::world::{Account, Content, Field, Item, OtherItem, Place, Value, World};

/// Issues that lie on the Project and are not asked for.
const NEIGHBOURS: [u64; 2] = [11, 12];
/// An issue without an item on the Project.
const FURTHER: u64 = 13;
/// A pull request on the Project.
const PULL_REQUEST: u64 = 14;
/// A number that nothing has.
const NOBODY: u64 = 15;
/// Where related issues live that are not of the repository.
const ORCHARD: &str = "acme-garden/orchard";

/// The case of a seed.
pub(crate) fn sketch(seed: u64) -> Case {
    let dialect = if seed.is_multiple_of(2) { Dialect::Native } else { Dialect::Legacy };
    let organization = (seed / 2).is_multiple_of(2);
    let mut dice = Dice::of(seed);
    let words = if dice.percent(50) { &UNICODE } else { &PLAIN };
    let mut world = board(&mut dice, words, organization);
    let issues: Vec<u64> = (1..=1 + dice.below(3)).collect();
    for &number in &issues {
        add(&mut dice, &mut world, words, dialect, number);
    }
    relate(&mut dice, &mut world, &issues);
    shape(&mut dice, &mut world);
    let policy = match dialect {
        Dialect::Native => policy::native(&mut dice, words),
        Dialect::Legacy => policy::legacy(&mut dice, words, world.repository.owner.organization),
    };
    let kind = if organization { "organization" } else { "user" };
    let word = if dialect == Dialect::Native { "native" } else { "legacy" };
    Case {
        name: format!("{word}-{kind}-{seed:03}"),
        note: format!("generated from seed {seed}"),
        subject: subject(&mut dice, &world),
        world,
        dialect,
        policy,
        issues,
        expect: Expect::Equal,
        changes: Vec::new(),
    }
}

/// Classes of tokens that may read the Project (decision 61).
fn subject(dice: &mut Dice, world: &World) -> SubjectClass {
    match world.project.owner.organization {
        true => *dice.pick(&SubjectClass::ALL),
        false => *dice.pick(&[SubjectClass::ClassicUserToken, SubjectClass::OauthToken]),
    }
}

/// A Project with the words, and what nobody asks for.
fn board(dice: &mut Dice, words: &Vocabulary, organization: bool) -> World {
    let mut world = if organization { World::organization() } else { World::user() };
    world.project.items.clear();
    world.parents.clear();
    words.give(&mut world);
    if dice.percent(15) {
        let login = "acme-boards".to_owned();
        world.project.owner = Account { id: 4_321, login, organization: dice.percent(50) };
    }
    if dice.percent(25) {
        let name = (*dice.pick(&["Priority", "Estimate", "Start Date", "Notes", "Iteration"])).to_owned();
        world.remove_field(&name);
    }
    if dice.percent(25) {
        world.field("Area").options.pop();
    }
    if dice.percent(10) {
        world.field("Target Date").data_type = "text".to_owned();
    }
    if organization && dice.percent(30) {
        world.retired_issue_types = vec!["Chore".to_owned()];
    }
    for number in NEIGHBOURS {
        if dice.percent(60) {
            world.add_issue(number).body("Nobody asks for this one.").set("Status", "Ready");
        }
    }
    world.add_further_issue(FURTHER);
    if dice.percent(60) {
        world.add_pull_request(PULL_REQUEST);
    }
    if dice.percent(40) {
        world.add(Content::Draft { id: 64_001, title: "Ask the neighbours for cuttings".to_owned() });
    }
    if dice.percent(30) {
        world.add_issue(Place::elsewhere(ORCHARD, 7)).body("yukh, but somewhere else");
    }
    world
}

/// Adds an issue that is asked for: live with an item in most worlds.
fn add(dice: &mut Dice, world: &mut World, words: &Vocabulary, dialect: Dialect, number: u64) {
    let mut others: Vec<u64> = (1..=3).filter(|other| *other != number).chain(NEIGHBOURS).collect();
    others.extend(dice.some(25, &[FURTHER, PULL_REQUEST, NOBODY]));
    let reach = Reach { others };
    let body = match (dice.percent(85), dialect) {
        (true, Dialect::Native) => Some(contracts::native(dice, words, &reach)),
        (true, Dialect::Legacy) => Some(contracts::legacy(dice, words, &reach)),
        (false, _) => contracts::silent(dice, number),
    };
    match dice.below(20) {
        0 => {
            world.add_further_issue(number).body = body;
            return;
        }
        1 => return,
        2 => world.add_issue(number).archived = true,
        3 => {
            // Archived once, and added again.
            let archived = world.add_issue(number);
            archived.archived = true;
            let issue = archived.content.clone();
            world.add(issue);
        }
        _ => {
            world.add_issue(number);
        }
    }
    if dice.percent(20) {
        world.other_items.insert(number.into(), other_items(dice, number));
    }
    fill(dice, world, words, number, body);
}

/// Gives an issue and its items their data; two items show the same issue.
fn fill(dice: &mut Dice, world: &mut World, words: &Vocabulary, number: u64, body: Option<String>) {
    let place = Place::from(number);
    let organization = world.issue_types.is_some();
    let mut issue = world.issue(number).clone();
    issue.body = body;
    issue.closed = dice.percent(10);
    let labels = words.labels.iter().map(|(_, label)| *label).chain(["soil", "Frost ❄️"]);
    issue.labels = dice.some(30, &labels.collect::<Vec<_>>()).into_iter().map(str::to_owned).collect();
    let titles: Vec<&str> = words.milestones.iter().map(|(_, title)| *title).chain(["Winter"]).collect();
    issue.milestone = dice.perhaps(50, &titles).map(|&title| title.to_owned());
    if organization {
        issue.issue_type = dice.perhaps(70, &["Task", "Bug", "Epic"]).map(|&name| name.to_owned());
        issue.issue_fields = issue_fields(dice, words);
    }
    let is_of_issue = |item: &&mut Item| item.issue().is_some_and(|issue| issue.at == place);
    for item in world.project.items.iter_mut().filter(is_of_issue) {
        item.content = Content::Issue(Box::new(issue.clone()));
        for field in &world.project.fields {
            if let Some(value) = value(dice, field) {
                item.values.insert(field.name.clone(), value);
            }
        }
    }
}

/// Items of the issue on other Projects, some of which nobody may see.
fn other_items(dice: &mut Dice, number: u64) -> Vec<OtherItem> {
    let item = |at: u64, archived, is_visible| OtherItem {
        id: 95_000 + 10 * number + at,
        project_id: 41_000 + at,
        project_number: 4 + at,
        archived,
        is_visible,
    };
    (0..1 + dice.below(3)).map(|at| item(at, dice.percent(30), true)).collect()
}

fn value(dice: &mut Dice, field: &Field) -> Option<Value> {
    let date = |date: &&str| Value::Date((*date).to_owned());
    match field.data_type.as_str() {
        "text" => {
            dice.perhaps(50, &["Only on dry days ☔", "", "x"]).map(|&text| Value::Text(text.to_owned()))
        }
        "number" => dice.perhaps(60, &[0.0, 3.0, 5.5, 8.0, 10_000.0]).map(|&number| Value::Number(number)),
        "date" => dice.perhaps(50, &["2026-03-01", "2026-04-30"]).map(date),
        "single_select" if !field.options.is_empty() => {
            dice.perhaps(65, &field.options).map(|name| Value::Select(name.clone()))
        }
        "iteration" => dice.perhaps(60, &field.iterations).map(|(title, _)| Value::Iteration(title.clone())),
        _ => None,
    }
}

fn issue_fields(dice: &mut Dice, words: &Vocabulary) -> Vec<(String, String, Json)> {
    let of = |name: &str, kind: &str, value: Json| (name.to_owned(), kind.to_owned(), value);
    let mut fields = Vec::new();
    if let Some((_, name)) = dice.perhaps(60, words.priority) {
        fields.push(of("Priority", "single_select", json!(name)));
    }
    if dice.percent(40) {
        fields.push(of("Effort", "text", json!("Viel")));
    }
    if dice.percent(30) {
        fields.push(of("Cost", "number", json!(12.5)));
        fields.push(of("Due", "date", json!("2026-05-01")));
    }
    fields
}

/// Parents and dependencies, within the repository, to another one, and hidden.
fn relate(dice: &mut Dice, world: &mut World, issues: &[u64]) {
    let others: Vec<u64> = issues.iter().copied().chain(NEIGHBOURS).chain([FURTHER]).collect();
    for &issue in issues {
        let other = *dice.pick(&others);
        if other != issue && dice.percent(35) && world.parents.get(&other.into()) != Some(&issue.into()) {
            world.set_parent(issue, other);
        } else if dice.percent(8) {
            world.set_parent(issue, Place::elsewhere(ORCHARD, 7));
        }
        for other in dice.some(15, &others) {
            let (from, to) = if dice.percent(50) { (issue, other) } else { (other, issue) };
            if from != to {
                world.add_dependency(from, to);
            }
        }
        if dice.percent(10) {
            world.add_dependency(Place::elsewhere(ORCHARD, 8), issue);
        }
        if dice.percent(8) {
            world.hidden.insert((issue.into(), Place::elsewhere("acme-garden/vault", 1)));
        }
        if dice.percent(15) {
            world.set_parent(Place::from(20 + issue), issue);
        }
    }
}

/// How GitHub words its answers, where it has room.
fn shape(dice: &mut Dice, world: &mut World) {
    let wording = &mut world.wording;
    wording.page_size = *dice.pick(&[100, 100, 4, 2]);
    wording.field_page_size = *dice.pick(&[100, 100, 8]);
    wording.edges = *dice.pick(&[None, None, Some(12)]);
    wording.encoded_commas = dice.percent(50);
    wording.numeric_owner = dice.percent(50);
    wording.more_relations = dice.percent(50);
    wording.unset_is_null = dice.percent(50);
    wording.content_repository = dice.percent(5);
}
