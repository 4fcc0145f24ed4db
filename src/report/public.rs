//! The public report: contract part 5, members in the order printed there,
//! `notices` after `operations` (decision 93).

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::model::{Agreement, Change, Report, Shown};
use crate::diagnostic::{Diagnostic, Notice, Position};

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("Report", 8)?;
        report.serialize_field("schema", &1)?;
        report.serialize_field("planId", &self.plan_id)?;
        report.serialize_field("executable", &self.is_executable())?;
        report.serialize_field(
            "counts",
            &Counts {
                diagnostics: self.diagnostics.len(),
                observations: self.agreements.len(),
                operations: self.changes.len(),
            },
        )?;
        let diagnostics: Vec<Finding<'_>> = self.diagnostics.iter().map(Finding::of_plan).collect();
        report.serialize_field("diagnostics", &diagnostics)?;
        report.serialize_field("observations", &self.agreements)?;
        report.serialize_field("operations", &self.changes)?;
        report.serialize_field("notices", &Remark::all(&self.notices))?;
        report.end()
    }
}

#[derive(serde::Serialize)]
struct Counts {
    diagnostics: usize,
    observations: usize,
    operations: usize,
}

/// A finding of a plan: `{code, path, severity, message}`, and its place in a
/// text where it has one (decision 20).
#[derive(serde::Serialize)]
struct Finding<'a> {
    code: &'static str,
    path: &'a str,
    severity: &'static str,
    message: &'static str,
    #[serde(flatten)]
    place: Place,
}

impl<'a> Finding<'a> {
    fn of_plan(diagnostic: &'a Diagnostic) -> Self {
        Self {
            code: diagnostic.code().as_str(),
            path: diagnostic.path().as_str(),
            severity: "error",
            message: diagnostic.code().message(),
            place: Place::of(diagnostic.position()),
        }
    }
}

/// A notice: `{code, path, message, line?, column?}`.
#[derive(serde::Serialize)]
pub(super) struct Remark<'a> {
    code: &'static str,
    path: &'a str,
    message: &'static str,
    #[serde(flatten)]
    place: Place,
}

impl<'a> Remark<'a> {
    pub(super) fn all(notices: &'a [Notice]) -> Vec<Self> {
        notices
            .iter()
            .map(|notice| Self {
                code: notice.code().as_str(),
                path: notice.path().as_str(),
                message: notice.code().message(),
                place: Place::of(notice.position()),
            })
            .collect()
    }
}

/// `line` and `column`, both or none.
#[derive(serde::Serialize)]
pub(super) struct Place {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
}

impl Place {
    pub(super) fn of(position: Option<Position>) -> Self {
        Self {
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
        }
    }
}

impl Serialize for Agreement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut agreement = serializer.serialize_struct("Observation", 3)?;
        agreement.serialize_field("type", self.kind.as_str())?;
        agreement.serialize_field("logicalKey", &self.key)?;
        agreement.serialize_field("displayValue", &self.value)?;
        agreement.end()
    }
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut change = serializer.serialize_struct("Operation", 5)?;
        change.serialize_field("type", self.kind.as_str())?;
        change.serialize_field("logicalKey", &self.key)?;
        if let Some(desired) = &self.desired {
            change.serialize_field("desired", desired)?;
        }
        change.serialize_field("reason", self.reason)?;
        change.serialize_field("dependsOn", &self.depends_on)?;
        change.end()
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Number(number) => serializer.serialize_f64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Present => serializer.serialize_str("present"),
        }
    }
}
