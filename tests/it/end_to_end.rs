//! The real program against a loopback server.
