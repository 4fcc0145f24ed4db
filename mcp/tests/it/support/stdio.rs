//! The real program over standard input and output.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A conversation.
pub(crate) struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// What is left of it.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    /// Lines that nobody had asked for.
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Session {
    /// The demo, with further variables.
    pub(crate) fn demo(variables: &[(&str, &str)]) -> Self {
        Self::start(&["--demo"], variables)
    }

    /// GitHub, with these variables.
    pub(crate) fn github(variables: &[(&str, &str)]) -> Self {
        Self::start(&[], variables)
    }

    fn start(options: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_github-issues-mcp"))
            .env_clear()
            .envs(variables.iter().copied())
            .args(options)
            .args(["--stdio", "--log-format", "json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    /// Sends a line and returns the one that comes back.
    pub(crate) fn ask(&mut self, line: &str) -> Value {
        self.say(line);
        self.hear()
    }

    /// The next line that comes.
    pub(crate) fn hear(&mut self) -> Value {
        let answer = self.hear_line();
        serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{answer:?}"))
    }

    /// The next line that comes, as it is.
    pub(crate) fn hear_line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_bytes()).unwrap();
        input.write_all(b"\n").unwrap();
    }

    /// Calls a tool and does not wait for the result.
    pub(crate) fn begin(&mut self, tool: &str, arguments: Value) {
        let params = json!({ "name": tool, "arguments": arguments });
        self.say(&super::request(&json!(1), "tools/call", params).to_string());
    }

    /// Asks the program to end; its input stays open.
    pub(crate) fn ask_to_end(&self) {
        super::terminate(&self.child);
    }

    /// Ends the input.
    pub(crate) fn close(&mut self) {
        drop(self.input.take());
    }

    /// Calls a tool and returns the result.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        self.ask(&super::request(&json!(1), "tools/call", params).to_string())
    }

    /// Ends the input and waits for the program.
    pub(crate) fn end(mut self) -> Ended {
        self.close();
        self.wait()
    }

    /// Waits for the program to end.
    pub(crate) fn wait(mut self) -> Ended {
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.output.read_to_string(&mut stdout).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        Ended { code: self.child.wait().unwrap().code(), stdout, stderr }
    }
}
