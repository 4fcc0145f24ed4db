//! `yukh compare`: two results, two readers, recorded worlds.

mod plans;
