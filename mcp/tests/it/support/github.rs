//! An invented GitHub on this machine that the real program writes to: one
//! repository, `acme/widgets`, with faults on demand.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use serde_json::{Value, json};

/// The login of its token.
const SELF: &str = "you";

/// A token that nobody ever had.
pub(crate) const TOKEN: &str = "ghp_CANARYTokenThatNobodyEverHad0000000000";

/// What happens to a request.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// It reaches nothing and is answered so: status line, further header
    /// lines, body.
    Answer(&'static str, &'static str, &'static str),
    /// It takes effect, and the connection breaks before the answer.
    Lose,
    /// It takes effect, and the answer waits for [`FakeGitHub::release`].
    Hold,
}

#[derive(Default)]
struct World {
    /// The newest last.
    issues: Vec<Value>,
    /// Of all issues, the newest last: the issue's number and the comment.
    comments: Vec<(u64, Value)>,
    requests: Vec<String>,
    authorizations: Vec<String>,
    faults: Vec<(&'static str, Fault)>,
    is_released: bool,
    drops_labels: bool,
    /// Whether each list of issues that is read is followed by a new issue.
    grows: bool,
    labels: Vec<String>,
}

/// The invented GitHub.
#[derive(Clone)]
pub(crate) struct FakeGitHub {
    pub(crate) address: String,
    shared: Arc<(Mutex<World>, Condvar)>,
}

struct Request {
    line: String,
    authorization: String,
    method: String,
    path: String,
    query: String,
    body: Value,
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let (mut length, mut authorization) = (0, String::new());
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header).ok()? == 0 {
            return None;
        }
        if header.to_ascii_lowercase().starts_with("authorization:") {
            authorization.push_str(header.split_once(':').unwrap().1.trim_ascii());
        }
        match header.to_ascii_lowercase().split_once("content-length:") {
            Some((_, value)) => length = value.trim_ascii().parse().ok()?,
            None if header == "\r\n" => break,
            None => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let mut words = line.split(' ');
    let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    Some(Request {
        line: format!("{method} {target} "),
        authorization,
        method,
        path: path.to_owned(),
        query: query.to_owned(),
        body: serde_json::from_slice(&body).unwrap_or_default(),
    })
}

fn answer(status: &str, headers: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}"
    )
}

fn now() -> String {
    jiff::Timestamp::from_second(jiff::Timestamp::now().as_second()).unwrap().to_string()
}

impl World {
    fn create(&mut self, body: &Value, at: &str) -> Value {
        let number = self.issues.len() + 1;
        let labels = if self.drops_labels { json!([]) } else { body["labels"].clone() };
        let labels: Vec<Value> =
            labels.as_array().into_iter().flatten().map(|name| json!({ "name": name })).collect();
        // GitHub makes what it does not know.
        let unknown = labels.iter().filter_map(|label| label["name"].as_str());
        let unknown: Vec<String> =
            unknown.filter(|name| !self.labels.iter().any(|own| own == name)).map(str::to_owned).collect();
        self.labels.extend(unknown);
        let issue = json!({
            "number": number, "title": body["title"], "state": "open", "state_reason": null, "locked": false,
            "user": { "login": SELF }, "labels": labels, "assignees": [], "comments": 0, "created_at": at,
            "updated_at": at, "body": body["body"], "html_url": format!("https://github.com/acme/widgets/issues/{number}"),
            "repository_url": "https://api.github.com/repos/acme/widgets",
        });
        self.issues.push(issue.clone());
        issue
    }

    fn comment(&mut self, number: u64, body: &Value) -> Value {
        let id = self.comments.len() + 1;
        let comment = json!({
            "id": id, "user": { "login": SELF }, "created_at": now(), "updated_at": now(), "body": body["body"],
            "html_url": format!("https://github.com/acme/widgets/issues/{number}#issuecomment-{id}"),
        });
        self.comments.push((number, comment.clone()));
        comment
    }

