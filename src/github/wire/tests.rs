//! The raw types.
