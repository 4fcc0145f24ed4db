//! A server that shows the bytes it got and answers the bytes it was given:
//! what a library above the socket would hide.

use std::io::{BufReader, Read, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What the server does with a request.
#[derive(Clone)]
pub(crate) enum Act {
    /// Writes these bytes and keeps the connection.
    Answer(Vec<u8>),
    /// Writes these bytes and closes the connection.
    AnswerAndClose(Vec<u8>),
    /// Writes these bytes, then nothing more, and keeps the connection.
    Stall(Vec<u8>),
    /// Writes the first bytes, then the others one by one, each after a pause.
    Trickle(Vec<u8>, Vec<u8>, Duration),
    /// Begins a chunked answer that only ends with the connection.
    Endless,
}

/// A server on a free port of this machine. It stops listening when it is
/// dropped, and each of its threads ends with its connection.
pub(crate) struct RawServer {
    address: String,
    socket: SocketAddr,
    stopped: Arc<AtomicBool>,
    connections: Arc<AtomicUsize>,
    requests: Arc<Mutex<Vec<String>>>,
    written: Arc<AtomicU64>,
}

impl RawServer {
    /// Acts on the requests in turn; the last act serves all further ones.
    pub(crate) fn start(acts: Vec<Act>) -> Self {
        Self::start_with(|_| acts)
    }

    /// The same, where the acts depend on the server's address.
    pub(crate) fn start_with(acts: impl FnOnce(&str) -> Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let socket = listener.local_addr().unwrap();
        let address = format!("http://{socket}");
        let acts = Arc::new(acts(&address));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::new(AtomicU64::new(0));
        let connection = Connection { acts, requests: Arc::clone(&requests), written: Arc::clone(&written) };
        let connections = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&connections);
        let stopped = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stopped);
        thread::spawn(move || {
            for stream in listener.incoming() {
                if is_stopped.load(Ordering::SeqCst) {
                    return;
                }
                count.fetch_add(1, Ordering::SeqCst);
                let (connection, stream) = (connection.clone(), stream.unwrap());
                thread::spawn(move || connection.serve(&stream));
            }
        });
        Self { address, socket, stopped, connections, requests, written }
    }

    /// Answers every request with this and keeps the connection.
    pub(crate) fn answering(answer: &str) -> Self {
        Self::start(vec![Act::Answer(answer.as_bytes().to_vec())])
    }

    /// Answers every request with this and hangs up.
    pub(crate) fn hanging_up(answer: &[u8]) -> Self {
        Self::start(vec![Act::AnswerAndClose(answer.to_vec())])
    }

    /// `http://127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// How many connections came.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }

    /// Every request so far, head and body as they came.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }

    /// How many bytes of endless answers were taken off the server's hands.
    pub(crate) fn written(&self) -> u64 {
        self.written.load(Ordering::SeqCst)
    }
}

impl Drop for RawServer {
    fn drop(&mut self) {
        self.stopped.store(true, Ordering::SeqCst);
        // Wakes the listener, which then looks.
        drop(TcpStream::connect(self.socket));
    }
}

#[derive(Clone)]
struct Connection {
    acts: Arc<Vec<Act>>,
    requests: Arc<Mutex<Vec<String>>>,
    written: Arc<AtomicU64>,
}

impl Connection {
    fn serve(&self, mut stream: &TcpStream) {
        let mut requests = BufReader::new(stream);
        while let Some(request) = read_request(&mut requests) {
            let act = {
                let mut requests = self.requests.lock().unwrap();
                requests.push(request);
                self.acts[(requests.len() - 1).min(self.acts.len() - 1)].clone()
            };
            match act {
                Act::Answer(bytes) => stream.write_all(&bytes).unwrap_or_default(),
                Act::AnswerAndClose(bytes) => {
                    stream.write_all(&bytes).unwrap_or_default();
                    return;
                }
                Act::Stall(bytes) => {
                    stream.write_all(&bytes).unwrap_or_default();
                    // Until the client gives up.
                    stream.read_to_end(&mut Vec::new()).unwrap_or_default();
                    return;
                }
                Act::Trickle(head, rest, pause) => {
                    let mut sent = stream.write_all(&head);
                    for byte in rest {
                        thread::sleep(pause);
                        sent = sent.and_then(|()| stream.write_all(&[byte]));
                    }
                }
                Act::Endless => {
                    self.write_endlessly(stream);
                    return;
                }
            }
        }
    }

    fn write_endlessly(&self, mut stream: &TcpStream) {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
        let chunk = [b"10000\r\n".to_vec(), vec![b' '; 0x10000], b"\r\n".to_vec()].concat();
        let mut sent = stream.write_all(head.as_bytes());
        while sent.is_ok() {
            sent = stream.write_all(&chunk);
            self.written.fetch_add(0x10000, Ordering::SeqCst);
        }
    }
}

/// One request with a body of its declared length; none at the end.
fn read_request(stream: &mut impl Read) -> Option<String> {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        bytes.push(byte[0]);
    }
    let head = String::from_utf8(bytes).unwrap();
    let length = head.to_ascii_lowercase().lines().find_map(|line| {
        line.strip_prefix("content-length:").map(|value| value.trim_matches(' ').parse::<usize>().unwrap())
    });
    let mut body = vec![0; length.unwrap_or(0)];
    stream.read_exact(&mut body).ok()?;
    Some(head + &String::from_utf8(body).unwrap())
}
