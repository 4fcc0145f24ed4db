//! What the generator shares with the tests.

#[path = "../it/support/policies.rs"]
pub(crate) mod policies;
#[path = "../it/support/server.rs"]
#[expect(dead_code, reason = "tests ask more of it")]
pub(crate) mod server;
#[path = "../it/support/world/mod.rs"]
#[expect(dead_code, unused_imports, reason = "tests ask more of it")]
pub(crate) mod world;
