//! What planning promises, line by line of the contract.

mod inputs;
mod legacy;
mod native;
mod properties;

mod relationships;
mod schema;
