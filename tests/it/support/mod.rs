//! What several tests share: the invented world, the loopback server, the program.
