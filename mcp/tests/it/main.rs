//! Tests of the program as others meet it.

mod architecture;
