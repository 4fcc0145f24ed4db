//! No provider text in any output of any run.
