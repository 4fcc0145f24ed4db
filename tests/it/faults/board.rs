//! The runs that the faults happen to, recorded once.

use std::sync::LazyLock;

use serde_json::Value as Json;

use super::cell::{library, program};
use super::{CANARY, Read};
use crate::support::policies::{LEGACY, NATIVE, block, legacy_block};
use crate::support::server::Server;
use crate::support::world::{Asked, Reply, World, commit};

/// The owner of the Project, who is not the repository's.
pub(super) const PROJECT_OWNER: &str = "acme-boards";

/// The first issue of a board.
const FIRST_ISSUE: u64 = 100;

/// The one pull request of a board.
const PULL_REQUEST: u64 = 7;

/// What a run is about.
#[derive(Clone)]
pub(super) struct Order {
    pub(super) policy: String,
    pub(super) issues: Vec<u64>,
    /// Whether checks are asked for.
    pub(super) checks: bool,
}

/// A run without a fault: what it asks and what it is answered.
pub(super) struct Script {
    pub(super) order: Order,
    pub(super) steps: Vec<Step>,
}

/// One request of it.
pub(super) struct Step {
    pub(super) read: Read,
    pub(super) asked: Asked,
    pub(super) reply: Reply,
    /// The same answer with the canary in it, where nobody reads it.
    pub(super) planted: Reply,
}

/// The runs that together ask for everything.
pub(super) struct Scripts {
    /// Native, with relationships; the first issue is on the first page.
    first: Script,
    /// The same, where the first issue is the first one of the last page.
    last: Script,
    /// Of the older dialect, with issue types as the last request.
    typed: Script,
    /// Native, with the checks of one pull request as the last requests.
    checked: Script,
}

impl Scripts {
    /// Runs of 100 issues.
    pub(super) fn of_the_library() -> &'static Self {
        static SCRIPTS: LazyLock<Scripts> = LazyLock::new(|| {
            let all: Vec<u64> = (FIRST_ISSUE..FIRST_ISSUE + 100).collect();
            Scripts::record(100, [all.clone(), all], |server, order| {
                library(&server.address(), order, yukh::github::Timeouts::DEFAULT);
            })
        });
        &SCRIPTS
    }

    /// Runs of one issue.
    pub(super) fn of_the_program() -> &'static Self {
        static SCRIPTS: LazyLock<Scripts> = LazyLock::new(|| {
            Scripts::record(4, [vec![FIRST_ISSUE], vec![FIRST_ISSUE + 2]], |server, order| {
                program(&server.address(), order);
            })
        });
        &SCRIPTS
    }

    /// Records the runs over boards of this many issues on two pages.
    pub(super) fn record(issues: u64, [first, last]: [Vec<u64>; 2], run: impl Fn(&Server, &Order)) -> Self {
        let script = |issues: Vec<u64>, [typed, checks]: [bool; 2], world: World| {
            let kind = "kind: {project_field: Kind, target: issue_type,";
            let typed_policy = || LEGACY.replace("kind: {project_field: Work Type,", kind);
            let policy = if typed { typed_policy() } else { NATIVE.to_owned() };
            Script::record(Order { policy, issues, checks }, world, &run)
        };
        let mut related = board(issues);
        for issue in FIRST_ISSUE..FIRST_ISSUE + issues {
            related.add_dependency(901, issue);
            related.add_dependency(902, issue);
        }
        let mut checked = board(issues);
        checked.add_pull_request(PULL_REQUEST);
        let runs = [Some("success"), Some("failure"), None];
        checked.set_runs(&commit(PULL_REQUEST), &runs, &runs);
        checked.wording.page_size = 100;
        Self {
            typed: script(first.clone(), [true, false], board(issues)),
            checked: script(first.clone(), [false, true], checked),
            first: script(first, [false, false], related.clone()),
            last: script(last, [false, false], related),
        }
    }

    /// A run over so many issues without relationships, all of which are named.
    pub(super) fn record_unrelated(issues: u64, run: impl Fn(&Server, &Order)) -> Script {
        let named = (FIRST_ISSUE..FIRST_ISSUE + issues).collect();
        let order = Order { policy: NATIVE.to_owned(), issues: named, checks: false };
        Script::record(order, board(issues), run)
    }

    /// The run in which this request can go wrong for a requested issue.
    pub(super) fn at(&self, read: Read) -> &Script {
        match read {
            Read::IssueTypes => &self.typed,
            Read::CheckRuns | Read::WorkflowRuns => &self.checked,
            Read::LastItems => &self.last,
            _ => &self.first,
        }
    }
}

impl Script {
    /// Runs against the world and keeps what was asked and answered.
    fn record(order: Order, world: World, run: impl Fn(&Server, &Order)) -> Self {
        let server = Server::of(world);
        run(&server, &order);
        let mut steps: Vec<Step> = Vec::new();
        for (asked, reply) in server.asked().into_iter().zip(server.replies()) {
            let stage = asked.stage().expect("a fixed read");
            let earlier = steps.iter().filter(|step| step.asked.stage() == Some(stage)).count();
            let read = Read::of(stage, earlier);
            let reply = without_address(reply, &server);
            steps.push(Step { read, asked, planted: planted(reply.clone()), reply });
        }
        Self { order, steps }
    }

    pub(super) fn reads(&self) -> impl Iterator<Item = Read> {
        self.steps.iter().map(|step| step.read)
    }

    /// How many requests come before this one.
    pub(super) fn position(&self, read: Read) -> usize {
        self.reads().position(|asked| asked == read).expect("the run asks it")
    }
}

/// The answer with a word for the server's address in its link.
fn without_address(mut reply: Reply, server: &Server) -> Reply {
    for (_, value) in reply.headers.iter_mut().filter(|(name, _)| name == "link") {
        *value = value.replace(&server.address(), "ORIGIN");
    }
    reply
}

/// A board of another owner, with two pages of fields and of items, and of
/// relationships where an issue has two of a kind.
fn board(issues: u64) -> World {
    let mut world = World::organization();
    world.project.owner.login = PROJECT_OWNER.to_owned();
    world.project.owner.id = 4_321;
    world.project.items.clear();
    world.parents.clear();
    let native = block("schema: 1\nwork_type: bug\narea: climate\npriority: urgent\n");
    let legacy = legacy_block("schema: 1\nkind: bug\narea: climate\npriority: urgent\n");
    for issue in FIRST_ISSUE..FIRST_ISSUE + issues {
        world.add_issue(issue).body(&format!("{native}{legacy}"));
    }
    world.wording.content_repository = false;
    world.wording.edges = Some(1);
    world.wording.page_size = world.project.items.len() / 2;
    world.wording.field_page_size = world.project.fields.len() / 2 + 1;
    assert!(!format!("{world:?}").contains(CANARY));
    world
}

/// The answer with the canary in a member that nobody reads, and in a header.
fn planted(reply: Reply) -> Reply {
    let plant = |json: &mut Json| {
        let object = if json.is_array() { &mut json[0] } else { json };
        object["description"] = "CANARY in the body".into();
    };
    reply.edit(plant).header("x-canary", "CANARY in a header")
}
