//! Where a result goes, and how a run says what went wrong.

use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal as _, Write as _};

use clap::ValueEnum as _;

use super::arguments::Format;
use crate::diagnostic::{Code, ExitClass, Face, Failure};
use crate::report::{self, Colour};

/// The two standard streams, and what they can show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    format: Format,
    stdout: Colour,
    stderr: Colour,
    /// Whether somebody watches standard error.
    watched: bool,
}

impl Screen {
    /// The screen of a run: without a wish, text on a terminal and JSON
    /// otherwise (decision 94).
    pub(super) fn new(wish: Option<Format>, colourless: bool) -> Self {
        let (stdout, stderr) = (std::io::stdout().is_terminal(), std::io::stderr().is_terminal());
        let colour = |terminal| if terminal && !colourless { Colour::Always } else { Colour::Never };
        Self {
            format: wish.unwrap_or(if stdout { Format::Text } else { Format::Json }),
            stdout: colour(stdout),
            stderr: colour(stderr),
            watched: stderr,
        }
    }

    /// The format that was asked for in a command line that could not be read:
    /// the caller of `--format json` gets its JSON all the same.
    pub(super) fn wish(arguments: &[OsString]) -> Option<Format> {
        let words = || arguments.iter().map(|word| word.to_str().unwrap_or_default());
        let joined = words().find_map(|word| word.strip_prefix("--format="));
        let apart = words().zip(words().skip(1)).find(|(word, _)| *word == "--format").map(|(_, next)| next);
        Format::from_str(joined.or(apart)?, false).ok()
    }

    /// How results are printed.
    pub(super) fn format(self) -> Format {
        self.format
    }

    /// The colours of standard output.
    pub(super) fn colour(self) -> Colour {
        self.stdout
    }

    /// Whether progress is shown.
    pub(super) fn is_watched(self) -> bool {
        self.watched
    }

    /// Prints a result. A reader that went away is not a failure of the run.
    pub(super) fn result(self, text: &str) -> ExitClass {
        let mut stdout = std::io::stdout().lock();
        match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                advise(&Failure::of(Code::Runtime011));
                ExitClass::Input
            }
            _ => ExitClass::Complete,
        }
    }

    /// Prints a failure: the result object, its Markdown or its page on standard output,
    /// advice on standard error; a reader of text finds all of it there.
    pub(super) fn failure(self, failure: &Failure) -> ExitClass {
        self.failed(failure, report::failure_object)
    }

    /// The same with the object of a command of its own.
    pub(super) fn failed(self, failure: &Failure, object: fn(&Failure) -> String) -> ExitClass {
        match self.format {
            Format::Text => say(&report::failure_text(failure, self.stderr, Face::CommandLine)),
            Format::Json => {
                self.result(&format!("{}\n", object(failure)));
                advise(failure);
            }
            Format::Markdown => {
                self.result(&report::failure_markdown(failure, Face::CommandLine));
                advise(failure);
            }
            Format::Html => {
                self.result(&report::failure_html(failure, None, Face::CommandLine));
                advise(failure);
            }
        }
        failure.class().exit()
    }
}

/// Tells on standard error what to do.
fn advise(failure: &Failure) {
    say(&format!("yukh: {}\n", report::advice(failure)));
}

/// Writes to standard error. Nothing can be said about a failure to do so.
pub(super) fn say(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wished_format_is_found_in_a_line_that_can_not_be_read() {
        let wish =
            |line: &str| Screen::wish(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(wish("yukh plan --nonsense --format json"), Some(Format::Json));
        assert_eq!(wish("yukh --format=markdown"), Some(Format::Markdown));
        assert_eq!(wish("yukh --format yaml"), None);
        assert_eq!(wish("yukh --format"), None);
        assert_eq!(wish("yukh json"), None);
    }
}
