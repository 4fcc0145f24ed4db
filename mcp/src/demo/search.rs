//! Lists and searches of the demo.

use super::world::{Held, Place};
use crate::arguments::StateFilter;
use crate::github::{Filter, Search, Sought};

/// Whether an issue passes a filter.
pub(super) fn passes(held: &Held, filter: &Filter) -> bool {
    let Filter { state, labels, assignee, creator, since } = filter;
    let is_of_state = match state {
        StateFilter::Open => held.is_open,
        StateFilter::Closed => !held.is_open,
        StateFilter::All => true,
    };
    let has = |label: &String| held.labels.iter().any(|own| own.eq_ignore_ascii_case(label));
    is_of_state
        && labels.iter().all(has)
        && assignee
            .as_ref()
            .is_none_or(|login| held.assignees.iter().any(|own| own.eq_ignore_ascii_case(login)))
        && creator.as_ref().is_none_or(|login| held.author.is_some_and(|own| own.eq_ignore_ascii_case(login)))
        && since.is_none_or(|since| held.updated_at >= since)
}

/// Issues of a repository, newest first.
pub(super) fn newest(place: &Place) -> Vec<&Held> {
    let mut all: Vec<&Held> = place.issues.values().collect();
    all.sort_by_key(|held| std::cmp::Reverse((held.created_at, held.number)));
    all
}

/// Issues of a repository that a search finds, newest first.
pub(super) fn found<'a>(place: &'a Place, search: &Search) -> Vec<&'a Held> {
    let wanted = |held: &&Held| {
        held.is_pull_request == (search.sought == Sought::PullRequests)
            && passes(held, &search.filter)
            && speaks_of(held, &search.words)
    };
    newest(place).into_iter().filter(wanted).collect()
}

/// Whether title, body or comments hold every word and phrase.
fn speaks_of(held: &Held, words: &str) -> bool {
    let mut text = format!("{}\n{}", held.title, held.body.as_deref().unwrap_or_default());
    for said in &held.comments {
        text.push('\n');
        text.push_str(&said.body);
    }
    let text = text.to_lowercase();
    let terms = words.split('"').enumerate().flat_map(|(index, piece)| {
        if index % 2 == 1 { vec![piece] } else { piece.split_whitespace().collect() }
    });
    terms.into_iter().all(|term| text.contains(&term.to_lowercase()))
}
