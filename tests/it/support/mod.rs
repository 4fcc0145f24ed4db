//! What several tests share: the invented world, the loopback server, the program.

mod demo;
pub(crate) mod gzip;
pub(crate) mod html;
pub(crate) mod policies;
pub(crate) mod program;
pub(crate) mod proxy;
pub(crate) mod raw;
pub(crate) mod schemas;
pub(crate) mod server;
pub(crate) mod table;
pub(crate) mod tls;
pub(crate) mod vectors;
pub(crate) mod world;
