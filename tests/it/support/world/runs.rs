//! Check runs and workflow runs as GitHub words them.

use serde_json::{Value as Json, json};

use super::answer::linked;
use super::{Asked, CREATED, Reply, UPDATED, World, account};

impl World {
    /// The answer of `GET …/commits/{ref}/check-runs`.
    pub(super) fn check_runs(&self, commit: &str, asked: &Asked) -> Reply {
        let none = Vec::new();
        let all = self.runs.get(commit).map_or(&none, |runs| &runs.check_runs);
        self.runs(all, asked, "check_runs", |id, conclusion| self.check_run_json(id, commit, conclusion))
    }

    /// The answer of `GET …/actions/runs`.
    pub(super) fn workflow_runs(&self, asked: &Asked) -> Reply {
        let commit = asked.parameter("head_sha").expect("workflow runs of one commit");
        let none = Vec::new();
        let all = self.runs.get(commit).map_or(&none, |runs| &runs.workflow_runs);
        self.runs(all, asked, "workflow_runs", |id, conclusion| {
            self.workflow_run_json(id, commit, conclusion)
        })
    }

    /// The page that was asked for by its number.
    fn runs(
        &self,
        all: &[Option<String>],
        asked: &Asked,
        member: &str,
        entry: impl Fn(usize, &Option<String>) -> Json,
    ) -> Reply {
        let number = |name| asked.parameter(name).and_then(|n| n.parse::<usize>().ok());
        let size = self.wording.run_page_size.min(number("per_page").unwrap_or(30)).min(100);
        let page = number("page").unwrap_or(1);
        let start = ((page - 1) * size).min(all.len());
        let end = (start + size).min(all.len());
        let entries: Vec<Json> = (start..end).map(|at| entry(at, &all[at])).collect();
        let link = (end < all.len()).then(|| {
            let address = format!("{}{}", self.wording.api, asked.path);
            format!("<{address}?per_page={size}&page={}>; rel=\"next\"", page + 1)
        });
        linked(Reply::json(200, &json!({ "total_count": all.len(), (member): entries })), link)
    }

    /// `check-run`
    fn check_run_json(&self, at: usize, commit: &str, conclusion: &Option<String>) -> Json {
        let address = format!("{}/check-runs/{}", self.own_url(), 7_000 + at);
        json!({
            "id": 7_000 + at,
            "node_id": format!("CR_kwDOmoss{at}"),
            "external_id": format!("moss-{at}"),
            "head_sha": commit,
            "name": format!("Measure the soil, bed {at}"),
            "url": address,
            "html_url": format!("https://github.com/acme-garden/greenhouse/runs/{}", 7_000 + at),
            "details_url": "https://garden.example/measurements",
            "status": status(conclusion),
            "conclusion": conclusion,
            "started_at": CREATED,
            "completed_at": conclusion.as_ref().map(|_| UPDATED),
            "check_suite": { "id": 7_900 },
            "output": {
                "title": "Moisture report",
                "summary": "Two beds are dry",
                "text": null,
                "annotations_count": 0,
                "annotations_url": format!("{address}/annotations"),
            },
            "app": null,
            "pull_requests": [],
        })
    }

    /// `workflow-run`
    fn workflow_run_json(&self, at: usize, commit: &str, conclusion: &Option<String>) -> Json {
        let address = format!("{}/actions/runs/{}", self.own_url(), 8_000 + at);
        let repository = account::repository(&self.repository, &self.wording.api);
        let person = json!({ "name": "The gardeners of Acme", "email": "compost@garden.example" });
        let mut json = json!({
            "id": 8_000 + at,
            "node_id": format!("WFR_kwDOfern{at}"),
            "name": format!("Water the beds, turn {at}"),
            "head_branch": "barrel",
            "head_sha": commit,
            "path": ".github/workflows/watering.yml",
            "display_title": "Pipe the rain barrel to the beds",
            "run_number": 1 + at,
            "event": "pull_request",
            "status": status(conclusion),
            "conclusion": conclusion,
            "workflow_id": 8_900,
            "url": address,
            "html_url": format!("https://github.com/acme-garden/greenhouse/actions/runs/{}", 8_000 + at),
            "pull_requests": [],
            "created_at": CREATED,
            "updated_at": UPDATED,
            "workflow_url": format!("{}/actions/workflows/8900", self.own_url()),
            "head_commit": {
                "id": commit,
                "tree_id": "7ee0000000000000000000000000000000000000",
                "message": "Lay the first pipe",
                "timestamp": CREATED,
                "author": person,
                "committer": person,
            },
            "repository": repository,
            "head_repository": repository,
        });
        for name in ["jobs", "logs", "check_suite", "artifacts", "cancel", "rerun"] {
            json[format!("{name}_url")] = json!(format!("{address}/{name}"));
        }
        json
    }

    fn own_url(&self) -> String {
        format!("{}/repos/{}/{}", self.wording.api, self.repository.owner.login, self.repository.name)
    }
}

fn status(conclusion: &Option<String>) -> &'static str {
    if conclusion.is_some() { "completed" } else { "in_progress" }
}
