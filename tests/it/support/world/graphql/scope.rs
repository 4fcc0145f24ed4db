//! The root, repositories, accounts, Projects and their fields.

use serde_json::{Value as Json, json};

use super::super::issue::{issue_node_id, issue_type_json};
use super::super::{account, items};
use super::{Account, Field, Object, Place, Repository, ResolveInfo, Resolved, Thing, not_found};
use apollo_compiler::resolvers::{ObjectValue as _, ResolvedValue};

impl<'w> Object<'w> {
    pub(super) fn query<'a>(&'a self, ids: usize, info: &ResolveInfo<'_>) -> Resolved<'a> {
        let world = self.world;
        let text = |name: &str| info.arguments().get(name).and_then(|text| text.as_str()).unwrap_or_default();
        match info.field_name() {
            "repository" => {
                let own = &world.repository;
                let is_own = own.owner.login.eq_ignore_ascii_case(text("owner"))
                    && own.name.eq_ignore_ascii_case(text("name"));
                if is_own { Ok(self.thing(Thing::Repository(own.clone()))) } else { Err(not_found()) }
            }
            "repositoryOwner" => {
                let accounts = [&world.project.owner, &world.repository.owner];
                let found = accounts.into_iter().find(|a| a.login.eq_ignore_ascii_case(text("login")));
                Ok(self.optional(found.map(Thing::Account)))
            }
            "node" => Ok(self.optional(self.node(text("id")))),
            "nodes" => {
                let ids = info.arguments().get("ids").and_then(|ids| ids.as_array()).expect("ids");
                let nodes: Vec<_> =
                    ids.iter().map(|id| self.optional(self.node(id.as_str().unwrap_or_default()))).collect();
                Ok(ResolvedValue::list(nodes))
            }
            "rateLimit" => Ok(self.thing(Thing::Plain("RateLimit", self.rate_limit(ids), None))),
            _ => Err(self.unknown_field_error(info)),
        }
    }

    /// What a query costs by GitHub's rule: one request for the root and one
    /// for each connection of each node, in hundreds, at least one.
    fn rate_limit(&self, ids: usize) -> Json {
        let cost = ((1 + 3 * ids as u64 + 50) / 100).max(1);
        json!({
            "cost": cost, "limit": 5_000, "remaining": self.world.rate.graphql.saturating_sub(cost),
            "used": 200 + cost, "resetAt": "2030-03-17T17:47:10Z", "nodeCount": 100 * cost,
        })
    }

    fn node(&self, id: &str) -> Option<Thing<'w>> {
        let world = self.world;
        if account::project_node_id(world.project.id) == id {
            return Some(Thing::Project);
        }
        if let Some(item) = world.project.items.iter().find(|item| items::item_node_id(item.id) == id) {
            return Some(Thing::Item(item));
        }
        let issue = world.issues().find(|issue| issue_node_id(issue.id) == id)?;
        Some(Thing::Issue(issue.at.clone()))
    }

    pub(super) fn repository<'a>(&'a self, own: &'a Repository, info: &ResolveInfo<'_>) -> Resolved<'a> {
        Ok(match info.field_name() {
            "id" => ResolvedValue::leaf(account::node_id(own)),
            "nameWithOwner" => ResolvedValue::leaf(format!("{}/{}", own.owner.login, own.name)),
            "owner" if own.id == self.world.repository.id => {
                self.thing(Thing::Account(&self.world.repository.owner))
            }
            "issueTypes" => match &self.world.issue_types {
                None => ResolvedValue::null(),
                Some(names) => {
                    let types = names.iter().map(|name| (name, true));
                    let retired = self.world.retired_issue_types.iter().map(|name| (name, false));
                    let plain = |(name, is_enabled): (&String, bool)| {
                        let id = issue_type_json(name, is_enabled)["node_id"].take();
                        let members = json!({ "id": id, "name": name, "isEnabled": is_enabled });
                        Some(Thing::Plain("IssueType", members, None))
                    };
                    self.page("IssueTypeConnection", types.chain(retired).map(plain).collect(), info)
                }
            },
            "issueOrPullRequest" => {
                let number = info.arguments().get("number").and_then(|number| number.as_u64());
                let number = number.expect("a number");
                match self.numbered(number) {
                    None => return Err(not_found()),
                    found => self.optional(found),
                }
            }
            _ => return Err(self.unknown_field_error(info)),
        })
    }

    /// What has a number in the repository, as far as the credential sees.
    fn numbered(&self, number: u64) -> Option<Thing<'w>> {
        let place = Place::from(number);
        let is_it = |request: &&super::super::PullRequest| request.at == place;
        if self.world.pull_requests().find(is_it).is_some() {
            return Some(Thing::PullRequest(number));
        }
        self.world.issues().any(|issue| issue.at == place).then_some(Thing::Issue(place))
    }

    pub(super) fn account<'a>(&'a self, account: &'a Account, info: &ResolveInfo<'_>) -> Resolved<'a> {
        let project = &self.world.project;
        match info.field_name() {
            "id" => Ok(ResolvedValue::leaf(account::account_node_id(account))),
            "login" => Ok(ResolvedValue::leaf(account.login.clone())),
            "projectV2" => {
                let number = info.arguments().get("number").and_then(|number| number.as_u64());
                let is_it = account.id == project.owner.id && number == Some(project.number);
                if is_it { Ok(self.thing(Thing::Project)) } else { Err(not_found()) }
            }
            _ => Err(self.unknown_field_error(info)),
        }
    }

    pub(super) fn project<'a>(&'a self, info: &ResolveInfo<'_>) -> Resolved<'a> {
        let project = &self.world.project;
        match info.field_name() {
            "fields" => {
                let fields = project.fields.iter().map(|field| Some(Thing::Field(field))).collect();
                Ok(self.page("ProjectV2FieldConfigurationConnection", fields, info))
            }
            _ => self.other_project(project.id, project.number, info),
        }
    }

    pub(super) fn other_project<'a>(&'a self, id: u64, number: u64, info: &ResolveInfo<'_>) -> Resolved<'a> {
        match info.field_name() {
            "id" => Ok(ResolvedValue::leaf(account::project_node_id(id))),
            "number" => Ok(ResolvedValue::leaf(number)),
            _ => Err(self.unknown_field_error(info)),
        }
    }

    pub(super) fn field<'a>(&'a self, field: &'a Field, info: &ResolveInfo<'_>) -> Resolved<'a> {
        Ok(match info.field_name() {
            "id" => ResolvedValue::leaf(field.node_id()),
            "name" => ResolvedValue::leaf(field.name.clone()),
            "dataType" => ResolvedValue::leaf(field.data_type.to_ascii_uppercase()),
            "options" => ResolvedValue::list(field.options.iter().enumerate().map(|(at, name)| {
                let members = json!({ "id": field.option_json(at)["id"], "name": name });
                self.thing(Thing::Plain("ProjectV2SingleSelectFieldOption", members, None))
            })),
            _ => return Err(self.unknown_field_error(info)),
        })
    }
}
