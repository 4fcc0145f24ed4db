//! Generated contracts of both dialects.

use super::dice::Dice;
use super::vocabulary::Vocabulary;
use crate::support::policies::{block, legacy_block};

/// The issues that a contract can relate to.
pub(super) struct Reach {
    /// On the Project, off it, or none at all; not the issue itself.
    pub(super) others: Vec<u64>,
}

/// A body in the native dialect.
pub(super) fn native(dice: &mut Dice, words: &Vocabulary, reach: &Reach) -> String {
    let kinds = ["epic", "gate", "feature", "task", "bug", "technical-debt"];
    let mut yaml =
        format!("schema: 1\nwork_type: {}\narea: {}\n", dice.pick(&kinds), dice.pick(words.area).0);
    let mut line = |text: String| yaml.push_str(&text);
    if let Some((key, _)) = dice.perhaps(70, words.priority) {
        line(format!("priority: {key}\n"));
    }
    if let Some((key, _)) = dice.perhaps(50, words.size) {
        line(format!("size: {key}\n"));
    }
    if let Some(number) = dice.perhaps(60, &["0", "3", "5.5", "8", "10000"]) {
        line(format!("estimate: {number}\n"));
    }
    if let Some(title) = dice.perhaps(50, words.iterations) {
        line(format!("iteration: {title}\n"));
    }
    let dates = dice.some(45, &["start_date: 2026-03-01", "target_date: 2026-04-30", "status: Ready"]);
    if !dates.is_empty() {
        line(format!("project: {{{}}}\n", dates.join(", ")));
    }
    let (parent, blocks, blocked_by) = related(dice, reach);
    if parent.is_some() || !blocks.is_empty() || !blocked_by.is_empty() {
        line("relationships:\n".to_owned());
        if let Some(parent) = parent {
            line(format!("  parent: {parent}\n"));
        }
        if !blocks.is_empty() {
            line(format!("  blocks: {blocks:?}\n"));
        }
        if !blocked_by.is_empty() {
            line(format!("  blocked_by: {blocked_by:?}\n"));
        }
    }
    block(&yaml)
}

/// A body in the older dialect.
pub(super) fn legacy(dice: &mut Dice, words: &Vocabulary, reach: &Reach) -> String {
    let kind = dice.pick(&["task", "bug", "epic", "task", "chore"]);
    let mut yaml = format!("schema: 1\nkind: {kind}\narea: {}\n", dice.pick(words.area).0);
    let mut line = |text: String| yaml.push_str(&text);
    line(format!("priority: {}\n", dice.pick(words.priority).0));
    if let Some((key, _)) = dice.perhaps(50, words.size) {
        line(format!("size: {key}\n"));
    }
    if let Some(number) = dice.perhaps(60, &["0", "3", "5.5", "'8'"]) {
        line(format!("estimate: {number}\n"));
    }
    if let Some((code, _)) = dice.perhaps(60, words.milestones) {
        line(format!("milestone: {code}\n"));
    }
    let (parent, blocks, depends_on) = related(dice, reach);
    if let Some(parent) = parent {
        line(format!("parent: {parent}\n"));
    }
    if !blocks.is_empty() {
        line(format!("blocks: {blocks:?}\n"));
    }
    if !depends_on.is_empty() {
        line(format!("depends_on: {depends_on:?}\n"));
    }
    let extensions = dice.some(50, &["start_date: '2026-03-01'", "component: Pumpe 💧", "effort: Viel"]);
    if !extensions.is_empty() {
        line(format!("extensions: {{{}}}\n", extensions.join(", ")));
    }
    legacy_block(&yaml)
}

/// Parent, what the issue blocks, and what blocks it.
fn related(dice: &mut Dice, reach: &Reach) -> (Option<u64>, Vec<u64>, Vec<u64>) {
    let parent = dice.perhaps(35, &reach.others).copied();
    let blocks = dice.some(12, &reach.others);
    let blocked_by = dice.some(18, &reach.others).into_iter().filter(|number| !blocks.contains(number));
    (parent, blocks.clone(), blocked_by.collect())
}

/// A body in which nobody declared anything.
pub(super) fn silent(dice: &mut Dice, own: u64) -> Option<String> {
    let text = format!("Water the seedlings of bed {own} twice a day.\n");
    dice.pick(&[None, Some(String::new()), Some(text)]).clone()
}
