//! The report as annotations of GitHub Actions: one workflow command for each
//! finding, which GitHub shows beside the line of a pull request.

use super::report::{Finding, LintReport, Severity};
use crate::diagnostic::Face;
use crate::report::{command_data, command_property};

/// One line for each finding; empty without findings. File names are the only
/// foreign text, and each stands escaped inside a line of ours.
#[must_use]
pub fn annotations(report: &LintReport) -> String {
    let files = report.files.iter();
    let lines = files.flat_map(|file| file.findings.iter().map(|finding| line(&file.name, finding)));
    lines.collect()
}

fn line(file: &str, finding: &Finding) -> String {
    let level = match finding.severity {
        Severity::Error => "error",
        Severity::Notice => "warning",
    };
    let place = finding
        .position
        .map_or_else(String::new, |position| format!(",line={},col={}", position.line, position.column));
    let (code, path) = (finding.code, finding.path.as_str());
    let path = if path == "$" { String::new() } else { format!("{path}: ") };
    let text = format!("{path}{} {}", code.message(), code.hint(Face::CommandLine));
    format!(
        "::{level} file={}{place},title={}::{}\n",
        command_property(file),
        code.as_str(),
        command_data(&text)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::authoring::lint::Linter;

    #[test]
    fn a_file_name_can_not_leave_its_property() {
        let name = "::add-mask::x,line=9:\r\n::error::##[error]%0A";
        let linter = Linter::new(name, Ok(b"schema: 2\n"), false);
        let lines = annotations(&linter.finish());
        for line in lines.lines() {
            let inside = line.strip_prefix("::error file=%3A%3Aadd-mask%3A%3Ax%2Cline=9%3A%0D%0A%3A%3Aerror");
            assert!(
                inside.is_some_and(|rest| rest.starts_with("%3A%3A##[error]%250A,line=1,col=")),
                "{line}"
            );
        }
        assert_eq!(lines.lines().count(), 2, "{lines}");
    }
}