    fn answer(&mut self, request: &Request) -> String {
        let ok = |body: &Value| answer("200 OK", "", &body.to_string());
        let rest = request.path.strip_prefix("/repos/acme/widgets");
        let parts: Vec<&str> = rest.unwrap_or(&request.path).split('/').collect();
        match (request.method.as_str(), parts.as_slice()) {
            ("GET", ["", "user"]) => ok(&json!({ "login": SELF })),
            ("GET", [""]) => ok(&json!({ "name": "widgets", "owner": { "login": "acme" } })),
            ("GET", ["", "labels"]) => self.page(
                &request.query,
                &self.labels.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>(),
            ),
            ("GET", ["", "labels", name]) => {
                let name = percent_encoding::percent_decode_str(name).decode_utf8().unwrap();
                let found = self.labels.iter().find(|own| own.eq_ignore_ascii_case(&name));
                found.map_or_else(|| answer("404 Not Found", "", "{}"), |name| ok(&json!({ "name": name })))
            }
            ("GET", ["", "issues"]) => {
                let rows: Vec<Value> = self.issues.iter().rev().cloned().collect();
                let page = self.page(&request.query, &rows);
                if self.grows {
                    self.create(&json!({ "title": "pushed in", "body": "" }), &now());
                }
                page
            }
            ("POST", ["", "issues"]) => {
                answer("201 Created", "", &self.create(&request.body, &now()).to_string())
            }
            (method, ["", "issues", number, more @ ..]) => {
                let number: u64 = number.parse().unwrap();
                let Some(index) = self.issues.iter().position(|issue| issue["number"] == number) else {
                    return answer("404 Not Found", "", "{}");
                };
                match (method, more) {
                    ("GET", []) => ok(&self.issues[index]),
                    ("PATCH", []) => {
                        for (name, value) in request.body.as_object().unwrap() {
                            self.issues[index][name] = value.clone();
                        }
                        ok(&self.issues[index])
                    }
                    ("GET", ["comments"]) => {
                        let rows = self.comments.iter().filter(|(of, _)| *of == number);
                        self.page(
                            &request.query,
                            &rows.map(|(_, comment)| comment.clone()).collect::<Vec<_>>(),
                        )
                    }
                    ("POST", ["comments"]) => {
                        answer("201 Created", "", &self.comment(number, &request.body).to_string())
                    }
                    ("POST", ["labels"]) => ok(&json!([])),
                    ("PUT" | "DELETE", ["lock"]) => {
                        self.issues[index]["locked"] = json!(method == "PUT");
                        answer("204 No Content", "", "")
                    }
                    _ => answer("404 Not Found", "", "{}"),
                }
            }
            _ => answer("404 Not Found", "", "{}"),
        }
    }

    /// A page of rows, with the link to the next one.
    fn page(&self, query: &str, rows: &[Value]) -> String {
        let value = |name: &str| {
            let pair = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
            pair.map_or(1, |value| value.parse::<usize>().unwrap())
        };
        let (size, page) = (value("per_page"), value("page"));
        let link = match rows.len() > size * page {
            true => format!("Link: <https://api.github.com/x?page={}>; rel=\"next\"\r\n", page + 1),
            false => String::new(),
        };
        let rows: Vec<&Value> = rows.iter().skip(size * (page - 1)).take(size).collect();
        answer("200 OK", &link, &json!(rows).to_string())
    }
}

