//! The embedded GitHub: a few repositories in memory that answer this
//! server's requests as GitHub does, writes included. Nothing leaves the
//! machine, and everything is gone when the program ends.
//!
//! It answers in GitHub's JSON, so that whatever reads GitHub reads this.

mod answer;
mod content;
mod json;
mod search;
mod world;

use std::sync::{Mutex, PoisonError};

use yukh::github::Validator;

use crate::clock::Clock;
use crate::github::{Operation, Reply, Sending, Upstream};
use world::World;

/// The embedded GitHub.
#[derive(Debug)]
pub struct Demo {
    world: Mutex<World>,
    clock: Clock,
}

impl Demo {
    /// The demo as it begins.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { world: Mutex::new(content::world()), clock }
    }

    /// The answer to a request.
    #[must_use]
    pub fn answer(&self, operation: &Operation) -> Reply {
        let mut world = self.world.lock().unwrap_or_else(PoisonError::into_inner);
        answer::answer(&mut world, operation, self.clock.now())
    }
}

impl Upstream for Demo {
    fn send<'a>(&'a self, operation: &'a Operation, _validator: Option<&'a Validator>) -> Sending<'a> {
        Box::pin(std::future::ready(Ok(self.answer(operation))))
    }
}
