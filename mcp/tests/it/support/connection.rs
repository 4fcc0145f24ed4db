//! One caller: a connection that is kept, on which calls are sent before the
//! answers of earlier ones are read.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

/// An answer that takes longer never comes.
const MOST_WAIT: Duration = Duration::from_secs(300);

/// A kept connection.
pub(crate) struct Connection {
    stream: BufReader<TcpStream>,
    port: u16,
    sent: u64,
}

impl Connection {
    /// Connects to the program on a port.
    pub(crate) fn open(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(MOST_WAIT)).unwrap();
        Self { stream: BufReader::new(stream), port, sent: 0 }
    }

    /// Calls one tool; the result, which is no refusal.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.call_all(vec![(tool, arguments)]).remove(0)
    }

    /// Sends all calls at once, then reads their answers: as many, in the same
    /// order, each of them no refusal.
    pub(crate) fn call_all(&mut self, calls: Vec<(&str, Value)>) -> Vec<Value> {
        let first = self.sent;
        let count = calls.len();
        let text: String = calls.into_iter().map(|(tool, arguments)| self.request(tool, arguments)).collect();
        self.stream.get_mut().write_all(text.as_bytes()).unwrap();
        let answers = (0..count).map(|_| self.answer()).collect::<Vec<_>>();
        let mut results = Vec::new();
        for (id, mut answer) in (first..).zip(answers) {
            assert_eq!(answer["id"], id, "the answers of one caller are in the order of its calls");
            assert_eq!(answer["result"]["isError"], false, "{answer}");
            results.push(answer["result"]["structuredContent"].take());
        }
        results
    }

    fn request(&mut self, tool: &str, arguments: Value) -> String {
        let params = json!({ "name": tool, "arguments": arguments });
        let body = super::request(&json!(self.sent), "tools/call", params).to_string();
        self.sent += 1;
        format!(
            "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
             Mcp-Method: tools/call\r\nMcp-Name: {tool}\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len(),
        )
    }

    fn answer(&mut self) -> Value {
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.stream.read_line(&mut line).unwrap(), 0, "the connection was closed: {head:?}");
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            head.push(line);
        }
        assert!(head[0].starts_with("http/1.1 200"), "{head:?}");
        let length = head.iter().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        self.stream.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }
}
