//! The real program over HTTP, and requests written byte for byte.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// The program, listening; ended when dropped.
pub(crate) struct Program {
    child: Child,
    port: u16,
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
        let mut child = Command::new(env!("CARGO_BIN_EXE_github-issues-mcp"))
            .env_clear()
            .args(["--demo", "--listen", "127.0.0.1:0"])
            .args(options)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = lines.next().unwrap().unwrap();
        let port = line.split("127.0.0.1:").nth(1).unwrap_or_else(|| panic!("{line}"));
        let port = port.split('/').next().unwrap().parse().unwrap();
        // The program must not block on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, port }
    }

    /// Sends a request of these header lines; `Host` and what a POST needs are
    /// there unless a line of that name is given.
    pub(crate) fn send(&self, method: &str, path: &str, lines: &[&str], body: &str) -> Answer {
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
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    }

    /// Posts to the endpoint.
    pub(crate) fn post(&self, lines: &[&str], body: &str) -> Answer {
        self.send("POST", "/mcp", lines, body)
    }

    /// Asks the program to end and waits for it.
    pub(crate) fn terminate(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.child.wait().unwrap().code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
