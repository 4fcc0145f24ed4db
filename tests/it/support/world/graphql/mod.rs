//! GraphQL as GitHub would answer it: documents are executed against the slice
//! of its schema, so that each selected member is there and has its type.

mod issue;
mod item;
mod scope;

use std::sync::LazyLock;

use apollo_compiler::resolvers::{Execution, FieldError, ObjectValue, ResolveInfo, ResolvedValue};
use apollo_compiler::response::{GraphQLError, JsonMap};
use apollo_compiler::validation::Valid;
use apollo_compiler::{ExecutableDocument, Schema};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{Account, Asked, Field, Item, OtherItem, Place, Reply, Repository, World};

static SCHEMA: LazyLock<Valid<Schema>> = LazyLock::new(|| {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/github/schema-slice.graphql"));
    Schema::parse_and_validate(text, "schema.graphql").expect("the slice is valid")
});

/// The class of the one error that the world answers.
const NOT_FOUND: &str = "NOT_FOUND";

#[derive(Deserialize)]
struct Request {
    query: String,
    #[serde(default, rename = "operationName")]
    operation_name: Option<String>,
    variables: JsonMap,
}

/// An object of the graph.
struct Object<'w> {
    world: &'w World,
    thing: Thing<'w>,
}

/// What it is.
#[derive(Clone)]
enum Thing<'w> {
    /// The root of a query that looks up so many nodes by their ids.
    Query(usize),
    Repository(Repository),
    Account(&'w Account),
    Project,
    /// Another Project, by id and number.
    OtherProject(u64, u64),
    Field(&'w Field),
    Item(&'w Item),
    OtherItem(&'w OtherItem),
    Issue(Place),
    PullRequest(u64),
    /// Members without arguments, and the field that a value belongs to.
    Plain(&'static str, Json, Option<Box<Self>>),
    Page(Page<'w>),
}

/// A page of a connection.
#[derive(Clone)]
struct Page<'w> {
    kind: &'static str,
    total: usize,
    /// Where it ends.
    end: usize,
    /// Null where the credential sees nothing.
    nodes: Vec<Option<Thing<'w>>>,
}

type Resolved<'a> = Result<ResolvedValue<'a>, FieldError>;

impl World {
    /// What GraphQL answers.
    pub(super) fn graphql(&self, asked: &Asked) -> Reply {
        let Ok(request) = serde_json::from_slice::<Request>(&asked.body) else {
            return Reply::error(400, "Problems parsing JSON");
        };
        let document = ExecutableDocument::parse_and_validate(&SCHEMA, request.query, "query.graphql");
        let Ok(document) = document else {
            return Reply::json(200, &json!({ "errors": [{ "message": "The document is not valid" }] }));
        };
        let ids = request.variables.get("ids").and_then(|ids| ids.as_array());
        let root = Object { world: self, thing: Thing::Query(ids.map_or(0, Vec::len)) };
        let response = Execution::new(&SCHEMA, &document)
            .operation_name(request.operation_name.as_deref())
            .expect("the document has the operation")
            .raw_variable_values(&request.variables)
            .execute_sync(&root)
            .expect("the variables are those of the document");
        let mut answer = json!({ "data": response.data });
        if !response.errors.is_empty() {
            answer["errors"] = response.errors.iter().map(error).collect();
        }
        Reply::json(200, &answer)
    }
}

/// An error as GitHub words it. What the world can not answer is no error of
/// GitHub's.
fn error(error: &GraphQLError) -> Json {
    assert!(error.message.ends_with(NOT_FOUND), "{error:?}");
    let text = "Could not resolve to something of that name or number.";
    json!({ "type": NOT_FOUND, "path": error.path, "locations": error.locations, "message": text })
}

fn not_found() -> FieldError {
    FieldError { message: NOT_FOUND.to_owned() }
}

impl<'w> Object<'w> {
    fn thing(&self, thing: Thing<'w>) -> ResolvedValue<'w> {
        ResolvedValue::object(Object { world: self.world, thing })
    }

    fn optional(&self, thing: Option<Thing<'w>>) -> ResolvedValue<'w> {
        thing.map_or_else(ResolvedValue::null, |thing| self.thing(thing))
    }

    /// The page that the arguments ask for. Where the document goes on by a
    /// cursor, it is as short as the world words it.
    fn page(
        &self,
        kind: &'static str,
        all: Vec<Option<Thing<'w>>>,
        info: &ResolveInfo<'_>,
    ) -> ResolvedValue<'w> {
        let argument = |name: &str| info.arguments().get(name);
        let first = argument("first").and_then(|first| first.as_u64()).expect("a page has a length");
        let goes_on =
            info.field_selections().iter().any(|field| field.specified_argument_by_name("after").is_some());
        let size = self.world.wording.edges.filter(|_| goes_on).unwrap_or(first as usize);
        let after = argument("after").and_then(|after| after.as_str()).map_or(0, position);
        let start = after.min(all.len());
        let end = all.len().min(start + size);
        let nodes = all[start..end].to_vec();
        self.thing(Thing::Page(Page { kind, total: all.len(), end, nodes }))
    }
}

impl ObjectValue for Object<'_> {
    fn type_name(&self) -> &str {
        match &self.thing {
            Thing::Query(_) => "Query",
            Thing::Repository(_) => "Repository",
            Thing::Account(account) if account.organization => "Organization",
            Thing::Account(_) => "User",
            Thing::Project | Thing::OtherProject(..) => "ProjectV2",
            Thing::Field(field) => match field.data_type.as_str() {
                "single_select" => "ProjectV2SingleSelectField",
                "iteration" => "ProjectV2IterationField",
                _ => "ProjectV2Field",
            },
            Thing::Item(_) | Thing::OtherItem(_) => "ProjectV2Item",
            Thing::Issue(_) => "Issue",
            Thing::PullRequest(_) => "PullRequest",
            Thing::Plain(kind, ..) => kind,
            Thing::Page(page) => page.kind,
        }
    }

    fn resolve_field<'a>(&'a self, info: &'a ResolveInfo<'a>) -> Resolved<'a> {
        match &self.thing {
            Thing::Query(ids) => self.query(*ids, info),
            Thing::Repository(repository) => self.repository(repository, info),
            Thing::Account(account) => self.account(account, info),
            Thing::Project => self.project(info),
            Thing::OtherProject(id, number) => self.other_project(*id, *number, info),
            Thing::Field(field) => self.field(field, info),
            Thing::Item(item) => self.item(item, info),
            Thing::OtherItem(item) => self.other_item(item, info),
            Thing::Issue(place) => self.issue(place, info),
            Thing::PullRequest(number) if info.field_name() == "number" => Ok(ResolvedValue::leaf(*number)),
            Thing::PullRequest(_) => Err(self.unknown_field_error(info)),
            Thing::Plain(_, members, field) => match (members.get(info.field_name()), field) {
                (Some(value), _) => Ok(ResolvedValue::leaf(value.clone())),
                (None, Some(field)) if info.field_name() == "field" => Ok(self.thing(Thing::clone(field))),
                (None, _) => Err(self.unknown_field_error(info)),
            },
            Thing::Page(page) => self.connection(page, info),
        }
    }
}

impl Object<'_> {
    fn connection<'a>(&'a self, page: &'a Page<'_>, info: &ResolveInfo<'_>) -> Resolved<'a> {
        Ok(match info.field_name() {
            "totalCount" => ResolvedValue::leaf(page.total),
            "nodes" => ResolvedValue::list(page.nodes.iter().map(|node| self.optional(node.clone()))),
            "pageInfo" => {
                let cursor = (!page.nodes.is_empty()).then(|| format!("edge{}", page.end));
                let members = json!({ "hasNextPage": page.end < page.total, "endCursor": cursor });
                self.thing(Thing::Plain("PageInfo", members, None))
            }
            _ => return Err(self.unknown_field_error(info)),
        })
    }
}

/// The place that a cursor leads to.
fn position(cursor: &str) -> usize {
    cursor.strip_prefix("edge").and_then(|at| at.parse().ok()).expect("a cursor of the world")
}
