//! A proxy on this machine that keeps every byte it got.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What the proxy does once it has read a `CONNECT`.
#[derive(Clone, Copy)]
pub(crate) enum Gate {
    /// Opens a tunnel to this address.
    Open(SocketAddr),
    /// Says that the tunnel is open, and nothing more.
    Deaf,
    /// Says nothing at all.
    Silent,
    /// Answers this and hangs up.
    Answer(&'static str),
}

/// A proxy on a free port. Its threads end with the test's process.
pub(crate) struct Proxy {
    address: SocketAddr,
    /// What came over each connection.
    connections: Connections,
}

type Connections = Arc<Mutex<Vec<Vec<u8>>>>;

impl Proxy {
    /// Listens.
    pub(crate) fn start(gate: Gate) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let connections = Connections::default();
        let kept = Arc::clone(&connections);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (Ok(stream), kept) = (stream, Arc::clone(&kept)) else { continue };
                // A client that hangs up ends the thread of its connection.
                thread::spawn(move || pass(stream, gate, &kept).unwrap_or_default());
            }
        });
        Self { address, connections }
    }

    /// `http://127.0.0.1:PORT`
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The same with credentials.
    pub(crate) fn url_for(&self, user: &str) -> String {
        format!("http://{user}@{}", self.address)
    }

    /// How many connections came.
    pub(crate) fn connections(&self) -> usize {
        self.connections.lock().expect("no test panicked").len()
    }

    /// Everything that came over all connections, as text.
    pub(crate) fn wire(&self) -> String {
        String::from_utf8_lossy(&self.connections.lock().expect("no test panicked").concat()).into_owned()
    }

    /// The heads with which the connections began.
    pub(crate) fn heads(&self) -> Vec<String> {
        let connections = self.connections.lock().expect("no test panicked");
        let texts = connections.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        texts.map(|text| text.split_inclusive("\r\n\r\n").next().unwrap_or_default().to_owned()).collect()
    }
}

fn pass(mut client: TcpStream, gate: Gate, kept: &Connections) -> io::Result<()> {
    let index = {
        let mut connections = kept.lock().expect("no test panicked");
        connections.push(Vec::new());
        connections.len() - 1
    };
    let keep = |bytes: &[u8]| kept.lock().expect("no test panicked")[index].extend_from_slice(bytes);
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        client.read_exact(&mut byte)?;
        keep(&byte);
        head.extend_from_slice(&byte);
    }
    let mut server = None;
    match gate {
        Gate::Answer(answer) => return client.write_all(answer.as_bytes()),
        Gate::Silent => {}
        Gate::Deaf => client.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?,
        Gate::Open(address) => {
            let stream = TcpStream::connect(address)?;
            let (mut back, mut to) = (stream.try_clone()?, client.try_clone()?);
            client.write_all(b"HTTP/1.1 200 Connection established\r\nVia: 1.1 proxy\r\n\r\n")?;
            thread::spawn(move || {
                let _ = io::copy(&mut back, &mut to);
                to.shutdown(Shutdown::Both)
            });
            server = Some(stream);
        }
    }
    let mut part = [0; 4_096];
    loop {
        let length = client.read(&mut part)?;
        keep(&part[..length]);
        match &mut server {
            Some(server) if length == 0 => return server.shutdown(Shutdown::Write),
            Some(server) => server.write_all(&part[..length])?,
            None if length == 0 => return Ok(()),
            None => {}
        }
    }
}
