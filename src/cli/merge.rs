//! `yukh merge`.

use std::collections::BTreeSet;

use super::arguments::{Format, MergeArguments};
use super::output::Screen;
use super::paths::{self, ReportFile};
use super::resolve::{self, refused};
use crate::diagnostic::{Code, Diagnostic, ExitClass, Failure, Path};
use crate::report::{self, Colour, FailOn, Label, MERGED_BYTES, MERGED_REPORTS, MergedReport, Submission};

/// What is printed, nothing where a report file took it, and how the process
/// ends. Nothing is asked of GitHub.
///
/// # Errors
///
/// `YKP-RUNTIME-003` and `-007`; `YKP-REPORT-002` for a file that can not be
/// read, `YKP-REPORT-005` for one that is named twice, and those of
/// [`MergedReport::of`].
pub(super) fn merge(arguments: &MergeArguments, screen: Screen) -> Result<(String, ExitClass), Failure> {
    let fail_on =
        resolve::chosen(arguments.fail_on.as_deref(), "--fail-on", FailOn::parse)?.unwrap_or_default();
    let named = named(arguments)?;
    let file = arguments.report_file.as_deref().map(ReportFile::prepare).transpose()?;
    let merged = MergedReport::of(read(named)?)?;
    let exit = merged.exit(fail_on);
    match file {
        None => Ok((rendered(&merged, screen.format(), screen.colour()), exit)),
        Some(file) => {
            let format = arguments.format.unwrap_or(Format::Json);
            file.write(&rendered(&merged, format, Colour::Never), MERGED_BYTES)?;
            Ok((String::new(), exit))
        }
    }
}

/// The reports to read: those with a label first, then the others.
fn named(arguments: &MergeArguments) -> Result<Vec<(Option<Label>, &str)>, Failure> {
    let labelled = arguments.label.iter().map(|pair| {
        let (label, path) = pair.split_once('=').ok_or_else(|| refused("--label"))?;
        Ok((Some(Label::parse(label).ok_or_else(|| refused("--label"))?), path))
    });
    let others = arguments.reports.iter().map(|path| Ok((None, path.as_str())));
    let named: Vec<_> = labelled.chain(others).collect::<Result<_, Failure>>()?;
    if named.is_empty() { Err(refused("REPORT")) } else { Ok(named) }
}

/// The files. One that is named twice, by whatever paths, is there already.
fn read(named: Vec<(Option<Label>, &str)>) -> Result<Vec<Submission>, Failure> {
    let refused =
        |code, index| Failure::from(Diagnostic::new(code, Path::root().member("reports").index(index)));
    if named.len() > MERGED_REPORTS {
        return Err(refused(Code::Report002, MERGED_REPORTS));
    }
    let mut files = BTreeSet::new();
    let mut left = MERGED_BYTES;
    let read = |(index, (label, path)): (usize, (Option<Label>, &str))| {
        let (file, content) = paths::read_report(path).ok_or_else(|| refused(Code::Report002, index))?;
        if !files.insert(file) {
            return Err(refused(Code::Report005, index));
        }
        left = left.checked_sub(content.len()).ok_or_else(|| refused(Code::Report002, index))?;
        Ok(Submission { label, content })
    };
    named.into_iter().enumerate().map(read).collect()
}

/// The joined report, ready to be written.
fn rendered(merged: &MergedReport, format: Format, colour: Colour) -> String {
    match format {
        Format::Json => format!("{}\n", merged.object()),
        Format::Markdown => report::merged_markdown(merged),
        Format::Html => report::merged_html(merged),
        Format::Text => report::merged_text(merged, colour),
    }
}
