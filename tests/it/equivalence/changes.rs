//! The planning inputs, each as a change of one world.

use serde_json::{Value as Json, json};
use yukh::desired::Dialect;
use yukh::diagnostic::Stage;
use yukh::scope::{SubjectClass, Transport};

use crate::recordings::Case;
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::world::{Account, Place, Reply, Value, World};

/// One input, changed in one way.
pub(super) struct Change {
    /// As `planning_inputs` names it.
    pub(super) input: &'static str,
    /// Whose world is changed.
    pub(super) dialect: Dialect,
    pub(super) make: fn(&mut Case),
    /// Why no plan can differ.
    pub(super) why_equal: Option<&'static str>,
    /// Whether only v2 can meet it.
    pub(super) is_of_one_reader: bool,
}

/// An organization's repository on somebody else's Project: issue 1, whose
/// neighbours are 2 to 5.
fn world() -> World {
    let mut world = World::organization();
    world.project.owner = Account { id: 4_321, login: "acme-boards".to_owned(), organization: true };
    world.wording.content_repository = false;
    world.project.items.clear();
    world.parents.clear();
    let item = world.add_issue(1);
    item.set("Work Type", "Task").set("Area", "Beds").set("Priority", "Low").set("Estimate", 2.0);
    item.set("Iteration", Value::Iteration("Week 9".to_owned()));
    item.set("Start Date", Value::Date("2026-03-02".to_owned()));
    item.set("Notes", Value::Text("Dry days".to_owned()));
    for number in 2..=5 {
        world.add_issue(number);
    }
    world.add_dependency(1, 4);
    world
}

/// What the changes of native inputs start from.
pub(super) fn native() -> Case {
    let mut world = world();
    let contract = "schema: 1\nwork_type: task\narea: water\npriority: low\nestimate: 3\niteration: Week 10\n\
        project: {start_date: 2026-03-01}\nrelationships: {parent: 2, blocked_by: [3], blocks: [4]}\n";
    world.item(1).body(&block(contract));
    Case::of("native", "", Dialect::Native, world).policy(NATIVE).issues(vec![1])
}

/// What the changes of the older dialect's inputs start from.
pub(super) fn legacy() -> Case {
    let mut world = world();
    let contract = "schema: 1\nkind: task\narea: water\npriority: low\nestimate: 3\nmilestone: spring\nparent: 2\n\
        depends_on: [3]\nextensions: {component: Pump, start_date: '2026-03-02'}\n";
    world.item(1).body(&legacy_block(contract));
    let issue = world.issue(1);
    issue.issue_type = Some("Task".to_owned());
    issue.labels = vec!["area: beds".to_owned()];
    issue.issue_fields = vec![("Priority".to_owned(), "single_select".to_owned(), json!("Low"))];
    let policy = LEGACY
        .replace("kind: {", "kind: {target: issue_type, ")
        .replace("priority: {", "priority: {target: issue_field, ")
        .replace("  status:", "  component: {project_field: Notes, ownership: extension}\n  status:");
    Case::of("legacy", "", Dialect::Legacy, world).policy(&policy).issues(vec![1])
}

fn change(dialect: Dialect, input: &'static str, make: fn(&mut Case)) -> Change {
    Change { input, dialect, make, why_equal: None, is_of_one_reader: false }
}

impl Change {
    fn equal(self, why: &'static str) -> Self {
        Self { why_equal: Some(why), ..self }
    }

    fn of_one_reader(self) -> Self {
        Self { is_of_one_reader: true, ..self }
    }
}

/// Every change.
pub(super) fn changes() -> Vec<Change> {
    [of_the_scope(), of_the_schema(), of_the_item(), of_the_values(), of_the_relationships()]
        .into_iter()
        .flatten()
        .collect()
}

fn of_the_scope() -> Vec<Change> {
    use Dialect::{Legacy, Native};
    vec![
        change(Native, "class of the token", |case| case.subject = SubjectClass::OauthToken),
        change(Native, "number of the Project", |case| case.world.project.number = 5)
            .equal("a plan names the Project by its identity"),
        change(Native, "requested issues", |case| case.issues.push(2)),
        change(Native, "repository", |case| case.world.repository.id += 1),
        change(Legacy, "repository", |case| case.world.repository.id += 1),
        change(Native, "Project", |case| case.world.project.id += 1),
        change(Native, "kind of the Project's owner", |case| case.world.project.owner.organization = false)
            .equal("it decides which token may read, and nothing of a plan"),
        change(Legacy, "kind of the repository's owner", |case| {
            case.world.repository.owner.organization = false;
            case.world.issue_types = None;
        }),
    ]
}

