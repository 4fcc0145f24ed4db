//! What was found, file by file, and its JSON.

use serde::Serialize;
use serde::ser::SerializeStruct as _;

use crate::diagnostic::{Code, Diagnostic, ExitClass, Face, Notice, Path, Position};
use crate::report::object;

/// What a file is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The policy.
    Policy,
    /// The body of an issue.
    Body,
    /// A Markdown template: what follows its front matter becomes a body.
    Template,
    /// An issue form: its text areas and inputs become a body.
    Form,
    /// The configuration of the template chooser, which makes no body.
    Chooser,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Policy, Self::Body, Self::Template, Self::Form, Self::Chooser];

    /// What a file of this path is taken for: YAML for a form, Markdown below
    /// `ISSUE_TEMPLATE` for a template, everything else for a body.
    #[must_use]
    pub fn of(path: &str) -> Self {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let is = |word: &str, other: &str| word.eq_ignore_ascii_case(other);
        match () {
            () if (is(extension, "yml") || is(extension, "yaml")) && is(stem, "config") => Self::Chooser,
            () if is(extension, "yml") || is(extension, "yaml") => Self::Form,
            () if is(stem, "ISSUE_TEMPLATE") || folders.split('/').any(|part| is(part, "ISSUE_TEMPLATE")) => {
                Self::Template
            }
            () => Self::Body,
        }
    }

    /// The word used in output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Body => "body",
            Self::Template => "template",
            Self::Form => "form",
            Self::Chooser => "chooser",
        }
    }
}

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file is refused, or no plan could be carried out.
    Error,
    /// The file is read, perhaps not as its author thinks.
    Notice,
}

impl Severity {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Error, Self::Notice];

    /// The word used in output.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Notice => "notice",
        }
    }
}

/// One finding, with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How much it weighs.
    pub severity: Severity,
    /// The code.
    pub code: Code,
    /// The path in the policy or contract; `$` for the whole.
    pub path: Path,
    /// Line and column of the file, where there is a place.
    pub position: Option<Position>,
}

impl Finding {
    pub(super) fn error(diagnostic: &Diagnostic) -> Self {
        Self {
            severity: Severity::Error,
            code: diagnostic.code(),
            path: diagnostic.path().clone(),
            position: diagnostic.position(),
        }
    }

    pub(super) fn notice(notice: &Notice) -> Self {
        Self {
            severity: Severity::Notice,
            code: notice.code(),
            path: notice.path().clone(),
            position: notice.position(),
        }
    }

    pub(super) fn at(self, position: Option<Position>) -> Self {
        Self { position, ..self }
    }
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its path, as the caller has given it. Foreign text: to be escaped.
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether it was looked at.
    pub(super) checked: bool,
    /// By place, then code and path.
    pub(super) findings: Vec<Finding>,
}

impl Checked {
    pub(super) fn new(name: &str, kind: Kind, mut findings: Vec<Finding>) -> Self {
        findings.sort_by(|a, b| {
            (a.position, a.code.as_str(), &a.path).cmp(&(b.position, b.code.as_str(), &b.path))
        });
        Self { name: name.to_owned(), kind, checked: true, findings }
    }

    pub(super) fn skipped(name: &str, kind: Kind) -> Self {
        Self { name: name.to_owned(), kind, checked: false, findings: Vec::new() }
    }
}

/// What was found in all files, in the order in which they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LintReport {
    pub(super) files: Vec<Checked>,
}

impl LintReport {
    pub(super) fn add(&mut self, file: Checked) {
        self.files.push(file);
    }

    /// How many findings weigh so much.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        let findings = self.files.iter().flat_map(|file| &file.findings);
        findings.filter(|finding| finding.severity == severity).count()
    }

    /// How many files were looked at.
    #[must_use]
    pub fn checked(&self) -> usize {
        self.files.iter().filter(|file| file.checked).count()
    }

    /// Exit code 2 with an error, else 0.
    #[must_use]
    pub fn exit(&self) -> ExitClass {
        if self.count(Severity::Error) > 0 { ExitClass::Input } else { ExitClass::Complete }
    }

    /// The report as one line of JSON, without its end.
    #[must_use]
    pub fn object(&self) -> String {
        object(self)
    }
}

impl Serialize for LintReport {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Totals {
            checked: usize,
            errors: usize,
            notices: usize,
        }
        let (errors, notices) = (self.count(Severity::Error), self.count(Severity::Notice));
        let mut object = serializer.serialize_struct("LintReport", 4)?;
        object.serialize_field("schema", &1)?;
        object.serialize_field("status", if errors > 0 { "error" } else { "success" })?;
        object.serialize_field("files", &self.files)?;
        object.serialize_field("totals", &Totals { checked: self.checked(), errors, notices })?;
        object.end()
    }
}

impl Serialize for Checked {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Checked", 4)?;
        object.serialize_field("file", &self.name)?;
        object.serialize_field("kind", self.kind.as_str())?;
        object.serialize_field("checked", &self.checked)?;
        object.serialize_field("findings", &self.findings)?;
        object.end()
    }
}

impl Serialize for Finding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = if self.position.is_some() { 7 } else { 5 };
        let mut object = serializer.serialize_struct("Finding", length)?;
        object.serialize_field("severity", self.severity.as_str())?;
        object.serialize_field("code", self.code.as_str())?;
        object.serialize_field("path", self.path.as_str())?;
        if let Some(Position { line, column }) = self.position {
            object.serialize_field("line", &line)?;
            object.serialize_field("column", &column)?;
        }
        object.serialize_field("message", self.code.message())?;
        object.serialize_field("hint", self.code.hint(Face::CommandLine))?;
        object.end()
    }
}

#[cfg(test)]
mod tests {
    use super::Kind;

    #[test]
    fn a_file_is_taken_for_what_its_path_says() {
        for (path, kind) in [
            ("body.md", Kind::Body),
            ("body", Kind::Body),
            (".github/ISSUE_TEMPLATE/bug.md", Kind::Template),
            (".github/issue_template/bug.MD", Kind::Template),
            (".github/ISSUE_TEMPLATE.md", Kind::Template),
            ("docs/issue_template.md", Kind::Template),
            (".github/ISSUE_TEMPLATE/bug.yml", Kind::Form),
            ("bug.YAML", Kind::Form),
            (".github/ISSUE_TEMPLATE/config.yml", Kind::Chooser),
            ("MY_ISSUE_TEMPLATE/bug.md", Kind::Body),
        ] {
            assert_eq!(Kind::of(path), kind, "{path}");
        }
    }
}
