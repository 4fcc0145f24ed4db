//! One of many callers: writes to an issue of its own, and reads what it wrote.

use serde_json::{Value, json};

use super::connection::Connection;

/// How many calls a caller makes to begin.
pub(crate) const CALLS_TO_BEGIN: u64 = 1;

/// How many calls a round has.
pub(crate) const CALLS_A_ROUND: u64 = 8;

/// The most rounds of a caller: what it posted has to fit on one page.
pub(crate) const ROUNDS: u64 = 20;

fn widgets(members: Value) -> Value {
    let mut arguments = json!({ "owner": "acme", "repo": "widgets" });
    arguments.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    arguments
}

/// One caller and the issue that is its own.
pub(crate) struct Caller {
    name: String,
    connection: Connection,
    /// The issue's number.
    pub(crate) issue: Value,
    comments: Vec<Value>,
}

impl Caller {
    /// Connects to the program on a port and opens the issue.
    pub(crate) fn begin(number: u64, port: u16) -> Self {
        let name = format!("caller{number:02}x");
        let mut connection = Connection::open(port);
        let new = widgets(json!({ "title": format!("{name} begins"), "idempotency_key": name }));
        let issue = connection.call("github_create_issue", new)["issue_number"].clone();
        Self { name, connection, issue, comments: Vec::new() }
    }

    fn on_issue(&self, mut members: Value) -> Value {
        members["issue_number"] = self.issue.clone();
        widgets(members)
    }

    /// Eight calls, sent at once: what is read has what was written before it.
    pub(crate) fn round(&mut self, round: u64) {
        let body = format!("{} says {round}", self.name);
        let title = format!("{} is at {round}", self.name);
        let comment = self.on_issue(json!({ "body": body, "idempotency_key": body }));
        let results = self.connection.call_all(vec![
            ("github_add_comment", comment.clone()),
            ("github_add_comment", comment),
            ("github_update_issue", self.on_issue(json!({ "title": title }))),
            ("github_get_issue", self.on_issue(json!({ "include_comments": false }))),
            ("github_list_comments", self.on_issue(json!({ "detail": "full" }))),
            ("github_set_issue_lock", self.on_issue(json!({ "locked": true }))),
            ("github_set_issue_lock", self.on_issue(json!({ "locked": false }))),
            ("github_find_issues", widgets(json!({ "query": self.name }))),
        ]);
        let [posted, again, updated, read, thread, locked, unlocked, found] = &results[..] else {
            panic!("{results:?}");
        };
        self.comments.push(json!(body));
        assert_eq!(posted, again, "one key, one comment");
        assert_eq!(read["issue"]["title"], title);
        assert_eq!(read["issue"]["version"], updated["version"]);
        let bodies: Vec<Value> =
            thread["comments"].as_array().unwrap().iter().map(|row| row["body"].clone()).collect();
        assert_eq!(bodies, self.comments, "every comment once, in the order in which they were posted");
        assert_eq!((&locked["locked"], &unlocked["locked"]), (&json!(true), &json!(false)));
        let numbers: Vec<&Value> =
            found["issues"].as_array().unwrap().iter().map(|row| &row["issue_number"]).collect();
        assert_eq!(numbers, [&self.issue]);
    }
}
