//! The planning inputs, one by one, each with states that differ.

use serde_json::{Value as Json, json};
use yukh::diagnostic::Stage::{Fields, IssueTypes, Items};
use yukh::scope::{FieldKind, IssueSet, Limit, Login, ProjectNumber, SubjectClass};

use super::boards::Board;
use super::run;
use crate::acquisition::fake::{Run, item_of, number, remove};
use crate::support::world::{Field, Issue, Item, Place, Value, World};

/// The issue that the states are about, and two that it can be related to.
const SUBJECT: u64 = 51;
const FIRST: u64 = 52;
const SECOND: u64 = 53;

/// A field whose values are read, and one whose values are not.
const READ: &str = "Mood";
const UNREAD: &str = "Soil";

/// The states of one input.
pub(super) struct Input {
    pub(super) name: &'static str,
    pub(super) states: Vec<Box<dyn Fn(Run) -> Run>>,
}

/// An input that has each of the values in turn.
fn input<T: Clone + 'static>(
    name: &'static str,
    values: impl IntoIterator<Item = T>,
    set: impl Fn(Run, T) -> Run + Clone + 'static,
) -> Input {
    let state = |value: T| -> Box<dyn Fn(Run) -> Run> {
        let set = set.clone();
        Box::new(move |run| set(run, value.clone()))
    };
    Input { name, states: values.into_iter().map(state).collect() }
}

/// Every planning input.
pub(super) fn inputs() -> Vec<Input> {
    [of_the_scope(), of_the_schema(), of_the_item(), of_the_values(), of_the_relationships()]
        .into_iter()
        .flatten()
        .collect()
}

fn of_the_scope() -> Vec<Input> {
    vec![
        input("class of the token", SubjectClass::ALL, |mut run, class| {
            run.scope.subject = class;
            run
        }),
        input("number of the Project", [4, 5], |mut run, number: u64| {
            run.scope.project = ProjectNumber::parse_argument(&number.to_string()).unwrap();
            with(run, |world| world.project.number = number)
        }),
        input(
            "requested issues",
            [vec![SUBJECT], vec![SUBJECT, FIRST], vec![SUBJECT, 97]],
            |mut run, issues| {
                run.scope.issues = IssueSet::new(issues.into_iter().map(number)).unwrap();
                run
            },
        ),
        input("repository", [77_001, 77_002], |run, id| with(run, |world| world.repository.id = id)),
        input("Project", [40_004, 40_005], |run, id| with(run, |world| world.project.id = id)),
        input("kind of the Project's owner", [true, false], owned_by),
        input("kind of the repository's owner", [true, false], |mut run, organization| {
            run.selection.issue_types = false;
            with(owned_by(run, true), |world| world.repository.owner.organization = organization)
        }),
    ]
}

fn of_the_schema() -> Vec<Input> {
    let kinds = FieldKind::ALL.map(FieldKind::as_str).into_iter().chain(["title"]);
    vec![
        input("fields", [0, 1, 2], |run, more| {
            with(run, |world| {
                for at in 0..more {
                    world.add_field(&format!("Field {at}"), "text");
                }
            })
        }),
        input("reference of a field", [9_501, 9_502], |run, id| field(run, |field| field.id = id)),
        input("name of a field", ["Soil", "soil", "Earth"], |run, name| {
            field(run, |field| name.clone_into(&mut field.name))
        }),
        input("kind of a field", kinds, |run, kind| {
            field(run, |field| {
                kind.clone_into(&mut field.data_type);
                field.options.clear();
            })
        }),
        input(
            "options of a field",
            [vec![], vec!["Fine"], vec!["Grim"], vec!["Fine", "Grim"], vec!["Grim", "Fine"]],
            |run, options| {
                field(run, |field| field.options = options.iter().map(|&name| name.to_owned()).collect())
            },
        ),
        input("reference of an option", ["a1", "a2"], |run, id| {
            run.edit(Fields, move |fields| {
                let mut fields = fields.as_array_mut().unwrap().iter_mut();
                fields.find(|field| field["name"] == UNREAD).unwrap()["options"][0]["id"] = id.into();
            })
        }),
        input(
            "issue types",
            [None, Some(vec![]), Some(vec!["Task"]), Some(vec!["Bug"]), Some(vec!["Task", "Bug"])],
            |mut run, types| {
                run.selection.issue_types = types.is_some();
                let names = types.unwrap_or_default();
                with(run, |world| {
                    world.issue_types = Some(names.iter().map(|&name| name.to_owned()).collect());
                })
            },
        ),
        input("reference of an issue type", ["a1", "a2"], |mut run, id| {
            run.selection.issue_types = true;
            run.edit(IssueTypes, move |types| types[0]["node_id"] = id.into())
        }),
    ]
}

