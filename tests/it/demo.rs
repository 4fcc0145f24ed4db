//! `yukh demo`.