fn of_the_schema() -> Vec<Change> {
    use Dialect::{Legacy, Native};
    vec![
        change(Native, "fields", |case| case.world.remove_field("Size")),
        change(Native, "fields", |case| case.world.remove_field("Status")),
        change(Legacy, "reference of a field", |case| case.world.field("Area").id += 500),
        change(Native, "name of a field", |case| "EXTENT".clone_into(&mut case.world.field("Size").name)),
        change(Native, "kind of a field", |case| {
            "text".clone_into(&mut case.world.field("Target Date").data_type)
        }),
        change(Native, "options of a field", |case| {
            case.world.field("Area").options.retain(|name| name != "Water");
        }),
        change(Native, "reference of an option", |case| case.world.field("Area").options.swap(1, 2))
            .equal("a plan names options by their names"),
        change(Legacy, "issue types", |case| {
            case.world.issue_types = Some(vec!["Bug".to_owned()]);
        }),
        change(Legacy, "reference of an issue type", |case| {
            case.world.issue(1).issue_type = None;
            case.changes.push((Transport::RestV2, Stage::IssueTypes, |reply: Reply| {
                reply.edit(|types| types[0]["node_id"] = json!("IT_another"))
            }));
            case.changes.push((Transport::GraphqlV1, Stage::Scope, |reply: Reply| {
                reply.edit(|answer| {
                    answer["data"]["repository"]["issueTypes"]["nodes"][0]["id"] = json!("IT_another")
                })
            }));
        }),
    ]
}

fn of_the_item() -> Vec<Change> {
    use Dialect::{Legacy, Native};
    vec![
        change(Native, "presence of the item", |case| case.world.item(1).archived = true),
        change(Native, "presence of the item", |case| case.world.remove_issue(1)),
        change(Native, "other issues", |case| case.world.remove_issue(3)),
        change(Native, "reference of the item", |case| case.world.item(1).id += 500),
        change(Native, "reference of the issue", |case| case.world.issue(1).id += 500),
        change(Native, "time of the item", |case| later(&mut case.world.item(1).updated_at)),
        change(Native, "time of the issue", |case| later(&mut case.world.issue(1).updated_at)),
        change(Native, "body", |case| {
            let body = case.world.issue(1).body.as_mut().unwrap();
            *body = body.replace("area: water", "area: climate");
        }),
        change(Native, "body", |case| case.world.issue(1).body = None),
        change(Native, "body", |case| {
            let body = case.world.issue(1).body.as_mut().unwrap();
            *body = body.replace("area: water", "area: [water]");
        }),
        change(Legacy, "labels", |case| case.world.issue(1).labels.push("area: climate".to_owned())),
        change(Legacy, "issue type", |case| case.world.issue(1).issue_type = Some("Bug".to_owned())),
        change(Legacy, "milestone", |case| {
            case.world.issue(1).milestone = Some("Spring planting".to_owned())
        }),
    ]
}

fn later(time: &mut String) {
    "2026-03-01T08:00:01Z".clone_into(time);
}

fn of_the_values() -> Vec<Change> {
    use Dialect::{Legacy, Native};
    vec![
        change(Legacy, "text", |case| set(case, "Notes", Value::Text("Pump".to_owned()))),
        change(Native, "number", |case| set(case, "Estimate", Value::Number(3.0))),
        change(Native, "date", |case| set(case, "Start Date", Value::Date("2026-03-01".to_owned()))),
        change(Native, "single_select", |case| set(case, "Area", "Water".into())),
        change(Native, "iteration", |case| set(case, "Iteration", Value::Iteration("Week 10".to_owned()))),
        change(Native, "fields that are compared", |_| ())
            .equal("the policy, which both sides share, says which"),
        change(Legacy, "issue fields", |case| case.world.issue(1).issue_fields[0].2 = json!("High")),
    ]
}

fn set(case: &mut Case, field: &str, value: Value) {
    case.world.item(1).set(field, value);
}

fn of_the_relationships() -> Vec<Change> {
    use Dialect::{Legacy, Native};
    vec![
        change(Native, "parent", |case| case.world.set_parent(1, 2)),
        change(Native, "parent", |case| case.world.set_parent(1, 5)),
        change(Legacy, "parent", |case| case.world.set_parent(1, Place::elsewhere("acme-garden/orchard", 1))),
        change(Native, "blocked by", |case| case.world.add_dependency(3, 1)),
        change(Legacy, "blocked by", |case| case.world.add_dependency(5, 1)),
        change(Legacy, "blocking", |case| case.world.add_dependency(1, 5)),
        change(Native, "blocking", |case| {
            case.world.hidden.insert((1.into(), Place::elsewhere("acme-garden/vault", 1)));
        }),
        change(Native, "sub-issues", |case| case.world.set_parent(2, 1)),
        change(Native, "whether sub-issues are known", |case| {
            // Only where REST leaves the parent out does the batch tell them.
            case.world.dependencies.clear();
            case.world.set_parent(2, 1);
            case.world.wording.parent_url = false;
        })
        .of_one_reader(),
        change(Native, "whether relationships could be read", |case| {
            for transport in [Transport::RestV2, Transport::GraphqlV1] {
                case.changes.push((transport, Stage::Relationships, used_up));
            }
        })
        .of_one_reader(),
    ]
}

fn used_up(_: Reply) -> Reply {
    let error: Json = json!({ "type": "RATE_LIMITED", "message": "API rate limit exceeded" });
    Reply::json(200, &json!({ "errors": [error] }))
}
