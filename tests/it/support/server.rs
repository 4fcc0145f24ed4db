//! A loopback server that answers as a [`World`] does.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Request, Respond, ResponseTemplate};
use yukh::diagnostic::Stage;

use super::world::{Asked, Reply, World};

/// Changes the answers of one stage.
type Change = Box<dyn Fn(usize, Reply) -> Reply + Send + Sync>;

/// A world behind a socket. It stops when it is dropped.
pub(crate) struct Server {
    mock: MockServer,
    log: Arc<Mutex<Vec<(Asked, Reply)>>>,
}

/// A server that does not run yet.
pub(crate) struct Builder {
    world: World,
    changes: Vec<(Stage, Change)>,
    last: Vec<(Stage, Change)>,
    delays: Vec<(Stage, Duration)>,
}

struct Responder {
    world: World,
    changes: Vec<(Stage, Change)>,
    last: Vec<(Stage, Change)>,
    delays: Vec<(Stage, Duration)>,
    log: Arc<Mutex<Vec<(Asked, Reply)>>>,
}

impl Server {
    /// Serves the world as it is.
    pub(crate) fn of(world: World) -> Self {
        Builder::of(world).start()
    }

    /// The address without a trailing slash, `http://127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> String {
        self.mock.uri()
    }

    /// Every request so far, in order.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.log.lock().expect("no test panicked").iter().map(|(asked, _)| asked.clone()).collect()
    }

    /// Every answer so far, in order.
    pub(crate) fn replies(&self) -> Vec<Reply> {
        self.log.lock().expect("no test panicked").iter().map(|(_, reply)| reply.clone()).collect()
    }

    /// The stages of the requests so far, as words.
    pub(crate) fn stages(&self) -> Vec<&'static str> {
        self.asked().iter().map(|asked| asked.stage().map_or("foreign", Stage::as_str)).collect()
    }

    /// How many requests of a stage came.
    pub(crate) fn count(&self, stage: Stage) -> usize {
        self.asked().iter().filter(|asked| asked.stage() == Some(stage)).count()
    }
}

impl Builder {
    /// Will serve the world.
    pub(crate) fn of(world: World) -> Self {
        Self { world, changes: Vec::new(), last: Vec::new(), delays: Vec::new() }
    }

    /// Changes every answer of a stage.
    pub(crate) fn change(
        self,
        stage: Stage,
        change: impl Fn(Reply) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.change_each(stage, move |_, reply| change(reply))
    }

    /// Changes the answers of a stage, counted from zero.
    pub(crate) fn change_each(
        mut self,
        stage: Stage,
        change: impl Fn(usize, Reply) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.changes.push((stage, Box::new(change)));
        self
    }

    /// Changes every answer of a stage once its condition was judged.
    pub(crate) fn change_last(
        mut self,
        stage: Stage,
        change: impl Fn(Reply) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.last.push((stage, Box::new(move |_, reply| change(reply))));
        self
    }

    /// Answers a stage later.
    pub(crate) fn delay(mut self, stage: Stage, delay: Duration) -> Self {
        self.delays.push((stage, delay));
        self
    }

    /// Answers a stage with this alone.
    pub(crate) fn replace(self, stage: Stage, reply: Reply) -> Self {
        self.change(stage, move |_| reply.clone())
    }

    /// Listens on a free port.
    pub(crate) fn start(self) -> Server {
        let log = Arc::new(Mutex::new(Vec::new()));
        let responder = Responder {
            world: self.world,
            changes: self.changes,
            last: self.last,
            delays: self.delays,
            log: Arc::clone(&log),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let mock = runtime.block_on(async {
            let mock = MockServer::builder().start().await;
            let mut world = responder.world.clone();
            if world.wording.api == "https://api.github.com" {
                world.wording.api = mock.uri();
            }
            Mock::given(any()).respond_with(Responder { world, ..responder }).mount(&mock).await;
            mock
        });
        Server { mock, log }
    }
}

impl Respond for Responder {
    fn respond(&self, request: &Request) -> ResponseTemplate {
        let asked = asked(request);
        let mut log = self.log.lock().expect("no test panicked");
        let mut reply = self.world.answer(&asked, log.len() as u64);
        let before = log.iter().filter(|(earlier, _)| earlier.stage() == asked.stage()).count();
        for (stage, change) in &self.changes {
            if asked.stage() == Some(*stage) {
                reply = change(before, reply);
            }
        }
        reply = reply.on_condition(&asked);
        for (stage, change) in &self.last {
            if asked.stage() == Some(*stage) {
                reply = change(before, reply);
            }
        }
        let delay = self.delays.iter().find(|(stage, _)| asked.stage() == Some(*stage));
        let template = template(&reply);
        log.push((asked, reply));
        match delay {
            Some((_, delay)) => template.set_delay(*delay),
            None => template,
        }
    }
}

fn asked(request: &Request) -> Asked {
    let headers = request.headers.iter().map(|(name, value)| {
        (name.as_str().to_owned(), String::from_utf8_lossy(value.as_bytes()).into_owned())
    });
    Asked {
        method: request.method.to_string(),
        path: request.url.path().to_owned(),
        query: request.url.query_pairs().into_owned().collect(),
        headers: headers.collect(),
        body: request.body.clone(),
    }
}

fn template(reply: &Reply) -> ResponseTemplate {
    let (types, others): (Vec<_>, Vec<_>) =
        reply.headers.iter().partition(|(name, _)| name == "content-type");
    let mut template = ResponseTemplate::new(reply.status);
    for (name, value) in others {
        template = template.append_header(name.as_str(), value.as_str());
    }
    match types.first() {
        Some((_, mime)) => template.set_body_raw(reply.body.clone(), mime),
        None => template.set_body_bytes(reply.body.clone()),
    }
}
