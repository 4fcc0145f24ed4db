//! The command line: one function for each command, and the one place that
//! knows arguments, environment, files and standard streams.

mod action;
mod arguments;
mod audit;
mod budgets;
mod capabilities;
mod compare;
mod contract;
mod demo;
mod environment;
mod explain;
mod generated;
mod help;
mod init;
mod lint;
mod logging;
mod merge;
mod output;
mod paths;
mod plan;
mod progress;
mod reading;
mod resolve;
mod route;
mod snapshot;

use std::ffi::OsString;

use clap::Parser as _;
use clap::error::ErrorKind;

use arguments::{Arguments, Command, Format};
use environment::Environment;
use output::Screen;

use crate::diagnostic::{Code, ExitClass, Failure};
use crate::report::failure_object;

/// Runs the program with the arguments and the environment of its process and
/// says how it ended.
#[must_use]
pub fn main() -> ExitClass {
    let words: Vec<OsString> = std::env::args_os().collect();
    let environment = Environment::read();
    match Arguments::try_parse_from(&words) {
        Ok(arguments) => run(arguments.command, environment),
        Err(error) => {
            let screen = Screen::new(Screen::wish(&words), environment.colourless);
            match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                    screen.result(&error.render().to_string())
                }
                // Somebody at a terminal who types the name alone asks what
                // there is.
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if screen.format() == Format::Text => {
                    output::say(&error.render().to_string());
                    ExitClass::Input
                }
                _ => {
                    let is_audit = words.get(1).is_some_and(|word| word == "audit");
                    screen.failed(&resolve::failure_of(&error), object_of(is_audit))
                }
            }
        }
    }
}

fn run(command: Command, environment: Environment) -> ExitClass {
    let wish = match &command {
        Command::Plan(plan) => plan.reading.format,
        Command::Snapshot(snapshot) => snapshot.reading.format,
        Command::Audit(audit) => audit.reading.format,
        Command::Merge(merge) => merge.format,
        Command::Compare(compare) => compare.reading.format,
        Command::Demo(demo) => demo.format,
        Command::Lint(lint) => lint.wish(),
        Command::Capabilities(capabilities) => capabilities.format,
        Command::Explain(_) | Command::Action | Command::Init(_) | Command::Contract(_) => None,
        Command::Schema(_) | Command::Completions(_) | Command::Man(_) => None,
    };
    let screen = Screen::new(wish, environment.colourless);
    let object = object_of(matches!(command, Command::Audit(_)));
    let started = match command {
        // The step of a workflow has its own way to say that it is not valid.
        Command::Action => Ok(()),
        _ => logging::start(environment.log.as_deref()),
    };
    let result = started.and_then(|()| match command {
        Command::Plan(arguments) => plan::plan(&arguments, environment, screen),
        Command::Snapshot(arguments) => snapshot::snapshot(&arguments, environment, screen),
        Command::Audit(arguments) => audit::audit(&arguments, environment, screen),
        Command::Merge(arguments) => merge::merge(&arguments, screen),
        Command::Compare(arguments) => compare::compare(&arguments, environment, screen),
        Command::Init(arguments) => init::init(arguments, environment, screen).map(complete),
        Command::Contract(arguments) => contract::contract(&arguments).map(complete),
        Command::Lint(arguments) => lint::lint(&arguments, screen),
        Command::Demo(arguments) => demo::demo(&arguments, screen).map(complete),
        Command::Schema(arguments) => generated::schema(&arguments).map(complete),
        Command::Completions(arguments) => generated::completions(&arguments).map(complete),
        Command::Man(arguments) => generated::man(&arguments).map(complete),
        Command::Explain(arguments) => explain::explain(&arguments).map(complete),
        Command::Capabilities(_) => Ok(complete(capabilities::table(screen.format()))),
        Command::Action => Ok(action::action(&environment, screen)),
    });
    match result {
        Ok((text, exit)) => match screen.result(&text) {
            ExitClass::Complete => exit,
            unwritten => unwritten,
        },
        Err(failure) => screen.failed(&failure, object),
    }
}

/// What a failed command prints as JSON: a failed audit has the form of its
/// report (contract part 8.5), also where its options are what is wrong.
fn object_of(is_audit: bool) -> fn(&Failure) -> String {
    if is_audit { audit::failure_object } else { failure_object }
}

/// What is printed, and that nothing is wrong.
fn complete(text: String) -> (String, ExitClass) {
    (text, ExitClass::Complete)
}

/// Runs a future to its end on this thread.
fn block_on<T>(future: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|_| Failure::of(Code::Runtime009))?.block_on(future)
}
