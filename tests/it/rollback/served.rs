//! The model behind a socket.

use std::sync::{Arc, Mutex};

use serde_json::Value as Json;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};

use super::model::Model;

/// A server on a free port of this machine. It stops when it is dropped.
pub(super) struct Served {
    mock: MockServer,
    asked: Arc<Mutex<Vec<String>>>,
}

struct Responder {
    model: Model,
    /// What is left after each answer, where others spend too.
    left: Vec<u64>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Served {
    pub(super) fn of(model: Model) -> Self {
        Self::with(model, Vec::new())
    }

    /// Tells, answer by answer, what is left.
    pub(super) fn with(model: Model, left: Vec<u64>) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let responder = Responder { model, left, asked: Arc::clone(&asked) };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let mock = runtime.block_on(async {
            let mock = MockServer::builder().start().await;
            Mock::given(any()).respond_with(responder).mount(&mock).await;
            mock
        });
        Self { mock, asked }
    }

    pub(super) fn address(&self) -> String {
        self.mock.uri()
    }

    /// Which documents were asked, in order; a foreign request by its path.
    pub(super) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

impl Respond for Responder {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let mut asked = self.asked.lock().unwrap();
        let earlier = asked.len();
        if (request.method.as_str(), request.url.path()) != ("POST", "/graphql") {
            asked.push(request.url.path().to_owned());
            return ResponseTemplate::new(404);
        }
        let body: Json = serde_json::from_slice(&request.body).unwrap();
        let name = body["operationName"].as_str().unwrap();
        asked.push(name.trim_start_matches("YukhRollback").to_owned());
        let mut answer = self.model.answer(name, &body["variables"], earlier as u64);
        if let Some(left) = self.left.get(earlier) {
            answer["data"]["rateLimit"]["remaining"] = (*left).into();
        }
        ResponseTemplate::new(200).set_body_raw(answer.to_string(), "application/json; charset=utf-8")
    }
}
