//! The draft as text.

use std::fmt::Write as _;

use super::choose::{Choice, Chosen, Member};
use crate::authoring::scalar::{quoted, scalar};
use crate::desired::native::WorkType;
use crate::desired::{Dialect, POLICY_BYTES};
use crate::scope::{FieldKind, text};

/// The members without which a native contract is not valid.
const NATIVE: [&str; 2] = ["work_type", "area"];
/// Those without which a legacy one is not.
const LEGACY: [&str; 3] = ["kind", "area", "priority"];

/// The policy as text, within its bound: options that would cross it are left
/// out, and so are remarks.
pub(super) fn written(choice: &Choice, dialect: Dialect) -> String {
    let mut most = usize::MAX;
    loop {
        let page = page(choice, dialect, most);
        if page.len() <= POLICY_BYTES || most == 1 {
            return page;
        }
        most = (most / 2).clamp(1, 32);
    }
}

/// The page with at most so many options of a field and remarks on others.
fn page(choice: &Choice, dialect: Dialect, most: usize) -> String {
    let mut page = String::new();
    page.push_str(
        "# A policy to start from, made of the Project's fields. Names are those of the\n\
         # Project, keys of options are yours to choose. `yukh lint` checks this file.\n",
    );
    match dialect {
        Dialect::Native => native(&mut page, choice, most),
        Dialect::Legacy => legacy(&mut page, choice, most),
    }
    others(&mut page, choice, dialect, most);
    page
}

fn native(page: &mut String, choice: &Choice, most: usize) {
    page.push_str("schema: 1\nfields:\n");
    for chosen in &choice.chosen {
        let Chosen { member, name, .. } = chosen;
        let observed = member.key == "status";
        let _ = writeln!(page, "{}", remark(member, &NATIVE));
        let _ = writeln!(page, "  {}:\n    name: {}", member.key, scalar(name.as_str()));
        let mode = if observed { "observed" } else { "managed" };
        let _ = writeln!(page, "    kind: {}\n    mode: {mode}", member.kind.as_str());
        if !observed && member.kind == FieldKind::SingleSelect {
            options(page, chosen, "options", most);
        }
    }
    for member in &choice.unserved {
        match member.key {
            "work_type" => missing(page, choice, member, "Work type", &work_types()),
            "area" => missing(page, choice, member, "Area", &[("general", "General")]),
            _ => unserved(page, member),
        }
    }
}

/// A field that a contract can not do without and that the Project does not
/// have yet.
fn missing(page: &mut String, choice: &Choice, member: &Member, name: &str, options: &[(&str, &str)]) {
    let others = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(others);
    let free = names.find(|name| !choice.taken.contains(&text::fold(name))).unwrap_or_default();
    let _ = writeln!(
        page,
        "  # Each contract needs `{0}`, and no single_select field of the Project looks\n  \
         # like it: correct the name, or let the field be created.\n  {0}:\n    name: {1}\n    \
         kind: {2}\n    mode: managed\n    options:",
        member.key,
        scalar(&free),
        member.kind.as_str()
    );
    for (key, name) in options {
        let _ = writeln!(page, "      {key}: {}", scalar(name));
    }
}

fn work_types() -> [(&'static str, &'static str); 6] {
    WorkType::ALL.map(|kind| {
        let name = match kind {
            WorkType::Epic => "Epic",
            WorkType::Gate => "Gate",
            WorkType::Feature => "Feature",
            WorkType::Task => "Task",
            WorkType::Bug => "Bug",
            WorkType::TechnicalDebt => "Technical debt",
        };
        (kind.option_key(), name)
    })
}

fn legacy(page: &mut String, choice: &Choice, most: usize) {
    page.push_str("version: 1\ncontract: { marker: yukh, schema: 1 }\n");
    page.push_str(if choice.chosen.is_empty() { "fields: {}\n" } else { "fields:\n" });
    for chosen in &choice.chosen {
        let Chosen { member, name, .. } = chosen;
        let _ = writeln!(page, "{}", remark(member, &LEGACY));
        let _ = writeln!(page, "  {}:\n    project_field: {}", member.key, scalar(name.as_str()));
        if member.key == "status" {
            page.push_str("    derived: true\n");
        } else if member.kind == FieldKind::SingleSelect {
            if LEGACY.contains(&member.key) {
                page.push_str("    required: true\n");
            }
            options(page, chosen, "values", most);
        } else {
            let _ = writeln!(page, "    type: {}", member.kind.as_str());
        }
    }
    for member in &choice.unserved {
        unserved(page, member);
    }
}

/// What the field is for.
fn remark(member: &Member, required: &[&str]) -> String {
    match member.key {
        "status" => "  # People move the cards: it is never changed.".to_owned(),
        key if required.contains(&key) => format!("  # Each contract has `{key}`."),
        key => format!("  # A contract may have `{key}`."),
    }
}

fn options(page: &mut String, chosen: &Chosen, title: &str, most: usize) {
    let _ = writeln!(page, "    {title}:");
    let shown = chosen.options.iter().take(most);
    for (key, name) in shown {
        let _ = writeln!(page, "      {}: {}", scalar(key.as_str()), scalar(name.as_str()));
    }
    let left_out = chosen.left_out + chosen.options.len().saturating_sub(most);
    if left_out > 0 {
        let _ = writeln!(page, "      # Not listed: {left_out} more of the Project.");
    }
}

fn unserved(page: &mut String, member: &Member) {
    let _ = writeln!(
        page,
        "  # `{}`: no {} field of the Project looks like it.",
        member.key,
        member.kind.as_str()
    );
}

/// The fields that no contract declares, as remarks.
fn others(page: &mut String, choice: &Choice, dialect: Dialect, most: usize) {
    if choice.others.is_empty() {
        return;
    }
    page.push_str(match dialect {
        Dialect::Native => {
            "#\n# No native contract declares the other fields. `mode: observed` would only ask\n\
             # that they exist:\n"
        }
        Dialect::Legacy => {
            "#\n# A contract declares the other fields among its `extensions`, once they stand\n\
             # above under a key of their own:\n"
        }
    });
    for (name, kind) in choice.others.iter().take(most) {
        let _ = writeln!(page, "# - {} ({})", quoted(name.as_str()), kind.as_str());
    }
}
