//! The fault matrix: everything that can go wrong with an answer, at every
//! request of a run, through a real client and a real socket.
//!
//! One table ([`SECTIONS`]) says what goes wrong, where, how the run ends and
//! when that is noticed. Each cell is one run: the requests before the faulty
//! one are answered as they were recorded, and the test looks at what comes
//! out, at what the server was asked, and at whether anything of the faulty
//! answer is in it. `docs/failures.md` is made from the same table.

mod answers;
mod audit;
mod board;
mod cell;
mod checks;
mod document;
mod links;
mod parts;
mod rollback;
mod wire;

use yukh::diagnostic::{Code, Stage};

use crate::support::raw::Act;
use crate::support::world::Reply;
use board::{Script, Scripts};

/// The word that every faulty answer holds and no output may hold.
const CANARY: &str = "CANARY";

/// A request of the run. Lists and the batch have two pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Read {
    Repository,
    Owner,
    Project,
    FirstFields,
    LastFields,
    FirstItems,
    LastItems,
    FirstBatch,
    LastBatch,
    IssueTypes,
    CheckRuns,
    WorkflowRuns,
    /// Of an audit of more issues than one scope has, and of nothing else.
    RateLimit,
    // Those of the v1 transport, two pages each.
    Scope,
    LastScope,
    RollbackFields,
    LastRollbackFields,
    Item,
    LastItem,
    Relationships,
    LastRelationships,
}

impl Read {
    /// The request that is the `earlier`-th of its stage, counted from zero.
    fn of(stage: Stage, earlier: usize) -> Self {
        match (stage, earlier) {
            (Stage::Repository, 0) => Self::Repository,
            (Stage::Owner, 0) => Self::Owner,
            (Stage::Project, 0) => Self::Project,
            (Stage::Fields, 0) => Self::FirstFields,
            (Stage::Fields, 1) => Self::LastFields,
            (Stage::Items, 0) => Self::FirstItems,
            (Stage::Items, 1) => Self::LastItems,
            (Stage::Relationships, 0) => Self::FirstBatch,
            (Stage::Relationships, 1) => Self::LastBatch,
            (Stage::IssueTypes, 0) => Self::IssueTypes,
            (Stage::CheckRuns, 0) => Self::CheckRuns,
            (Stage::WorkflowRuns, 0) => Self::WorkflowRuns,
            (Stage::RateLimit, 0) => Self::RateLimit,
            other => panic!("the run asks nothing like {other:?}"),
        }
    }

    /// The last request of the list that this one is a page of.
    fn end_of_list(self) -> Self {
        match self {
            Self::FirstFields => Self::LastFields,
            Self::FirstItems => Self::LastItems,
            Self::FirstBatch => Self::LastBatch,
            whole => whole,
        }
    }
}

const EVERY: &[Read] = &[
    Read::Repository,
    Read::Owner,
    Read::Project,
    Read::FirstFields,
    Read::LastFields,
    Read::FirstItems,
    Read::LastItems,
    Read::FirstBatch,
    Read::LastBatch,
    Read::IssueTypes,
    Read::CheckRuns,
    Read::WorkflowRuns,
];

/// All but those that a run can do without, which come last.
const NEEDED: &[Read] = EVERY.split_at(EVERY.len() - 2).0;

/// The requests that one object answers.
const OBJECTS: &[Read] = &[
    Read::Repository,
    Read::Owner,
    Read::Project,
    Read::FirstBatch,
    Read::LastBatch,
    Read::CheckRuns,
    Read::WorkflowRuns,
];

/// The pages that a next link can follow.
const LISTS: &[Read] = &[Read::FirstFields, Read::LastFields, Read::FirstItems, Read::LastItems];

/// The first and the last pages among them.
const FIRST: &[Read] = &[Read::FirstFields, Read::FirstItems];
const LAST: &[Read] = &[Read::LastFields, Read::LastItems];

const FIELDS: &[Read] = &[Read::FirstFields, Read::LastFields];
const ITEMS: &[Read] = &[Read::FirstItems, Read::LastItems];
const BATCH: &[Read] = &[Read::FirstBatch, Read::LastBatch];
const CHECKS: &[Read] = &[Read::CheckRuns, Read::WorkflowRuns];

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// It fails with this code.
    Fails(Code),
    /// It is complete, and this code says why nothing can be carried out.
    Says(Code),
    /// It plans: nothing is wrong.
    Plans,
    /// It plans, and counts the pull request as not read.
    LeavesOut,
}

/// When a fault is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Noticed {
    /// By the answer itself: no request follows.
    AtOnce,
    /// Once the list is whole: its other pages follow.
    AfterTheList,
    /// Once everything is read.
    WhenPlanned,
}

/// What is wrong with an answer.
#[derive(Clone, Copy)]
enum Make {
    /// The answer is changed.
    Answer(fn(Reply) -> Reply),
    /// Its next link is this one.
    Link(fn(&Place) -> String),
    /// The first page of the list comes once more.
    FirstPage,
    /// What is done on the wire, with the bytes of the whole answer.
    Wire(fn(Vec<u8>) -> Act),
}

/// What a next link leads from.
struct Place {
    /// Scheme, host and port of the server.
    origin: String,
    /// The path of the request.
    path: String,
    /// The cursor that led here, as a link spells it; empty on a first page.
    cursor: String,
}

