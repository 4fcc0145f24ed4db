//! The `yukh` program.

fn main() {}