fn of_the_item() -> Vec<Input> {
    // A body without the word of the markers is kept as an empty one.
    let texts = [None, Some(""), Some("yukh"), Some("yukh\n")];
    vec![
        input("presence of the item", ["live", "archived", "absent"], |run, state| {
            with(run, |world| match state {
                "archived" => world.item(SUBJECT).archived = true,
                "absent" => world.remove_issue(SUBJECT),
                _ => {}
            })
        }),
        input("other issues", [vec![], vec![61], vec![62], vec![61, 62]], |run, numbers| {
            with(run, |world| {
                for number in numbers {
                    world.add_issue(number);
                }
            })
        }),
        input("reference of the item", [95_001, 95_002], |run, id| item(run, |item| item.id = id)),
        input("reference of the issue", [95_001, 95_002], |run, id| issue(run, |issue| issue.id = id)),
        input("time of the item", ["2026-03-01T08:00:00Z", "2026-03-01T08:00:01Z"], |run, time| {
            item(run, |item| time.clone_into(&mut item.updated_at))
        }),
        input("time of the issue", ["2026-03-01T08:00:00Z", "2026-03-01T08:00:01Z"], |run, time| {
            issue(run, |issue| time.clone_into(&mut issue.updated_at))
        }),
        input("body", texts, |run, body| issue(run, |issue| issue.body = body.map(str::to_owned))),
        input(
            "labels",
            [None, Some(vec![]), Some(vec!["soil"]), Some(vec!["Soil"]), Some(vec!["soil", "frost"])],
            |run, labels| match labels {
                None => without(run, "labels"),
                Some(labels) => {
                    issue(run, |issue| issue.labels = labels.into_iter().map(str::to_owned).collect())
                }
            },
        ),
        input(
            "issue type",
            [None, Some(None), Some(Some("Task")), Some(Some("Bug"))],
            |run, name| match name {
                None => without(run, "type"),
                Some(name) => issue(run, |issue| issue.issue_type = name.map(str::to_owned)),
            },
        ),
        input("milestone", [None, Some(None), Some(Some("Spring")), Some(Some("Fall"))], |run, title| {
            match title {
                None => without(run, "milestone"),
                Some(title) => issue(run, |issue| issue.milestone = title.map(str::to_owned)),
            }
        }),
    ]
}

fn of_the_values() -> Vec<Input> {
    let values = |data_type: &'static str, values: Vec<Value>| {
        input(data_type, values, move |run, value| valued(run, data_type, value))
    };
    let text = |text: &str| Value::Text(text.to_owned());
    let date = |date: &str| Value::Date(date.to_owned());
    let iteration = |title: &str| Value::Iteration(title.to_owned());
    vec![
        values("text", vec![Value::Null, text(""), text("Fine"), text("fine")]),
        values("number", vec![Value::Null, Value::Number(0.0), Value::Number(1.0), Value::Number(1.5)]),
        values("date", vec![Value::Null, date("2026-03-01"), date("2026-03-02")]),
        values("single_select", vec![Value::Null, "Fine".into(), "Grim".into()]),
        values("iteration", vec![Value::Null, iteration("Fine"), iteration("Grim")]),
        input("fields that are compared", [vec![], vec!["Area"], vec!["Area", "Notes"]], |mut run, names| {
            run.selection.project_fields = names.into_iter().map(str::to_owned).collect();
            run
        }),
        input(
            "issue fields",
            [
                None,
                Some(None),
                Some(Some(("text", Json::Null))),
                Some(Some(("text", json!("Fine")))),
                Some(Some(("single_select", json!("Grim")))),
                Some(Some(("number", json!(1)))),
                Some(Some(("number", json!(2)))),
                Some(Some(("date", json!("2026-03-01")))),
            ],
            |mut run, state| {
                run.selection.issue_fields = true;
                let risk = |(kind, value): (&str, Json)| ("Risk".to_owned(), kind.to_owned(), value);
                match state {
                    None => without(run, "issue_field_values"),
                    Some(value) => {
                        issue(run, |issue| issue.issue_fields = value.map(risk).into_iter().collect())
                    }
                }
            },
        ),
    ]
}

