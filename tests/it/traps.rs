//! Where an easy reading of the contracts leads to a wrong program, by row.
