//! Writes the recorded worlds of `fixtures/recordings` anew:
//! `cargo run --example recordings`.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods,
    reason = "a generator fails loudly"
)]

#[path = "../it/recordings/mod.rs"]
#[expect(dead_code, reason = "tests read more of it")]
mod recordings;
mod support;

fn main() {
    recordings::write();
}