impl FakeGitHub {
    /// One with an old issue, number 1, and the label `bug`.
    pub(crate) fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let mut world = World { labels: vec!["bug".to_owned()], ..World::default() };
        world.create(&json!({ "title": "first", "body": "CANARY of others" }), "2026-01-01T00:00:00Z");
        let github = Self { address, shared: Arc::new((Mutex::new(world), Condvar::new())) };
        let serving = github.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().filter_map(Result::ok) {
                let serving = serving.clone();
                std::thread::spawn(move || serving.serve(&stream));
            }
        });
        github
    }

    fn serve(&self, mut stream: &TcpStream) {
        let Some(request) = read(stream) else { return };
        let mut world = self.world();
        world.requests.push(request.line.clone());
        world.authorizations.push(request.authorization.clone());
        let fault = world.faults.iter().position(|(part, _)| request.line.contains(part));
        let fault = fault.map(|index| world.faults.remove(index).1);
        let text = match fault {
            Some(Fault::Answer(status, headers, body)) => answer(status, headers, body),
            _ => world.answer(&request),
        };
        self.shared.1.notify_all();
        match fault {
            Some(Fault::Lose) => return,
            Some(Fault::Hold) => drop(self.shared.1.wait_while(world, |world| !world.is_released).unwrap()),
            _ => drop(world),
        }
        let _ = stream.write_all(text.as_bytes());
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.shared.0.lock().unwrap()
    }

    /// The next request whose line holds this part meets with a fault.
    pub(crate) fn fault(&self, part: &'static str, fault: Fault) {
        self.world().faults.push((part, fault));
    }

    /// Faults that no request met with do not happen.
    pub(crate) fn forget_faults(&self) {
        self.world().faults.clear();
    }

    /// Waits until a request whose line holds this part has come.
    pub(crate) fn wait_for(&self, part: &str) {
        let is_there = |world: &World| world.requests.iter().any(|line| line.contains(part));
        drop(self.shared.1.wait_while(self.world(), |world| !is_there(world)).unwrap());
    }

    /// Lets held answers go, now and later.
    pub(crate) fn release(&self) {
        self.world().is_released = true;
        self.shared.1.notify_all();
    }

    /// From now on labels are dropped in silence, as without push access.
    pub(crate) fn drop_labels(&self) {
        self.world().drops_labels = true;
    }

    /// From now on a new issue comes after each list that is read.
    pub(crate) fn grow(&self) {
        self.world().grows = true;
    }

    /// Opens many old issues.
    pub(crate) fn fill(&self, count: usize) {
        let mut world = self.world();
        for index in 0..count {
            let at = format!("2026-02-{:02}T{:02}:{:02}:00Z", 1 + index / 1440, index / 60 % 24, index % 60);
            world.create(&json!({ "title": format!("old {index}"), "body": "" }), &at);
        }
    }

    /// Holds these issues alone, the newest last.
    pub(crate) fn hold(&self, issues: Vec<Value>) {
        self.world().issues = issues;
    }

    /// Opens many issues at this moment.
    pub(crate) fn flood(&self, count: usize) {
        let mut world = self.world();
        for index in 0..count {
            world.create(&json!({ "title": format!("new {index}"), "body": "" }), &now());
        }
    }

    /// Gives the repository these labels.
    pub(crate) fn set_labels(&self, labels: Vec<String>) {
        self.world().labels = labels;
    }

    /// The labels of the repository.
    pub(crate) fn labels(&self) -> Vec<String> {
        self.world().labels.clone()
    }

    /// How many issues have this title.
    pub(crate) fn titled(&self, title: &str) -> usize {
        self.world().issues.iter().filter(|issue| issue["title"] == title).count()
    }

    /// How many comments have this text.
    pub(crate) fn said(&self, body: &str) -> usize {
        self.world().comments.iter().filter(|(_, comment)| comment["body"] == body).count()
    }

    /// The requests since the last time.
    pub(crate) fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.world().requests)
    }

    /// The `Authorization` of every request.
    pub(crate) fn authorizations(&self) -> Vec<String> {
        self.world().authorizations.clone()
    }

    /// The variables with which the program asks this GitHub.
    pub(crate) fn variables<'a>(&'a self, state: &'a str) -> Vec<(&'a str, &'a str)> {
        vec![
            ("GITHUB_ISSUES_MCP_LOOPBACK_API", &self.address),
            ("GITHUB_ISSUES_MCP_TOKEN", TOKEN),
            ("GITHUB_ISSUES_MCP_STATE_DIR", state),
            ("GITHUB_ISSUES_MCP_LOG", "trace"),
            ("RUST_LOG", "trace"),
        ]
    }
}
