//! The same seven steps through the client and a socket.

use yukh::diagnostic::{Code, Failure, Stage};
use yukh::github::{Client, Credential, Endpoint, Timeouts, acquire};
use yukh::observed::Snapshot;

use super::fake::{Run, parts};
use crate::support::program::TOKEN;
use crate::support::server::Server;
use crate::support::world::World;

/// What the client reads of the run's world behind a socket.
fn through_the_client(run: &Run) -> (Result<Snapshot, Failure>, Server) {
    let server = Server::of(run.world.clone());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let snapshot = runtime.block_on(async {
        let endpoint = Endpoint::loopback(&server.address()).unwrap();
        let credential = Credential::parse(TOKEN.as_bytes(), None).unwrap();
        let client = Client::live(endpoint, &credential, run.scope.budgets, Timeouts::DEFAULT).unwrap();
        acquire(&client, &run.scope, &run.selection).await
    });
    (snapshot, server)
}

#[test]
fn the_client_reads_the_snapshot_that_memory_answers() {
    for mut world in [World::organization(), World::user()] {
        for issue in 100..250 {
            world.add_issue(issue);
        }
        world.add_dependency(1, 3);
        world.wording.numeric_owner = true;
        world.wording.encoded_commas = false;
        let mut run = Run::of(world, [1, 2, 3, 249, 999]);
        run.selection.issue_types = true;
        let expected = run.snapshot();
        let (snapshot, server) = through_the_client(&run);
        let snapshot = snapshot.unwrap();
        assert_eq!(snapshot.fingerprint(), expected.fingerprint());
        let (seen, counted) = (snapshot.accounting(), expected.accounting());
        assert_eq!(seen.rest_requests, counted.rest_requests);
        assert_eq!((seen.graphql_requests, seen.pages), (1, counted.pages));
        assert_eq!(u32::try_from(server.asked().len()), Ok(seen.rest_requests + seen.graphql_requests));
        parts(&snapshot, 249);
    }
}

#[test]
fn b18_the_client_never_follows_a_link_to_another_host() {
    let mut world = World::organization();
    world.wording.page_size = 4;
    world.wording.field_page_size = 4;
    // What its links name is not the server that answers.
    world.wording.api = "https://api.example".to_owned();
    let (snapshot, server) = through_the_client(&Run::of(world, [1]));
    assert_eq!(snapshot.map(|_| ()).unwrap_err().code(), Code::Rest001);
    assert_eq!(server.count(Stage::Fields), 1);
}
