//! What a large board costs in memory: pages are read one after the other, and
//! what nobody asked for is not kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use yukh::diagnostic::Stage;
use yukh::scope::{FieldKind, Limit};

use crate::support::gzip::compressed;
use crate::support::program::{Outcome, Plan};
use crate::support::server::{Builder, Server};
use crate::support::world::{Asked, Content, World};

const MEBIBYTE: u64 = 1 << 20;

/// The items, and the bytes of their pages.
const ITEMS: u64 = 2_000;
const BYTES: u64 = 47 * MEBIBYTE;

/// The most memory that the program may ever have used.
const PEAK: u64 = 32 * MEBIBYTE;

/// A paragraph of an issue, with what JSON has to escape.
const PARAGRAPH: &str = "Water the \"long\" bed before noon;\tnever the leaves – only the soil.\r\n";

/// A board of [`ITEMS`] issues, most of which nobody asks for, whose pages have
/// [`BYTES`] altogether.
fn board() -> World {
    let mut world = World::organization();
    world.wording.content_repository = false;
    world.project.items.truncate(3);
    let planned = world.project.fields.iter().filter(|field| FieldKind::parse(&field.data_type).is_some());
    let fields: Vec<String> = planned.map(|field| field.id.to_string()).collect();
    let fields = fields.join(",");
    let page = Asked::get(&format!("/orgs/acme-garden/projectsV2/4/items?per_page=100&fields={fields}"));
    let without = world.answer(&page, 0).body.len();
    world.add_issue(1_000);
    let bare = world.answer(&page, 0).body.len() - without;
    let paragraph = serde_json::to_vec(PARAGRAPH).unwrap().len() - 2;
    let body = PARAGRAPH.repeat(((BYTES / ITEMS) as usize - bare) / paragraph + 1);
    for issue in 1_001..1_000 + ITEMS - 3 {
        world.add_issue(issue).body(&body);
    }
    // The batch is the last request: all pages are read when it comes.
    world.add_dependency(1, 3);
    world
}

/// The most memory that a process has ever used, in bytes.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kibibytes: String = line.chars().filter(char::is_ascii_digit).collect();
    kibibytes.parse::<u64>().unwrap() * 1_024
}

/// Reads the board and gives the most memory that was ever used.
fn measured(world: World, run: impl FnOnce(&Server) -> Plan, end: impl FnOnce(&Outcome)) -> u64 {
    let (process, most, bytes) =
        (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let (watched, seen, sum) = (Arc::clone(&process), Arc::clone(&most), Arc::clone(&bytes));
    let server = Builder::of(world)
        .change_each(Stage::Items, move |page, reply| {
            sum.fetch_add(reply.body.len() as u64, Ordering::SeqCst);
            if page % 2 == 0 { reply } else { compressed(reply) }
        })
        .change(Stage::Relationships, move |reply| {
            seen.store(peak(watched.load(Ordering::SeqCst)), Ordering::SeqCst);
            reply
        })
        .start();
    let run = run(&server).argument(Limit::ResponseBytes.option(), 64 * MEBIBYTE);
    let running = run.start(|program| process.store(program.id(), Ordering::SeqCst));
    end(&running.finish());

    assert_eq!(server.count(Stage::Items) as u64, ITEMS / 100);
    let bytes = bytes.load(Ordering::SeqCst);
    assert!((BYTES..BYTES + MEBIBYTE).contains(&bytes), "{bytes}");
    most.load(Ordering::SeqCst)
}

#[test]
fn a_read_of_two_thousand_items_stays_below_32_mebibytes() {
    let most = measured(board(), Plan::against, |outcome| {
        outcome.planned();
    });
    assert!((1..PEAK).contains(&most), "{most}");
}

#[test]
fn an_audit_of_two_thousand_issues_keeps_what_a_contract_could_be_in_and_no_other_text() {
    let complete = |outcome: &Outcome| {
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert_eq!(outcome.json()["issues"].as_array().unwrap().len() as u64, ITEMS);
    };
    let most = measured(board(), Plan::audit, complete);
    assert!((1..PEAK).contains(&most), "{most}");
    // Where each body has the word, all of them are kept, once.
    let mut world = board();
    for item in &mut world.project.items {
        let Content::Issue(issue) = &mut item.content else { continue };
        let Some(body) = issue.body.as_mut().filter(|body| body.len() > 1_000) else { continue };
        body.replace_range(..4, "yukh");
    }
    let most = measured(world, Plan::audit, complete);
    assert!((1..PEAK + BYTES).contains(&most), "{most}");
}