/// A row of the table.
#[derive(Clone, Copy)]
struct Fault {
    /// What goes wrong, as operators read it.
    what: &'static str,
    /// Where it can go wrong.
    at: &'static [Read],
    ending: Ending,
    noticed: Noticed,
    /// It has to wait for a time-out.
    slow: bool,
    make: Make,
}

impl Fault {
    const fn new(what: &'static str, at: &'static [Read], code: Code, make: Make) -> Self {
        Self { what, at, ending: Ending::Fails(code), noticed: Noticed::AtOnce, slow: false, make }
    }

    /// An answer that is changed.
    const fn answer(what: &'static str, at: &'static [Read], code: Code, make: fn(Reply) -> Reply) -> Self {
        Self::new(what, at, code, Make::Answer(make))
    }

    /// A next link.
    const fn link(what: &'static str, at: &'static [Read], code: Code, make: fn(&Place) -> String) -> Self {
        Self::new(what, at, code, Make::Link(make))
    }

    /// Something on the wire, at every request.
    const fn wire(what: &'static str, code: Code, make: fn(Vec<u8>) -> Act) -> Self {
        Self::new(what, EVERY, code, Make::Wire(make))
    }

    const fn ending(self, ending: Ending) -> Self {
        Self { ending, ..self }
    }

    const fn noticed(self, noticed: Noticed) -> Self {
        Self { noticed, ..self }
    }

    const fn slow(self) -> Self {
        Self { slow: true, ..self }
    }
}

/// The rows about one kind of request.
struct Section {
    title: &'static str,
    /// What the request is for, or what else is to be known.
    about: &'static str,
    rows: &'static [&'static [Fault]],
}

/// The table.
const SECTIONS: [Section; 10] = [
    Section {
        title: "Any request",
        about: "A limit that is reached while the checks of pull requests are read, and a commit that is gone, are no failures: see\n\
                the last table.",
        rows: &[answers::STATUSES, wire::CONNECTIONS, wire::SIZES, answers::BODIES],
    },
    Section {
        title: "The repository",
        about: "Asked first: everything else is compared with it.",
        rows: &[parts::REPOSITORY],
    },
    Section {
        title: "The owner of the Project",
        about: "Asked only where it is another one than the repository's.",
        rows: &[parts::OWNER],
    },
    Section { title: "The Project", about: "", rows: &[parts::PROJECT] },
    Section {
        title: "Pages of fields and of items",
        about: "Both lists go on behind a next link of GitHub's. Of that link only the cursor is used, and only where\n\
                the link leads to the very list that was asked for.",
        rows: &[links::PAGES],
    },
    Section { title: "Fields", about: "", rows: &[parts::FIELD_LIST] },
    Section { title: "Items", about: "", rows: &[parts::ITEM_LIST] },
    Section {
        title: "Relationships",
        about: "One GraphQL request, and a second one where relationships go on and the budget allows it. A limit that\n\
                is reached here defers the issues whose relationships were asked for; the others are planned.",
        rows: &[parts::RELATIONSHIPS],
    },
    Section {
        title: "Issue types",
        about: "Asked only where a policy of the older dialect compares them and an organization owns the repository.",
        rows: &[parts::ISSUE_TYPES],
    },
    Section {
        title: "Checks of pull requests",
        about: "Two lists for each pull request, last of all and only with `--include-checks`. A limit that is reached here\n\
                leaves this pull request and those after it out, a commit that is gone this one; everything else of the run is\n\
                as without them.",
        rows: &[answers::CHECK_LIMITS, checks::LISTS],
    },
];

/// One fault at one request.
struct Cell {
    fault: &'static Fault,
    read: Read,
}

/// Every cell of the table.
fn cells() -> Vec<Cell> {
    let faults = SECTIONS.iter().flat_map(|section| section.rows.iter().copied().flatten());
    faults.flat_map(|fault| fault.at.iter().map(move |&read| Cell { fault, read })).collect()
}

#[test]
fn every_request_takes_part() {
    for scripts in [Scripts::of_the_library(), Scripts::of_the_program()] {
        for &read in EVERY {
            assert_eq!(scripts.at(read).reads().filter(|&asked| asked == read).count(), 1, "{read:?}");
        }
    }
}

#[test]
fn every_fault_of_a_run_of_100_issues_ends_with_its_code() {
    let scripts = Scripts::of_the_library();
    let (slow, fast): (Vec<Cell>, Vec<Cell>) = cells().into_iter().partition(|cell| cell.fault.slow);
    for cells in [fast, slow] {
        cell::check_all(&cells, |cell| cell::of_the_library(scripts.at(cell.read), cell));
    }
}

#[test]
fn every_fault_of_the_program_ends_with_its_code_and_leaves_nothing_behind() {
    let scripts = Scripts::of_the_program();
    // Its time-outs are the real ones. A fault that can happen anywhere happens
    // at every third request, of each row at others.
    let all = cells().into_iter().enumerate();
    let is_run = |(index, cell): &(usize, Cell)| {
        !cell.fault.slow && (cell.fault.at.len() < NEEDED.len() || index % 3 == 0)
    };
    let cells: Vec<Cell> = all.filter(is_run).map(|(_, cell)| cell).collect();
    cell::check_all(&cells, |cell| cell::of_the_program(scripts.at(cell.read), cell));
}

#[test]
fn each_row_is_about_something_else() {
    let mut names: Vec<&str> = cells().iter().map(|cell| cell.fault.what).collect();
    names.dedup();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
