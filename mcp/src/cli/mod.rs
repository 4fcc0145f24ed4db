//! The command line: options, variables, logs, exit code.

mod arguments;
mod environment;
mod http;
mod logging;
mod resolve;
mod source;
mod state;

use std::process::ExitCode;

use clap::Parser as _;

use crate::serve::{self, ServeError};
use arguments::Arguments;
use environment::Environment;
use resolve::{Plan, Transport};

/// Why the program does not start. The texts are ours; none holds a value of
/// an option or a variable.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// An option or variable that can not be used.
    #[error("{name}: {reason}")]
    Option {
        /// Its name.
        name: &'static str,
        /// One sentence.
        reason: String,
    },
    /// Access over HTTP that can not be had so.
    #[error("{name}: {reason} ({code})")]
    Access {
        /// The option.
        name: &'static str,
        /// What to do, in one sentence.
        reason: String,
        /// The word for it, which stays the same.
        code: &'static str,
    },
    /// The program itself is at fault.
    #[error("the program is not whole: {0}")]
    Program(&'static str),
    /// A transport ended before its time.
    #[error(transparent)]
    Serve(#[from] ServeError),
}

/// Runs the program. Exit code 0 for an end that was asked for, 1 for one that
/// was not, 2 for options that can not be used.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Where not even that can be printed there is nobody to tell.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    match start(arguments, &Environment::read()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            logging::complain(&error);
            ExitCode::from(if matches!(error, StartError::Option { .. } | StartError::Access { .. }) {
                2
            } else {
                1
            })
        }
    }
}

fn start(arguments: Arguments, environment: &Environment) -> Result<(), StartError> {
    logging::start(arguments.log_format, environment.log.as_deref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|_| StartError::Program("no event loop"))?;
    let ended = runtime.block_on(async {
        let Plan { server, transport } = resolve::plan(arguments, environment)?;
        let end = interrupted()?;
        match transport {
            Transport::Stdio => serve::serve_stdio(server, end).await?,
            Transport::Http(bind) => serve::serve_http(server, bind, logging::started, end).await?,
        }
        Ok(())
    });
    // A read of standard input that nothing comes for would be waited for.
    runtime.shutdown_background();
    ended
}

/// Over when somebody asks the program to end.
fn interrupted() -> Result<impl Future<Output = ()> + Send + 'static, StartError> {
    use tokio::signal::unix::{SignalKind, signal};
    let listen = |kind| signal(kind).map_err(|_| StartError::Program("no signals"));
    let (mut interrupt, mut terminate) = (listen(SignalKind::interrupt())?, listen(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}
