//! `yukh capabilities`: the table that the program itself asks.

use std::fmt::Write as _;

use super::arguments::Format;
use crate::github::{Capability, Support, capabilities};
use crate::report::object;
use crate::scope::SubjectClass;

/// The table in the wished format. Ends with a line end.
pub(super) fn table(format: Format) -> String {
    match format {
        Format::Text => text(),
        Format::Json => format!("{}\n", object(&Table::new())),
        // No page is made of it: the option does not take that word.
        Format::Markdown | Format::Html => markdown(),
    }
}

#[derive(serde::Serialize)]
struct Table {
    status: &'static str,
    capabilities: Vec<Row>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    operation: &'static str,
    method: &'static str,
    path: &'static str,
    support: Vec<Cell>,
    permission: Option<&'static str>,
    classic_scope: Option<&'static str>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct Cell {
    token_class: &'static str,
    state: &'static str,
}

impl Table {
    fn new() -> Self {
        let capabilities = capabilities().map(|capability| Row {
            operation: capability.operation(),
            method: capability.method(),
            path: capability.path(),
            support: SubjectClass::ALL
                .iter()
                .map(|class| Cell { token_class: class.as_str(), state: capability.support(*class).as_str() })
                .collect(),
            permission: capability.permission(),
            classic_scope: capability.classic_scope(),
        });
        Self { status: "success", capabilities: capabilities.collect() }
    }
}

fn mark(support: Support) -> &'static str {
    match support {
        Support::Supported => "yes",
        Support::Expected => "likely",
        Support::Unsupported => "no",
    }
}

/// The heads of the columns, in the order of [`SubjectClass::ALL`].
const HEADS: [&str; 5] = ["classic", "fine-grained", "user-to-server", "OAuth", "installation"];

fn text() -> String {
    let requests: Vec<(String, &Capability)> =
        capabilities().map(|row| (format!("{} {}", row.method(), row.path()), row)).collect();
    let widest = requests.iter().map(|(request, _)| request.len()).max().unwrap_or(0);
    let mut page = format!("{:widest$}", "Request");
    for head in HEADS {
        let _ = write!(page, "  {head}");
    }
    page.push('\n');
    for (request, row) in &requests {
        let _ = write!(page, "{request:widest$}");
        for (class, head) in SubjectClass::ALL.into_iter().zip(HEADS) {
            let width = if class == SubjectClass::InstallationToken { 0 } else { head.len() };
            let _ = write!(page, "  {:width$}", mark(row.support(class)));
        }
        page.push('\n');
    }
    page.push_str("\nThe request needs\n");
    for (request, row) in &requests {
        let _ = writeln!(page, "{request:widest$}  {}", needs(row));
    }
    page.push_str(
        "\nyes: GitHub lists the request for this kind of token; likely: nothing speaks against it;\n\
         no: GitHub does not list it, and the run stops with YKP-CAPABILITY-001 before it asks.\n",
    );
    page
}

fn needs(row: &Capability) -> String {
    let permission = row.permission().map(|permission| format!("permission {permission}"));
    let scope = row.classic_scope().map(|scope| format!("classic scope {scope}"));
    let needs: Vec<String> = permission.into_iter().chain(scope).collect();
    if needs.is_empty() { "nothing beyond the token".to_owned() } else { needs.join(", ") }
}

fn markdown() -> String {
    let mut page = format!("| Request | {} | Needs |\n", HEADS.join(" | "));
    let _ = writeln!(page, "|{}", " --- |".repeat(HEADS.len() + 2));
    for row in capabilities() {
        let marks: Vec<&str> = SubjectClass::ALL.into_iter().map(|class| mark(row.support(class))).collect();
        let _ =
            writeln!(page, "| `{} {}` | {} | {} |", row.method(), row.path(), marks.join(" | "), needs(row));
    }
    page
}
