//! The joined report as JSON: `{"schema","status","failureClass"?,"reports",
//! "totals","capabilities","evidence","statuses","checks"?}`. Each entry of `reports` is a
//! report of its own without `schema` and `capabilities`, and with `label` where
//! it has one.

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::{Entry, MergedReport};
use crate::report::audit::public::{Statuses, members};
use crate::report::checks::ChecksObject;
use crate::report::compatibility::CAPABILITIES;

impl Serialize for MergedReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let overview = self.overview();
        let mut report = serializer.serialize_struct("Merged", 9)?;
        report.serialize_field("schema", &1)?;
        report.serialize_field("status", self.status().as_str())?;
        if let Some(class) = self.failure_class() {
            report.serialize_field("failureClass", class.as_str())?;
        }
        report.serialize_field("reports", &self.entries)?;
        report.serialize_field("totals", &overview.totals())?;
        report.serialize_field("capabilities", &CAPABILITIES)?;
        report.serialize_field("evidence", &self.evidence())?;
        report.serialize_field("statuses", &Statuses(&overview))?;
        if let Some(checks) = self.checks() {
            report.serialize_field("checks", &ChecksObject::of(&checks))?;
        }
        report.end()
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_struct("Entry", 9)?;
        if let Some(label) = &self.label {
            entry.serialize_field("label", label.as_str())?;
        }
        members(&self.report, &mut entry)?;
        entry.end()
    }
}
