//! The v1 transport: its four documents with two pages each, and everything
//! that can go wrong with an answer to one of them.

mod table;

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use yukh::diagnostic::Failure;
use yukh::github::{Client, Credential, Endpoint, Timeouts};
use yukh::observed::Snapshot;
use yukh::report::failure_object;
use yukh::rollback::acquire;
use yukh::scope::Limit;

use super::cell::http;
use super::{Act, CANARY, Ending, Fault, Make, Noticed, Read, answers, wire};
use crate::rollback::model::{Model, Reading, at, scope};
use crate::support::program::TOKEN;
use crate::support::raw::RawServer;
use crate::support::world::Reply;
pub(super) use table::SECTION;
use table::remove;

/// The requests of the run, in order.
const EACH: &[Read] = &[
    Read::Scope,
    Read::LastScope,
    Read::RollbackFields,
    Read::LastRollbackFields,
    Read::Item,
    Read::LastItem,
    Read::Relationships,
    Read::LastRelationships,
];

/// Issue 1 with two pages of everything.
fn model() -> Model {
    let mut model = Model::new();
    model.page = 5;
    let issue = model.issue(1);
    for other in 10..15 {
        let project = json!({ "id": format!("PVT_{other}"), "number": 4 });
        let item = json!({ "id": format!("PVTI_{other}"), "isArchived": false, "project": project });
        issue.items.insert(0, item);
    }
    issue.blocked_by = (20..26).map(at).collect();
    model
}

/// The answers of a run without faults, each with the word that no output may
/// hold.
fn recorded() -> Vec<Reply> {
    let model = model();
    let names = ["Scope", "Fields", "Item", "Relationships"];
    let answer = |(name, page): (&str, usize)| {
        let cursor = format!("c{}", 5 * page);
        let variables = json!({
            "issue": if name == "Scope" { json!(1) } else { json!("I_1") }, "project": "PVT_4", "item": "PVTI_1",
            "after": cursor, "blockedByAfter": cursor,
        });
        let mut json = model.answer(&format!("YukhRollback{name}"), &variables, 0);
        json["extensions"] = json!({ "note": CANARY });
        Reply::json(200, &json)
    };
    names.into_iter().flat_map(|name| [(name, 0), (name, 1)]).map(answer).collect()
}

/// Reads issue 1 from a server that answers so.
fn read(server: &RawServer) -> Result<Snapshot, Failure> {
    let mut scope = scope([1]);
    scope.budgets = scope.budgets.with(Limit::Pages, 2).unwrap();
    let selection = Reading::of(Model::new(), [1]).selection;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let endpoint = Endpoint::loopback(server.address()).unwrap();
        let credential = Credential::parse(TOKEN.as_bytes(), None).unwrap();
        let client = Client::live(endpoint, &credential, scope.budgets, Timeouts::DEFAULT).unwrap();
        acquire(&client, &scope, &selection, |_, _| BTreeSet::new()).await
    })
}

/// The server of a run in which one answer is faulty.
fn serve(recorded: &[Reply], fault: &Fault, index: usize) -> RawServer {
    RawServer::start_with(|origin| {
        let act = |(at, reply): (usize, &Reply)| {
            let reply = reply.clone();
            if at != index {
                return Act::Answer(http(&reply, origin));
            }
            match fault.make {
                Make::Answer(change) => Act::Answer(http(&change(reply), origin)),
                Make::FirstPage => Act::Answer(http(&recorded[index - 1], origin)),
                Make::Wire(act) => act(http(&reply, origin)),
                Make::Link(_) => panic!("GraphQL has no links"),
            }
        };
        recorded.iter().enumerate().map(act).collect()
    })
}

/// Whether one fault at one request ends as the table says.
fn check(recorded: &[Reply], fault: &Fault, index: usize) -> Result<(), String> {
    let server = serve(recorded, fault, index);
    let read = read(&server);
    let asked = server.requests().len();
    let failure = match (read, fault.ending) {
        (Ok(_), Ending::Plans) => return Ok(()),
        (Ok(_), _) => return Err("a snapshot".to_owned()),
        (Err(failure), Ending::Fails(code)) if failure.code() == code => failure,
        (Err(failure), _) => return Err(format!("{failure:?}")),
    };
    let later = usize::from(fault.noticed == Noticed::AfterTheList);
    if asked != index + 1 + later {
        return Err(format!("{asked} requests"));
    }
    let output = format!("{}{failure:?}", failure_object(&failure)).to_ascii_uppercase();
    if output.contains(CANARY) { Err(format!("repeats the answer: {output}")) } else { Ok(()) }
}

#[test]
fn a_run_without_faults_reads_two_pages_of_everything() {
    let server = serve(&recorded(), &SECTION.rows[0][0], usize::MAX);
    assert!(read(&server).is_ok());
    assert_eq!(server.requests().len(), EACH.len());
}

#[test]
fn every_fault_of_the_v1_transport_ends_with_its_code_and_without_a_snapshot() {
    let recorded = recorded();
    let http = [answers::STATUSES, wire::CONNECTIONS, wire::SIZES, answers::BODIES].into_iter().flatten();
    // What can happen to a query of the other transport can happen to these.
    let http = http.filter(|fault| fault.at.contains(&Read::FirstBatch) && !fault.slow);
    let own = SECTION.rows.iter().copied().flatten();
    let cells = http.map(|fault| (fault, EACH)).chain(own.map(|fault| (fault, fault.at)));
    let mut wrong = Vec::new();
    let mut count = 0;
    for (fault, at) in cells {
        for read in at {
            count += 1;
            let index = EACH.iter().position(|other| other == read).unwrap();
            if let Err(found) = check(&recorded, fault, index) {
                wrong.push(format!("{} at {read:?}: {found}", fault.what));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Every path to a member of an object.
fn members(json: &Json, path: &str, paths: &mut Vec<String>) {
    match json {
        Json::Object(members_of) => {
            for (name, value) in members_of {
                let path = format!("{path}/{name}");
                members(value, &path, paths);
                paths.push(path);
            }
        }
        Json::Array(entries) => {
            for (index, entry) in entries.iter().enumerate() {
                members(entry, &format!("{path}/{index}"), paths);
            }
        }
        _ => {}
    }
}

#[test]
fn a_member_that_is_left_out_never_makes_another_snapshot() {
    use yukh::diagnostic::Stage::{Fields, Item, Relationships, Scope};
    let whole = Reading::of(model(), [1]).snapshot();
    let mut refused = 0;
    for (stage, answers) in [Scope, Fields, Item, Relationships].into_iter().zip(recorded().chunks(2)) {
        for (page, answer) in answers.iter().enumerate() {
            let mut paths = Vec::new();
            members(&answer.read()["data"], "/data", &mut paths);
            for path in paths {
                let (object, name) = path.rsplit_once('/').unwrap();
                let (object, name) = (object.to_owned(), name.to_owned());
                let without = move |json: &mut Json| remove(json.pointer_mut(&object).unwrap(), &name);
                match Reading::of(model(), [1]).edit(stage, page, without).read() {
                    Ok(read) => {
                        assert_eq!(read.fingerprint(), whole.fingerprint(), "{stage:?} {page} {path}")
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(refused > 250, "{refused}");
}
