//! Tools for those who write policies and contracts.

mod contract;
mod generated;
mod init;
mod lint;
mod schemas;
