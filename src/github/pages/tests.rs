//! What a header says, and where a link leads.
