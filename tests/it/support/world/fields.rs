//! The Project and its fields as GitHub words them.

use serde_json::{Value as Json, json};

use super::{CREATED, Field, UPDATED, World, account};

impl World {
    /// `projects-v2`
    pub(super) fn project_json(&self) -> Json {
        let project = &self.project;
        json!({
            "id": project.id,
            "node_id": account::project_node_id(project.id),
            "owner": account::simple(&project.owner, &self.wording.api),
            "creator": account::simple(&project.owner, &self.wording.api),
            "title": project.title,
            "description": "What grows where",
            "public": true,
            "closed_at": null,
            "created_at": CREATED,
            "updated_at": UPDATED,
            "number": project.number,
            "short_description": "Beds, climate, water",
            "deleted_at": null,
            "deleted_by": null,
            "state": "open",
            "latest_status_update": null,
            "is_template": false,
        })
    }

    /// `projects-v2-field`
    pub(super) fn field_json(&self, field: &Field) -> Json {
        let mut json = json!({
            "id": field.id,
            "name": field.name,
            "data_type": field.data_type,
            "project_url": self.project_url(),
            "created_at": CREATED,
            "updated_at": UPDATED,
        });
        if field.has_node_id {
            json["node_id"] = json!(field.node_id());
        }
        if field.data_type == "single_select" {
            json["options"] = (0..field.options.len()).map(|at| field.option_json(at)).collect();
        }
        if field.data_type == "iteration" {
            json["configuration"] = json!({
                "start_day": 1,
                "duration": 7,
                "iterations": (0..field.iterations.len()).map(|at| field.iteration_json(at)).collect::<Vec<_>>(),
            });
        }
        json
    }

    /// The address of the Project that fields and items repeat.
    pub(super) fn project_url(&self) -> String {
        format!("{}/{}/projectsV2/{}", self.wording.api, self.owner_segment(), self.project.number)
    }

    /// `orgs/acme` or `users/acme`.
    fn owner_segment(&self) -> String {
        let owner = &self.project.owner;
        format!("{}/{}", if owner.organization { "orgs" } else { "users" }, owner.login)
    }
}

impl Field {
    /// The node id.
    pub(super) fn node_id(&self) -> String {
        format!("PVTF_lADObed{}", self.id)
    }

    /// An option, in a field definition and as a value alike.
    pub(super) fn option_json(&self, at: usize) -> Json {
        let name = &self.options[at];
        json!({
            "id": format!("{:08x}", self.id * 64 + at as u64),
            "name": text(name),
            "description": text(&format!("All about {name} things")),
            "color": "GREEN",
        })
    }

    /// An iteration, in a field definition and as a value alike.
    pub(super) fn iteration_json(&self, at: usize) -> Json {
        let (title, start) = &self.iterations[at];
        json!({
            "id": format!("{:08x}", self.id * 64 + at as u64),
            "title": text(title),
            "start_date": start,
            "duration": 7,
            "completed": at == 0,
        })
    }
}

/// `{raw, html}`
pub(super) fn text(raw: &str) -> Json {
    json!({ "raw": raw, "html": raw.replace('&', "&amp;").replace('<', "&lt;") })
}
