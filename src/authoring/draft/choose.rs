//! Which field of the Project serves which member of a contract.

use std::collections::{BTreeMap, BTreeSet};

use crate::desired::native::bounds::NAME;
use crate::desired::{Dialect, DisplayName, LogicalKey};
use crate::observed::ProjectField;
use crate::scope::{FieldKind, text};

/// The most options of one field that a draft has. GitHub allows 50.
const OPTIONS: usize = 64;

/// A member of a contract that a Project field can serve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    /// Its name, and the key of the policy's field.
    pub(super) key: &'static str,
    /// The kind that it needs.
    pub(super) kind: FieldKind,
    /// What such fields are called, the likeliest first: letters and digits of
    /// the name in lower case.
    pub(super) names: &'static [&'static str],
}

const fn member(key: &'static str, kind: FieldKind, names: &'static [&'static str]) -> Member {
    Member { key, kind, names }
}

const KINDS_OF_WORK: &[&str] = &["worktype", "kind", "type", "issuetype"];

const AREA: Member = member("area", FieldKind::SingleSelect, &["area", "component", "module"]);
const PRIORITY: Member = member("priority", FieldKind::SingleSelect, &["priority"]);
const SIZE: Member = member("size", FieldKind::SingleSelect, &["size", "tshirtsize"]);
const ESTIMATE: Member = member("estimate", FieldKind::Number, &["estimate", "points", "storypoints"]);
const STATUS: Member = member("status", FieldKind::SingleSelect, &["status", "state"]);

/// The members of a native contract.
const NATIVE: &[Member] = &[
    member("work_type", FieldKind::SingleSelect, KINDS_OF_WORK),
    AREA,
    PRIORITY,
    SIZE,
    ESTIMATE,
    member("iteration", FieldKind::Iteration, &["iteration", "sprint", "cycle"]),
    STATUS,
    member("start_date", FieldKind::Date, &["startdate", "start"]),
    member("target_date", FieldKind::Date, &["targetdate", "duedate", "enddate", "target", "due"]),
];

/// Those of a legacy contract; others are its extensions.
const LEGACY: &[Member] =
    &[member("kind", FieldKind::SingleSelect, KINDS_OF_WORK), AREA, PRIORITY, SIZE, ESTIMATE, STATUS];

/// A field that serves a member.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) member: Member,
    pub(super) name: DisplayName,
    /// By key, in the Project's order.
    pub(super) options: Vec<(LogicalKey, DisplayName)>,
    /// How many options a policy can not hold.
    pub(super) left_out: usize,
}

/// What becomes of the Project's fields.
#[derive(Clone, Debug, Default)]
pub(super) struct Choice {
    /// In the order of the members.
    pub(super) chosen: Vec<Chosen>,
    /// The members that no field serves.
    pub(super) unserved: Vec<Member>,
    /// The other fields that can be planned on, with their kinds.
    pub(super) others: Vec<(DisplayName, FieldKind)>,
    /// Every name of the Project, folded.
    pub(super) taken: BTreeSet<String>,
}

/// Chooses for each member the likeliest field of its kind.
pub(super) fn choose(fields: &[ProjectField], dialect: Dialect) -> Choice {
    let members = match dialect {
        Dialect::Native => NATIVE,
        Dialect::Legacy => LEGACY,
    };
    let mut choice = Choice {
        taken: fields.iter().map(|field| text::fold(text::trim(field.name.expose()))).collect(),
        ..Choice::default()
    };
    let mut free = usable(fields);
    for member in members {
        let likeliest = free
            .iter()
            .enumerate()
            .filter(|(_, (_, field))| field.kind == Some(member.kind))
            .filter_map(|(index, (name, _))| {
                let letters = letters(name.as_str());
                Some((member.names.iter().position(|known| *known == letters)?, index))
            })
            .min();
        let found = likeliest.map(|(_, index)| free.remove(index)).and_then(|(name, field)| {
            let (options, left_out) = options(field);
            let serves = member.kind != FieldKind::SingleSelect || !options.is_empty();
            serves.then_some(Chosen { member: *member, name, options, left_out })
        });
        match found {
            Some(chosen) => choice.chosen.push(chosen),
            None => choice.unserved.push(*member),
        }
    }
    choice.others = free.into_iter().filter_map(|(name, field)| Some((name, field.kind?))).collect();
    choice
}

/// The fields that a policy can name: of a kind that is planned on, and with a
/// name that stands for this field alone.
fn usable(fields: &[ProjectField]) -> Vec<(DisplayName, &ProjectField)> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for field in fields {
        *times.entry(text::fold(text::trim(field.name.expose()))).or_default() += 1;
    }
    let named = fields.iter().filter(|field| field.kind.is_some()).filter_map(|field| {
        let name = as_it_stands(field.name.expose())?;
        (times.get(&text::fold(name.as_str())) == Some(&1)).then_some((name, field))
    });
    named.collect()
}

/// The options with keys of their own, and how many can not be told apart or
/// named.
fn options(field: &ProjectField) -> (Vec<(LogicalKey, DisplayName)>, usize) {
    let mut options: Vec<(LogicalKey, DisplayName)> = Vec::new();
    let mut names = BTreeSet::new();
    for option in &field.options {
        let Some(name) = as_it_stands(option.name.expose()) else { continue };
        if options.len() < OPTIONS && names.insert(text::fold(name.as_str())) {
            let key = key(name.as_str(), |key| options.iter().any(|(other, _)| other == key));
            options.extend(key.map(|key| (key, name)));
        }
    }
    let left_out = field.options.len() - options.len();
    (options, left_out)
}

/// The name, where a policy's is the same, blanks at its ends included.
fn as_it_stands(name: &str) -> Option<DisplayName> {
    // The native bound, which is the stricter of the two.
    DisplayName::parse(name, NAME).filter(|parsed| parsed.as_str() == name)
}

/// Letters and digits in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|character| character.to_ascii_lowercase()).collect()
}

/// A key that resembles the name and is not taken.
fn key(name: &str, is_taken: impl Fn(&LogicalKey) -> bool) -> Option<LogicalKey> {
    let mut key = String::new();
    for character in name.chars() {
        match character {
            _ if key.len() == 48 => break,
            _ if character.is_ascii_alphanumeric() => key.push(character.to_ascii_lowercase()),
            _ if !key.is_empty() && !key.ends_with('_') => key.push('_'),
            _ => {}
        }
    }
    let key = key.trim_end_matches('_');
    let key = if key.starts_with(|first: char| first.is_ascii_lowercase()) {
        key.to_owned()
    } else {
        format!("option_{key}").trim_end_matches('_').to_owned()
    };
    let numbered = (2..=OPTIONS + 1).map(|number| format!("{key}_{number}"));
    let keys = std::iter::once(key.clone()).chain(numbered);
    keys.filter_map(|key| LogicalKey::parse(&key)).find(|key| !is_taken(key))
}
