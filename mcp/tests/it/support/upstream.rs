//! The demo GitHub with a log of what it is asked, and faults on demand.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use github_issues_mcp::catalog::{Catalog, ToolName};
use github_issues_mcp::clock::Clock;
use github_issues_mcp::cursor::{Cursors, LIFETIME};
use github_issues_mcp::demo::Demo;
use github_issues_mcp::failure::Failure;
use github_issues_mcp::github::{GitHub, Operation, Reply, Sending, Told, Unanswered, Upstream};
use github_issues_mcp::idempotency::Keys;
use github_issues_mcp::tools::Service;
use serde_json::{Map, Value};
use yukh::github::Validator;

/// What happens to a request instead.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// It is answered so and reaches nothing.
    Answer(Reply),
    /// It takes effect, and its answer is lost.
    LostAfter,
    /// It never leaves.
    NotSent,
    /// Nothing: it goes its way.
    Pass,
    /// There is no token to send it with.
    NoCredential,
}

/// The demo, watched.
pub(crate) struct Watched {
    demo: Demo,
    log: Mutex<Vec<(String, Option<Value>)>>,
    faults: Mutex<VecDeque<(&'static str, Fault)>>,
}

impl Upstream for Watched {
    fn send<'a>(&'a self, operation: &'a Operation, _: Option<&'a Validator>) -> Sending<'a> {
        let line = format!("{} {}", operation.method(), operation.target());
        let fault = {
            let mut faults = self.faults.lock().unwrap();
            let index = faults.iter().position(|(part, _)| line.contains(part));
            index.and_then(|index| faults.remove(index)).map(|(_, fault)| fault)
        };
        self.log.lock().unwrap().push((line, operation.body()));
        Box::pin(std::future::ready(match fault {
            None | Some(Fault::Pass) => Ok(self.demo.answer(operation)),
            Some(Fault::Answer(reply)) => Ok(reply),
            Some(Fault::LostAfter) => {
                drop(self.demo.answer(operation));
                Err(Unanswered::Lost)
            }
            Some(Fault::NotSent) => Err(Unanswered::NotSent),
            Some(Fault::NoCredential) => Err(Unanswered::NoCredential),
        }))
    }
}

/// A service over a watched demo.
pub(crate) struct Bench {
    pub(crate) service: Service,
    upstream: Arc<Watched>,
    pub(crate) catalog: Catalog,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let upstream = Arc::new(Watched {
            demo: Demo::new(Clock::machine()),
            log: Mutex::default(),
            faults: Mutex::default(),
        });
        let github = GitHub::new(Arc::<Watched>::clone(&upstream), false, Clock::machine());
        let catalog = Catalog::embedded().unwrap();
        let cursors = Cursors::new(&[7; 32], "test".to_owned(), LIFETIME).unwrap();
        let keys = Keys::of_process("test".to_owned(), Clock::machine());
        Self { service: Service::new(catalog.clone(), github, cursors, keys).unwrap(), upstream, catalog }
    }

    /// The next request whose line holds this part meets with a fault.
    pub(crate) fn fault(&self, part: &'static str, fault: Fault) {
        self.upstream.faults.lock().unwrap().push_back((part, fault));
    }

    /// Calls a tool.
    pub(crate) async fn call(&self, tool: ToolName, arguments: Value) -> Result<Value, Failure> {
        let arguments: Map<String, Value> = arguments.as_object().unwrap().clone();
        self.service.call(tool, &arguments).await
    }

    /// What was asked since the last time: method and target.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.upstream.log.lock().unwrap().drain(..).map(|(line, _)| line).collect()
    }

    /// The bodies that were sent since the last time.
    pub(crate) fn bodies(&self) -> Vec<Value> {
        self.upstream.log.lock().unwrap().drain(..).filter_map(|(_, body)| body).collect()
    }

    /// Fails where a result is not of its tool's published form.
    pub(crate) fn assert_published(&self, tool: ToolName, result: &Value) {
        let schema = self.catalog.tool(tool.as_str()).unwrap().output_schema.clone().unwrap();
        let schema = Value::Object((*schema).clone());
        let validator = jsonschema::validator_for(&schema).unwrap();
        let errors: Vec<String> = validator.iter_errors(result).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{tool:?}: {errors:?} in {result}");
        assert!(!result.to_string().contains("null"), "{result}");
    }
}

/// A refusal of GitHub's.
pub(crate) fn refusal(status: u16, message: &str, told: Told) -> Fault {
    let body = serde_json::json!({ "message": message }).to_string().into_bytes();
    Fault::Answer(Reply { status, told, body, ..Reply::default() })
}
