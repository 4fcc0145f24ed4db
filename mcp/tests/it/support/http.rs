//! The real program over HTTP, and requests written byte for byte.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use serde_json::{Value, json};

/// The program, listening; ended when dropped.
pub(crate) struct Program {
    child: Child,
    port: u16,
    log: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{self:?}"))
    }
}

impl Program {
    /// The demo with further options.
    pub(crate) fn demo(options: &[&str]) -> Self {
        Self::start(&[&["--demo"], options].concat(), &[])
    }

    /// The program with these options and no other variables than these.
    pub(crate) fn start(options: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::listening(&[&["--listen", "127.0.0.1:0"], options].concat(), variables)
    }

    /// The demo where others can reach it.
    pub(crate) fn open(options: &[&str]) -> Self {
        Self::listening(&[&["--demo", "--listen", "0.0.0.0:0"], options].concat(), &[])
    }

    fn listening(options: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_github-issues-mcp"))
            .env_clear()
            .envs(variables.iter().copied())
            .args(options)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let log = Arc::new(Mutex::new(String::new()));
        let port = loop {
            let line = lines.next().unwrap().unwrap();
            log.lock().unwrap().extend([line.as_str(), "\n"]);
            if let Some((_, place)) = line.split_once("listening on http://") {
                let (_, port) = place.split_once(':').unwrap();
                break port.split('/').next().unwrap().parse().unwrap();
            }
        };
        // The program must not block on a full pipe.
        let kept = Arc::clone(&log);
        let reader = std::thread::spawn(move || {
            lines.map_while(Result::ok).for_each(|line| kept.lock().unwrap().extend([line.as_str(), "\n"]));
        });
        Self { child, port, log, reader: Some(reader) }
    }

    /// The process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Calls a tool and returns the result.
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> Value {
        let (lines, body) = Self::call_of(tool, arguments);
        self.post(&lines.each_ref().map(String::as_str), &body).json()["result"].take()
    }

    /// The header lines and the body of a call.
    fn call_of(tool: &str, arguments: Value) -> ([String; 3], String) {
        let params = json!({ "name": tool, "arguments": arguments });
        let lines = [
            "MCP-Protocol-Version: 2026-07-28".to_owned(),
            "Mcp-Method: tools/call".to_owned(),
            format!("Mcp-Name: {tool}"),
        ];
        (lines, super::request(&json!(1), "tools/call", params).to_string())
    }

    /// Calls a tool and returns the connection, without reading the answer.
    pub(crate) fn begin(&self, tool: &str, arguments: Value) -> TcpStream {
        let (lines, body) = Self::call_of(tool, arguments);
        self.write("POST", "/mcp", &lines.each_ref().map(String::as_str), &body)
    }

    /// Sends a request of these header lines; `Host` and what a POST needs are
    /// there unless a line of that name is given.
    pub(crate) fn send(&self, method: &str, path: &str, lines: &[&str], body: &str) -> Answer {
        let mut stream = self.write(method, path, lines, body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    fn write(&self, method: &str, path: &str, lines: &[&str], body: &str) -> TcpStream {
        let has = |name: &str| lines.iter().any(|line| line.to_ascii_lowercase().starts_with(name));
        let mut text =
            format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        for (name, line) in [
            ("host:", format!("Host: 127.0.0.1:{}", self.port)),
            ("content-type:", "Content-Type: application/json".to_owned()),
            ("accept:", "Accept: application/json, text/event-stream".to_owned()),
        ] {
            if !has(name) {
                text.push_str(&line);
                text.push_str("\r\n");
            }
        }
        for line in lines {
            text.push_str(line);
            text.push_str("\r\n");
        }
        text.push_str("\r\n");
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        // A server that refuses a long body closes before all of it is sent.
        let _ = stream.write_all(body.as_bytes());
        stream
    }

    /// Posts to the endpoint.
    pub(crate) fn post(&self, lines: &[&str], body: &str) -> Answer {
        self.send("POST", "/mcp", lines, body)
    }

    /// Asks the program to end.
    pub(crate) fn ask_to_end(&self) {
        super::terminate(&self.child);
    }

    /// Asks the program to end and waits for it.
    pub(crate) fn terminate(self) -> Option<i32> {
        self.ask_to_end();
        self.wait()
    }

    /// Waits for the program to end.
    pub(crate) fn wait(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    /// Kills the program, as it stands.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until the log holds this part.
    pub(crate) fn wait_for_log(&self, part: &str) {
        for _ in 0..3_000 {
            if self.log.lock().unwrap().contains(part) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("the log has no {part}");
    }

    /// Asks the program to end and returns all that it wrote to its log.
    pub(crate) fn log(mut self) -> String {
        self.ask_to_end();
        self.child.wait().unwrap();
        self.reader.take().unwrap().join().unwrap();
        std::mem::take(&mut *self.log.lock().unwrap())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
