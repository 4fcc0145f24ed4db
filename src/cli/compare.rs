//! `yukh compare`.

use std::path::Path as FilePath;

use super::arguments::{CompareArguments, Format};
use super::block_on;
use super::environment::Environment;
use super::output::{Screen, say};
use super::paths::{self, ReportFile};
use super::progress::Progress;
use super::reading::Reading;
use super::resolve;
use crate::desired::Policy;
use crate::diagnostic::{Code, Diagnostic, ExitClass, Face, Failure, Path};
use crate::recording::{RecordingError, World, Worlds};
use crate::report::{self, Colour, Comparison, Pair};
use crate::run::{CompareOrder, Reader, compare_readers};
use crate::scope::Transport;

/// The largest report of a comparison, in bytes.
const REPORT_LIMIT: usize = 16 << 20;

/// What is printed, nothing where a report file took it, and how the process
/// ends.
///
/// # Errors
///
/// `YKP-RUNTIME-*`, `YKP-POLICY-*` and `YKP-REPORT-006` to `-008`, before
/// anything is compared. A side that can not be read is a result.
pub(super) fn compare(
    arguments: &CompareArguments,
    environment: Environment,
    screen: Screen,
) -> Result<(String, ExitClass), Failure> {
    let format = arguments.reading.format.unwrap_or(Format::Json);
    let file = || arguments.reading.report_file.as_deref().map(ReportFile::prepare).transpose();
    let (comparison, text) = match (arguments.plans.as_slice(), &arguments.recording) {
        ([first, second], _) => {
            let file = file()?;
            let comparison = results([first, second])?;
            let text = finished(&comparison, file, format, screen)?;
            (comparison, text)
        }
        (_, Some(folder)) => {
            let file = file()?;
            let comparison = recorded_below(FilePath::new("."), folder, arguments.require_contract)?;
            let text = finished(&comparison, file, format, screen)?;
            (comparison, text)
        }
        (_, None) => live(arguments, environment, screen)?,
    };
    if let Some(failure) = comparison.failures().next()
        && screen.format() != Format::Text
    {
        say(&format!("yukh: {}\n", report::advice(failure)));
    }
    Ok((text, comparison.exit()))
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

/// The recorded worlds of a folder below a directory.
///
/// # Errors
///
/// `YKP-REPORT-006` to `-008`, at the world that can not be used.
pub(super) fn recorded_below(
    root: &FilePath,
    folder: &str,
    require_contract: bool,
) -> Result<Comparison, Failure> {
    let unopened = || Failure::from(Diagnostic::new(Code::Report006, recordings()));
    let folder = paths::open_folder_below(root, folder).ok_or_else(unopened)?;
    let worlds = Worlds::open(folder).map_err(|error| unusable(error, recordings()))?;
    let pair = |(name, world): (Option<&str>, Result<World, RecordingError>)| {
        let place = || name.map_or_else(recordings, |name| recordings().key(name));
        let pair = world.map_err(|error| unusable(error, place())).and_then(|world| {
            let invalid = |_| Failure::from(Diagnostic::new(Code::Report007, place()));
            let policy = Policy::parse(world.policy()).map_err(invalid)?;
            recorded(&world, CompareOrder { policy: &policy, require_contract })
        })?;
        Ok(match name {
            Some(name) => pair.named(name),
            None => pair,
        })
    };
    let pairs: Vec<Pair> = worlds.iter().map(pair).collect::<Result<_, Failure>>()?;
    Comparison::of_readers(pairs).ok_or_else(unopened)
}

fn recordings() -> Path {
    Path::root().member("recordings")
}

fn unusable(error: RecordingError, place: Path) -> Failure {
    let code = match error {
        RecordingError::Unreadable | RecordingError::TooLarge => Code::Report006,
        RecordingError::Malformed | RecordingError::Repeated => Code::Report007,
        RecordingError::Foreign => Code::Report008,
    };
    Failure::from(Diagnostic::new(code, place))
}

fn recorded(world: &World, order: CompareOrder<'_>) -> Result<Pair, Failure> {
    let of = |transport| (world.scope(transport), world.recording(transport));
    let [(first, v1), (second, v2)] = [of(Transport::GraphqlV1), of(Transport::RestV2)];
    block_on(async {
        let v1 = v1.client(first.subject, first.budgets);
        let v2 = v2.client(second.subject, second.budgets);
        let v1 = Reader { exchange: &v1, scope: &first };
        compare_readers(v1, Reader { exchange: &v2, scope: &second }, order).await
    })
}

/// Both readers of GitHub, one after the other.
fn live(
    arguments: &CompareArguments,
    environment: Environment,
    screen: Screen,
) -> Result<(Comparison, String), Failure> {
    let issues = resolve::compared(arguments)?;
    let reading = Reading::prepare(&arguments.reading, Transport::RestV2, issues, environment, screen)?;
    let order = CompareOrder { policy: &reading.policy, require_contract: arguments.require_contract };
    let pair = block_on(async {
        let v2 = reading.exchange(Progress::Lines(screen))?;
        let (v1, scope) = reading.beside(&v2);
        let v1 = Reader { exchange: &v1, scope: &scope };
        compare_readers(v1, Reader { exchange: &v2, scope: &reading.scope }, order).await
    })?;
    let comparison = Comparison::of_readers(vec![pair]).ok_or_else(|| Failure::of(Code::Runtime009))?;
    let text = reading.finish_within(REPORT_LIMIT, |format, colour| rendered(&comparison, format, colour))?;
    Ok((comparison, text))
}

/// What is printed; nothing where a report file takes it.
fn finished(
    comparison: &Comparison,
    file: Option<ReportFile>,
    format: Format,
    screen: Screen,
) -> Result<String, Failure> {
    match file {
        None => Ok(rendered(comparison, screen.format(), screen.colour())),
        Some(file) => {
            file.write(&rendered(comparison, format, Colour::Never), REPORT_LIMIT)?;
            Ok(String::new())
        }
    }
}

/// A comparison, ready to be written.
fn rendered(comparison: &Comparison, format: Format, colour: Colour) -> String {
    match format {
        Format::Json => format!("{}\n", comparison.object()),
        Format::Markdown => report::comparison_markdown(comparison, Face::CommandLine),
        Format::Html => report::comparison_html(comparison, Face::CommandLine),
        Format::Text => report::comparison_text(comparison, colour, Face::CommandLine),
    }
}
