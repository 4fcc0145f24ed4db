//! One cell: a run in which one answer is faulty.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::Value as Json;
use yukh::desired::Policy;
use yukh::diagnostic::{Code, Failure};
use yukh::github::{Client, Credential, Endpoint, Timeouts, acquire};
use yukh::report::failure_object;
use yukh::run::{Completed, Order as One, conclude};
use yukh::scope::{Budgets, IssueSet, Limit, Login, Selection};

use super::board::{Order, PROJECT_OWNER, Step};
use super::{CANARY, Cell, Ending, Make, Noticed, Place, Script};
use crate::acquisition::fake::{Run, number};
use crate::support::program::{Plan, TOKEN};
use crate::support::raw::{Act, RawServer};
use crate::support::world::{Reply, World};

/// How many cells run at the same time.
const WORKERS: usize = 3;

/// How long a request may take where the fault is that it takes too long: long
/// enough for the others on a busy machine.
const SHORT: Duration = Duration::from_secs(1);

/// How one run ended.
pub(super) struct Ended {
    exit: i32,
    /// The result object.
    object: String,
    /// Everything else that was put out.
    other: String,
    /// Whether a report file is there.
    left_report: bool,
}

/// Runs all cells and fails with a line for each that is wrong. Those that wait
/// for a time-out wait together.
pub(super) fn check_all(cells: &[Cell], check: impl Fn(&Cell) -> Result<(), String> + Sync) {
    let workers = if cells.iter().all(|cell| cell.fault.slow) { cells.len() } else { WORKERS };
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    let work = || {
        while let Some(cell) = cells.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(found) = check(cell) {
                let line = format!("{} at {:?}: {found}", cell.fault.what, cell.read);
                wrong.lock().unwrap().push(line);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} of {} cells:\n{}", wrong.len(), cells.len(), wrong.join("\n"));
}

/// A cell of a run of 100 issues.
pub(super) fn of_the_library(script: &Script, cell: &Cell) -> Result<(), String> {
    let server = serve(script, cell);
    let request = if cell.fault.slow { SHORT } else { Timeouts::DEFAULT.request };
    let timeouts = Timeouts { request, ..Timeouts::DEFAULT };
    let ended = library(server.address(), &script.order, timeouts);
    ended.iter().try_for_each(|ended| check(cell, ended))?;
    check_requests(script, cell, &server)
}

/// A cell of a run of the program for one issue.
pub(super) fn of_the_program(script: &Script, cell: &Cell) -> Result<(), String> {
    let server = serve(script, cell);
    let ended = program(server.address(), &script.order);
    check(cell, &ended)?;
    check_requests(script, cell, &server)
}

/// Reads one snapshot of all issues and plans each: how each ended, or how the
/// reading did.
pub(super) fn library(address: &str, order: &Order, timeouts: Timeouts) -> Vec<Ended> {
    let policy = Policy::parse(order.policy.as_bytes()).unwrap();
    let mut scope = Run::of(World::organization(), [1]).scope;
    scope.issues = IssueSet::new(order.issues.iter().map(|&issue| number(issue))).unwrap();
    scope.project_owner = Login::parse(PROJECT_OWNER).unwrap();
    scope.budgets = Budgets::DEFAULT.with(Limit::GraphqlRequests, 2).unwrap().with(Limit::Pages, 2).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let snapshot = runtime.block_on(async {
        let endpoint = Endpoint::loopback(address).unwrap();
        let credential = Credential::parse(TOKEN.as_bytes(), None).unwrap();
        let client = Client::live(endpoint, &credential, scope.budgets, timeouts).unwrap();
        let selection = Selection { checks: order.checks, ..policy.selection() };
        acquire(&client, &scope, &selection).await
    });
    let snapshot = match snapshot {
        Ok(snapshot) => snapshot,
        Err(failure) => return vec![Ended::failed(&failure)],
    };
    let end = |&issue| {
        let include_checks = order.checks;
        let one = One { policy: &policy, issue: number(issue), require_contract: false, include_checks };
        match conclude(&snapshot, one).and_then(Completed::conclusion) {
            Ok(conclusion) => {
                let object = conclusion.object();
                Ended { exit: 0, object, other: format!("{conclusion:?}"), left_report: false }
            }
            Err(failure) => Ended::failed(&failure),
        }
    };
    order.issues.iter().map(end).collect()
}

/// One run of the program with a log of everything.
pub(super) fn program(address: &str, order: &Order) -> Ended {
    let [issue] = order.issues.as_slice() else { panic!("the program plans one issue") };
    let plan = Plan::at(address);
    let outcome = if order.checks { plan.flag("--include-checks") } else { plan }
        .policy(&order.policy)
        .issue(*issue)
        .argument("--project-owner", PROJECT_OWNER)
        .argument("--graphql-requests", 2)
        .argument("--pages", 2)
        .argument("--report-file", "report.json")
        .variable("YUKH_LOG", "trace")
        .run();
    // A complete result is in the file; a failed one is not.
    let left_report = outcome.report.is_some();
    let object = outcome.report.unwrap_or_else(|| outcome.stdout.clone());
    let other = format!("{}{}", outcome.stdout, outcome.stderr);
    Ended { exit: outcome.code, object, other, left_report }
}

impl Ended {
    fn failed(failure: &Failure) -> Self {
        Self {
            exit: failure.class().exit().code().into(),
            object: failure_object(failure),
            other: format!("{failure}{failure:?}"),
            left_report: false,
        }
    }

    /// The ending that the result object tells.
    fn ending(&self) -> Result<Ending, String> {
        let object: Json = serde_json::from_str(&self.object).map_err(|_| "no object".to_owned())?;
        let code = |list: &Json| {
            let text = list[0]["code"].as_str().unwrap_or_default();
            Code::parse(text).ok_or_else(|| format!("no code in {object}"))
        };
        match (object["status"].as_str(), object.get("report")) {
            (Some("error"), None) => Ok(Ending::Fails(code(&object["diagnostics"])?)),
            (Some("success"), None) => Ok(Ending::Says(code(&object["notices"])?)),
            (Some("success"), Some(report)) if report["executable"] == true => {
                let left_out = object["checks"]["pullRequests"]["notRead"].as_u64();
                Ok(if left_out.is_some_and(|count| count > 0) { Ending::LeavesOut } else { Ending::Plans })
            }
            (Some("success"), Some(report)) => Ok(Ending::Says(code(&report["diagnostics"])?)),
            _ => Err(format!("no ending: {object}")),
        }
    }
}

/// Whether a run ended as the table says and repeats nothing.
fn check(cell: &Cell, ended: &Ended) -> Result<(), String> {
    let ending = ended.ending()?;
    let exit = match cell.fault.ending {
        Ending::Fails(code) => i32::from(code.class().exit().code()),
        Ending::Says(_) | Ending::Plans | Ending::LeavesOut => 0,
    };
    if (ending, ended.exit) != (cell.fault.ending, exit) {
        return Err(format!("{ending:?}, exit code {}", ended.exit));
    }
    if ended.left_report && matches!(ending, Ending::Fails(_)) {
        return Err("left a report file".to_owned());
    }
    let output = format!("{}{}", ended.object, ended.other).to_ascii_uppercase();
    if output.contains(CANARY) { Err(format!("repeats the answer: {output}")) } else { Ok(()) }
}

/// Whether the faulty request was made once, and nothing followed that the
/// table does not speak of.
pub(super) fn check_requests(script: &Script, cell: &Cell, server: &RawServer) -> Result<(), String> {
    let last = match (cell.fault.ending, cell.fault.noticed) {
        (Ending::Plans, _) | (_, Noticed::WhenPlanned) => script.steps.len() - 1,
        (_, Noticed::AfterTheList) => script.position(cell.read.end_of_list()),
        (_, Noticed::AtOnce) => script.position(cell.read),
    };
    let asked = server.requests();
    let line = |request: &String| request.lines().next().unwrap_or_default().to_owned();
    if asked.len() == last + 1 {
        return Ok(());
    }
    Err(format!(
        "{} requests and not {}: {:?}",
        asked.len(),
        last + 1,
        asked.iter().map(line).collect::<Vec<_>>()
    ))
}

/// A server that answers as recorded, but for one answer.
pub(super) fn serve(script: &Script, cell: &Cell) -> RawServer {
    RawServer::start_with(|origin| {
        let at = script.position(cell.read);
        let act = |(index, step): (usize, &Step)| {
            if index == at {
                faulty(script, cell, step, origin)
            } else {
                Act::Answer(http(&step.reply, origin))
            }
        };
        script.steps.iter().enumerate().map(act).collect()
    })
}

/// The faulty answer.
fn faulty(script: &Script, cell: &Cell, step: &Step, origin: &str) -> Act {
    let reply = step.planted.clone();
    let reply = match cell.fault.make {
        Make::Wire(act) => return act(http(&reply, origin)),
        Make::Answer(change) => change(reply),
        Make::FirstPage => {
            let stage = step.asked.stage();
            let first = script.steps.iter().find(|first| first.asked.stage() == stage);
            first.expect("a first page").planted.clone()
        }
        Make::Link(link) => {
            let cursor = step.asked.parameter("after").unwrap_or_default().replace('=', "%3D");
            let path = step.asked.path.clone();
            let place = Place { origin: origin.to_owned(), path, cursor };
            reply.header("link", link(&place))
        }
    };
    Act::Answer(http(&reply.header("x-canary", "CANARY in a header"), origin))
}

/// The bytes of an answer.
pub(super) fn http(reply: &Reply, origin: &str) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {} {CANARY}\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {}\r\n", value.replace("ORIGIN", origin)));
    }
    head.push_str(&format!("content-length: {}\r\n\r\n", reply.body.len()));
    [head.into_bytes(), reply.body.clone()].concat()
}
