//! How an ending reaches the runner: folder, job summary, outputs, annotations.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use super::artifact::{ArtifactName, whereabouts};
use super::commands::{Level, annotation};
use super::ending::{Documents, Ending};
use super::files::{self, Folder};
use super::outputs::{Output, Outputs, Status};
use super::runner::Files;
use crate::diagnostic::{Code, ExitClass};
use crate::report;

/// What is left to do once the runner's files are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// What the log gets, its annotations included. Ends with a line end.
    pub log: String,
    /// How the process ends.
    pub exit: ExitClass,
}

/// Where a result goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    pub(super) files: &'a Files,
    /// Whether there is a job summary.
    pub(super) has_summary: bool,
    /// The artifact's name; none where nothing is uploaded.
    pub(super) artifact: Option<&'a ArtifactName>,
}

/// Writes what an ending says. A file that can not be written makes it an
/// error: what follows the step relies on it.
pub(super) fn deliver(ending: Ending, output: &Path, place: Option<Place<'_>>) -> Delivered {
    let mut ending = ending;
    let (outputs, is_whole) = match (&ending.documents, place) {
        (Some(documents), Some(place)) => match keep(documents, ending.outputs.clone(), place) {
            // What is in the folder is kept, whatever becomes of the summary.
            Ok(outputs) => (outputs, summarise(documents, place).is_ok()),
            Err(_) => (Outputs::of(Status::Error), false),
        },
        _ => (ending.outputs.clone(), true),
    };
    // Whoever reads the outputs must not take this for a success.
    let outputs = if is_whole { outputs } else { outputs.unreliable() };
    let is_written = write(&outputs, output).is_ok();
    if !is_written {
        let _ = write(&Outputs::of(Status::Error), output);
    }
    if !is_whole || !is_written {
        ending.errors.push(Code::Runtime017);
        if ending.exit == ExitClass::Complete {
            ending.exit = Code::Runtime017.class().exit();
        }
    }
    unheard(ending)
}

/// An ending that no file of the runner tells of.
pub(super) fn unheard(ending: Ending) -> Delivered {
    let annotations = [(Level::Error, &ending.errors), (Level::Notice, &ending.notices)];
    let mut log = ending.log;
    for line in annotations.into_iter().filter_map(|(level, codes)| annotation(level, codes)) {
        log.push_str(&line);
    }
    Delivered { log, exit: ending.exit }
}

fn write(outputs: &Outputs, path: &Path) -> io::Result<()> {
    files::append(path, &outputs.text(&format!("yukh_{}", files::random()?)))
}

/// Creates the folder with the result and says where everything is.
fn keep(documents: &Documents, outputs: Outputs, place: Place<'_>) -> io::Result<Outputs> {
    let name = place.artifact.cloned().unwrap_or_else(ArtifactName::usual);
    let folder = Folder::create(&place.files.temporary, name.as_str())?;
    let result = folder.add(documents.name, &documents.result)?;
    let summary = folder.add("summary.md", &documents.summary)?;
    folder.add("report.html", &documents.page)?;
    folder.add("compatibility.json", &format!("{}\n", report::compatibility_object()))?;
    folder.add("evidence.json", &documents.evidence)?;
    let outputs = outputs.located(Output::ReportPath, &result).located(Output::SummaryPath, &summary);
    Ok(match place.artifact {
        Some(name) => outputs.located(Output::ArtifactPath, folder.path()).named(name),
        None => outputs,
    })
}

/// Adds to the job summary, where there is one.
fn summarise(documents: &Documents, place: Place<'_>) -> io::Result<()> {
    match (place.has_summary, &place.files.summary) {
        (true, Some(file)) => {
            files::append(file, &bounded(&documents.summary, files::size(file)?, place.artifact))
        }
        _ => Ok(()),
    }
}

/// What GitHub drops as a whole when it is longer: all that a step wrote, that
/// of others before this program included.
const DROPPED_BYTES: usize = 1 << 20;

/// The summary, cut where it would make the runner's file too large; nothing
/// where even the line that says so would.
fn bounded<'a>(summary: &'a str, taken: usize, artifact: Option<&ArtifactName>) -> Cow<'a, str> {
    let rest = whereabouts("summary.md", Output::SummaryPath, artifact);
    let pointer =
        format!("**This summary is cut here: GitHub shows no more than 1 MiB. It goes on in {rest}.**");
    let page = report::shorten(summary, report::SUMMARY_BYTES.saturating_sub(taken), &pointer);
    if taken.saturating_add(page.len()) > DROPPED_BYTES { Cow::Borrowed("") } else { page }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b64_the_summary_of_a_step_stays_within_900_kib_whatever_stands_there_already() {
        let page = "- line\n".repeat(300_000);
        let fits = bounded("### Head\n", 0, None);
        assert_eq!(fits, "### Head\n");
        for taken in [0, 1, 500_000, report::SUMMARY_BYTES - 1000] {
            let cut = bounded(&page, taken, Some(&ArtifactName::usual()));
            assert!(taken + cut.len() <= 900 * 1024, "{taken}");
            assert!(cut.ends_with("It goes on in `summary.md` of the artifact `yukh`.**\n"), "{taken}");
        }
        let full = bounded(&page, report::SUMMARY_BYTES, None);
        assert!(full.starts_with("\n**This summary is cut here"), "{full}");
        for taken in report::SUMMARY_BYTES..=DROPPED_BYTES {
            assert!(taken + bounded("### Head\n", taken, None).len() <= DROPPED_BYTES, "{taken}");
        }
        assert_eq!(bounded(&page, DROPPED_BYTES, None), "");
    }
}