/// Neighbours of this repository, and how many are elsewhere and hidden.
const NEIGHBOURS: [(&[u64], u64, u64); 8] = [
    (&[], 0, 0),
    (&[FIRST], 0, 0),
    (&[SECOND], 0, 0),
    (&[FIRST, SECOND], 0, 0),
    (&[], 1, 0),
    (&[], 2, 0),
    (&[], 0, 1),
    (&[FIRST], 1, 1),
];

fn of_the_relationships() -> Vec<Input> {
    vec![
        input(
            "parent",
            [None, Some(FIRST.into()), Some(SECOND.into()), Some(orchard(1))],
            |run, parent: Option<Place>| {
                with(run, |world| parent.into_iter().for_each(|parent| world.set_parent(SUBJECT, parent)))
            },
        ),
        input("blocked by", NEIGHBOURS, |run, neighbours| {
            related(run, neighbours, |neighbour| (neighbour, SUBJECT.into()))
        }),
        input("blocking", NEIGHBOURS, |run, neighbours| {
            related(run, neighbours, |neighbour| (SUBJECT.into(), neighbour))
        }),
        input("sub-issues", [vec![], vec![FIRST], vec![SECOND], vec![FIRST, SECOND]], |run, children| {
            with(run, |world| {
                world.wording.parent_url = false;
                children.iter().for_each(|&child| world.set_parent(child, SUBJECT));
            })
        }),
        input("whether sub-issues are known", [true, false], |run, known| {
            with(run, |world| world.wording.parent_url = !known)
        }),
        input("whether relationships could be read", [1, 0], |run, queries| {
            let mut run = related(run, NEIGHBOURS[1], |neighbour| (neighbour, SUBJECT.into()));
            run.budget(Limit::GraphqlRequests, queries);
            run
        }),
    ]
}

fn with(mut run: Run, change: impl FnOnce(&mut World)) -> Run {
    change(&mut run.world);
    run
}

fn item(run: Run, change: impl FnOnce(&mut Item)) -> Run {
    with(run, |world| change(world.item(SUBJECT)))
}

fn issue(run: Run, change: impl FnOnce(&mut Issue)) -> Run {
    with(run, |world| change(world.issue(SUBJECT)))
}

fn field(run: Run, change: impl FnOnce(&mut Field)) -> Run {
    with(run, |world| change(world.field(UNREAD)))
}

/// A member of the subject left out: unknown.
fn without(run: Run, name: &'static str) -> Run {
    run.edit(Items, move |items| remove(&mut item_of(items, SUBJECT)["content"], name))
}

fn valued(run: Run, data_type: &str, value: Value) -> Run {
    with(run, |world| {
        data_type.clone_into(&mut world.field(READ).data_type);
        world.item(SUBJECT).set(READ, value);
    })
}

fn owned_by(mut run: Run, organization: bool) -> Run {
    run.scope.project_owner = Login::parse("acme-boards").unwrap();
    with(run, |world| {
        world.project.owner.login = "acme-boards".to_owned();
        world.project.owner.id = 4_321;
        world.project.owner.organization = organization;
    })
}

fn orchard(number: u64) -> Place {
    Place::elsewhere("acme-garden/orchard", number)
}

fn related(run: Run, (local, foreign, hidden): (&[u64], u64, u64), edge: fn(Place) -> (Place, Place)) -> Run {
    with(run, |world| {
        world.dependencies.extend(local.iter().map(|&number| edge(number.into())));
        world.dependencies.extend((0..foreign).map(|at| edge(orchard(1 + at))));
        world.hidden.extend((0..hidden).map(|at| edge(orchard(11 + at))));
    })
}

/// The board with the subject, its neighbours and both fields.
pub(super) fn subject(board: &Board) -> Run {
    let mut world = board.world();
    for number in [SUBJECT, FIRST, SECOND] {
        world.add_issue(number);
    }
    for (name, data_type) in [(READ, "single_select"), (UNREAD, "single_select")] {
        let field = world.add_field(name, data_type);
        field.options = vec!["Fine".to_owned(), "Grim".to_owned()];
        field.iterations = vec![("Fine".to_owned(), String::new()), ("Grim".to_owned(), String::new())];
    }
    let (mut run, _) = run(board, world);
    let issues = board.requested().chain([SUBJECT]).map(number);
    run.scope.issues = IssueSet::new(issues).unwrap();
    run.selection.project_fields.insert(READ.to_owned());
    run
}
