//! What the options and variables come to.

use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use secrecy::zeroize::Zeroizing;

use super::StartError;
use super::arguments::Arguments;
use super::environment::{CURSOR_KEY_FILE, Environment};
use super::http;
use super::source::{self, Source};
use super::state;
use crate::catalog::Catalog;
use crate::clock::Clock;
use crate::cursor::{Cursors, LIFETIME};
use crate::demo::Demo;
use crate::github::GitHub;
use crate::protocol::Server;
use crate::serve::Bind;
use crate::state::Folder;
use crate::tools::Service;

/// The most bytes of a file that an option names.
const MOST_BYTES: u64 = 64 << 10;

/// As whom the demo is asked: nobody.
const DEMO_PRINCIPAL: &str = "demo";

/// What is to be served, and how.
pub(super) struct Plan {
    pub(super) server: Server,
    pub(super) transport: Transport,
}

/// How it is served.
pub(super) enum Transport {
    Stdio,
    Http(Bind),
}

/// Judges the options, what costs nothing first.
///
/// # Errors
///
/// The first option that can not be used.
pub(super) fn plan(arguments: Arguments, environment: &Environment) -> Result<Plan, StartError> {
    let clock = Clock::machine();
    let transport = transport(&arguments, environment, &clock)?;
    let Source { upstream, is_installation, principal } = match arguments.demo {
        true => Source {
            upstream: Arc::new(Demo::new(clock.clone())),
            is_installation: false,
            principal: DEMO_PRINCIPAL.to_owned(),
        },
        false => source::github(arguments.github_token_file.as_deref(), environment)?,
    };
    // The demo begins anew each time, so that nothing of it is kept.
    let path = arguments.state_dir.as_deref().or(environment.state_folder.as_deref());
    let folder = if arguments.demo { None } else { state::folder(path) };
    let cursors = cursors(environment, folder.as_ref(), principal.clone())?;
    let keys = state::keys(folder.as_ref(), principal, clock.clone());
    let github = GitHub::new(upstream, is_installation, clock);
    let fault = |_| StartError::Program("its catalog");
    let catalog = Catalog::embedded_for(keys.scope()).map_err(fault)?;
    let service = Service::new(catalog, github, cursors, keys).map_err(fault)?;
    Ok(Plan { server: Server::new(service), transport })
}

fn transport(
    arguments: &Arguments,
    environment: &Environment,
    clock: &Clock,
) -> Result<Transport, StartError> {
    if arguments.stdio {
        return Ok(Transport::Stdio);
    }
    http::bind(arguments, environment, clock).map(Transport::Http)
}

fn cursors(
    environment: &Environment,
    folder: Option<&Folder>,
    principal: String,
) -> Result<Cursors, StartError> {
    let name = CURSOR_KEY_FILE;
    let refused = |reason: String| StartError::Option { name, reason };
    let key = match &environment.cursor_key_file {
        Some(path) => {
            Zeroizing::new(read(path).ok_or_else(|| refused("the file can not be read".to_owned()))?)
        }
        None => state::cursor_key(folder)?,
    };
    Cursors::new(&key, principal, LIFETIME).map_err(|error| refused(error.to_string()))
}

/// The content of a file of at most 64 KiB.
pub(super) fn read(path: &Path) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let file = std::fs::File::open(path).ok()?;
    file.take(MOST_BYTES.saturating_add(1)).read_to_end(&mut content).ok()?;
    u64::try_from(content.len()).is_ok_and(|length| length <= MOST_BYTES).then_some(content)
}
