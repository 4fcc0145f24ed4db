//! The seven steps from a scope to a snapshot.
