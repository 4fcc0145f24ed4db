//! A report as a page for a browser: one file that needs nothing beside it.
//!
//! It is made of the same types as the other renderings, so that what may be
//! shown is decided before. [`Html`] escapes, [`Page`] frames: no other code
//! writes markup. Everything can be read without the script.

mod board;
mod document;
mod graph;
mod layout;
mod markup;
mod parts;
mod plan;

pub(in crate::report) use board::{Board, Cell, Choice, Column, Row};
pub(in crate::report) use document::{Page, Tone};
pub(in crate::report) use graph::{Edge, graph};
pub(in crate::report) use markup::Html;
pub(in crate::report) use parts::{
    EXPLAINED, Kind, advice, box_of, codes, cost, counted_checks, head, look, place, status, table, tile,
    whole,
};
pub use plan::{conclusion, failure};
