//! The rules of the contract towards agents, one test for each (`docs/rules.md`),
//! and the register that says which test shows what.

mod document;
mod register;
mod sources;
