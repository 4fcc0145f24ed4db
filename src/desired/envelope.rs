//! Finding the hidden block in an issue body.
