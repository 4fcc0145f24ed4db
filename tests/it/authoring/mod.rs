//! Tools for those who write policies and contracts.

mod lint;
