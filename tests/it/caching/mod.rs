//! What is asked with a cold, a fresh and a stale cache, and by many readers at
//! once (specification, *Conditional cache and single flight* and *Request
//! ceilings*).

mod counts;
mod flights;
mod states;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use yukh::diagnostic::Failure;
use yukh::github::{Cache, Client, Credential, Endpoint, Kept, Timeouts, acquire_with};
use yukh::observed::Snapshot;

use crate::acquisition::fake::Run;
use crate::support::program::TOKEN;
use crate::support::server::Server;

/// A cache whose clock the test moves.
pub(crate) struct Aged {
    pub(crate) cache: Cache,
    seconds: Arc<AtomicU64>,
}

impl Aged {
    pub(crate) fn new() -> Self {
        let seconds = Arc::new(AtomicU64::new(0));
        let hands = Arc::clone(&seconds);
        let cache = Cache::with_clock(move || Duration::from_secs(hands.load(Ordering::SeqCst)));
        Self { cache, seconds }
    }

    pub(crate) fn age(&self, seconds: u64) {
        self.seconds.fetch_add(seconds, Ordering::SeqCst);
    }
}

/// Ten minutes: what is that old is stale.
pub(crate) const STALE: u64 = 600;

/// What the server was asked since the last look.
#[derive(Debug, PartialEq, Eq)]
struct Log {
    rest: usize,
    graphql: usize,
    conditional: usize,
    confirmed: usize,
}

impl Log {
    /// The requests from the given one on.
    fn since(server: &Server, first: usize) -> Self {
        let asked = server.asked().split_off(first);
        let graphql = asked.iter().filter(|asked| asked.path == "/graphql").count();
        let is_conditional = |name: &str| asked.iter().filter(|asked| !asked.header(name).is_empty()).count();
        Self {
            rest: asked.len() - graphql,
            graphql,
            conditional: is_conditional("if-none-match") + is_conditional("if-modified-since"),
            confirmed: server.replies().split_off(first).iter().filter(|reply| reply.status == 304).count(),
        }
    }
}

/// A client of the server.
fn client(server: &Server, run: &Run, token: &str) -> Client {
    let endpoint = Endpoint::loopback(&server.address()).unwrap();
    let credential = Credential::parse(token.as_bytes(), None).unwrap();
    Client::live(endpoint, &credential, run.scope.budgets, Timeouts::DEFAULT).unwrap()
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// One read by a client of its own, and what the server was asked for it.
fn read(server: &Server, run: &Run, cache: &Cache) -> (Result<Snapshot, Failure>, Log) {
    read_keeping(server, run, cache, &Kept::default())
}

fn read_keeping(server: &Server, run: &Run, cache: &Cache, kept: &Kept) -> (Result<Snapshot, Failure>, Log) {
    let before = server.asked().len();
    let snapshot = block_on(async {
        let client = client(server, run, TOKEN);
        acquire_with(&client, &run.scope, &run.selection, cache, kept).await
    });
    (snapshot, Log::since(server, before))
}
