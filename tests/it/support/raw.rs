//! A server that answers every connection with the same bytes and hangs up.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A listener on this machine; its thread ends with the test's process.
pub(crate) struct RawServer {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
}

impl RawServer {
    /// Reads one request from each connection, answers these bytes, hangs up.
    pub(crate) fn answering(bytes: &[u8]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let connections = Arc::new(AtomicUsize::new(0));
        let (count, bytes) = (Arc::clone(&connections), bytes.to_vec());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                count.fetch_add(1, Ordering::SeqCst);
                let Ok(mut stream) = stream else { continue };
                let mut request = Vec::new();
                let mut part = [0; 1024];
                while !request.windows(4).any(|end| end == b"\r\n\r\n") {
                    match stream.read(&mut part) {
                        Ok(0) | Err(_) => break,
                        Ok(length) => request.extend_from_slice(&part[..length]),
                    }
                }
                let _ = stream.write_all(&bytes);
            }
        });
        Self { address, connections }
    }

    /// `http://127.0.0.1:PORT`
    pub(crate) fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many connections came.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}
