//! What people who do this job run into, by number.
