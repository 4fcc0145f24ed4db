//! `yukh compare`.

use super::arguments::{CompareArguments, Format};
use super::output::Screen;
use super::paths::{self, ReportFile};
use super::resolve::refused;
use crate::diagnostic::{Code, Diagnostic, ExitClass, Face, Failure, Path};
use crate::report::{self, Colour, Comparison};

/// The largest report of a comparison, in bytes.
const REPORT_LIMIT: usize = 16 << 20;

/// What is printed, nothing where a report file took it, and how the process
/// ends.
///
/// # Errors
///
/// `YKP-RUNTIME-003` and `-007`; `YKP-REPORT-006` for a file that can not be
/// read, and those of [`Comparison::of_results`].
pub(super) fn compare(arguments: &CompareArguments, screen: Screen) -> Result<(String, ExitClass), Failure> {
    let [first, second] = arguments.plans.as_slice() else { return Err(refused("--plans")) };
    let file = arguments.report_file.as_deref().map(ReportFile::prepare).transpose()?;
    let comparison = results([first, second])?;
    let exit = comparison.exit();
    match file {
        None => Ok((rendered(&comparison, screen.format(), screen.colour()), exit)),
        Some(file) => {
            let format = arguments.format.unwrap_or(Format::Json);
            file.write(&rendered(&comparison, format, Colour::Never), REPORT_LIMIT)?;
            Ok((String::new(), exit))
        }
    }
}

/// Two results of `yukh plan`. A file that is named twice is refused: it would
/// be equal whatever it holds.
fn results(paths: [&str; 2]) -> Result<Comparison, Failure> {
    let [first, second] = paths;
    let unread = |index: usize| {
        Failure::from(Diagnostic::new(Code::Report006, Path::root().member("plans").index(index)))
    };
    let (one, first) = paths::read_result(first).ok_or_else(|| unread(0))?;
    let (other, second) = paths::read_result(second).ok_or_else(|| unread(1))?;
    if one == other { Err(unread(1)) } else { Comparison::of_results([&first, &second]) }
}

/// A comparison, ready to be written.
fn rendered(comparison: &Comparison, format: Format, colour: Colour) -> String {
    match format {
        Format::Json => format!("{}\n", comparison.object()),
        Format::Markdown => report::comparison_markdown(comparison, Face::CommandLine),
        Format::Text => report::comparison_text(comparison, colour, Face::CommandLine),
    }
}
