//! Walking through issues, newest first: one stream of pages or several that
//! are merged, rows that were given out already left out.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::github::{Filter, GitHub, Page, Refusal, Search, SearchPage};
use crate::issue::{Issue, Repository};

/// Rows of a page.
pub(super) const ROWS: usize = 50;

/// Rows of a walk (decision 14).
pub(super) const MOST_ROWS: usize = 500;

/// The most requests of a call.
const MOST_REQUESTS: usize = 5;

/// Where a walk stands. Everything in it was shown to the client, or is a
/// count.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Position {
    /// The next page of each stream; none where there is no further one.
    #[serde(rename = "p")]
    pages: Vec<Option<u32>>,
    /// The last row that was given out.
    #[serde(rename = "l")]
    last: Option<Place>,
    /// How many rows were given out.
    #[serde(rename = "n")]
    given: usize,
}

/// The place of a row in the walk: by time of writing, then by number; later
/// ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Place(i64, u64);

/// Where rows come from.
pub(crate) enum Source {
    /// The list of a repository; whether pull requests are wanted too.
    List(Filter, bool),
    /// A search.
    Search(Box<Search>),
}

/// What a call gives out.
pub(crate) struct Walked {
    pub(crate) rows: Vec<Issue>,
    /// Where the walk goes on, where it does.
    pub(crate) next: Option<Position>,
    /// How many rows GitHub reckons there are, where it says so.
    pub(crate) total: Option<u64>,
    /// Whether there is more than the walk gives out.
    pub(crate) is_truncated: bool,
}

/// A source with the rows that were read from it and not given out.
struct Stream<'a> {
    source: &'a Source,
    /// Each row with the page that it is on.
    rows: VecDeque<(Issue, u32)>,
    next: Option<u32>,
    total: Option<u64>,
    is_incomplete: bool,
}

impl Place {
    fn of(issue: &Issue) -> Self {
        Self(issue.created_at.as_second(), issue.number)
    }
}

/// Walks on from a position.
///
/// # Errors
///
/// The refusal that a request met with.
pub(crate) async fn walk(
    github: &GitHub,
    repository: &Repository,
    sources: &[Source],
    position: Option<Position>,
) -> Result<Walked, Refusal> {
    let position =
        position.unwrap_or_else(|| Position { pages: vec![Some(1); sources.len()], ..Position::default() });
    let pages = position.pages.iter().copied().chain(std::iter::repeat(None));
    let mut streams: Vec<Stream<'_>> = sources
        .iter()
        .zip(pages)
        .map(|(source, next)| Stream {
            source,
            rows: VecDeque::new(),
            next,
            total: None,
            is_incomplete: false,
        })
        .collect();
    let room = ROWS.min(MOST_ROWS.saturating_sub(position.given));
    let mut last = position.last;
    let mut rows = Vec::new();
    let mut requests = 0;
    'rows: while rows.len() < room {
        for stream in &mut streams {
            while let (true, Some(page)) = (stream.rows.is_empty(), stream.next) {
                if requests == MOST_REQUESTS {
                    break 'rows;
                }
                requests += 1;
                stream.read(github, repository, page, last).await?;
            }
        }
        let newest =
            streams.iter_mut().max_by_key(|stream| stream.rows.front().map(|(row, _)| Place::of(row)));
        let Some((row, _)) = newest.and_then(|stream| stream.rows.pop_front()) else { break };
        last = Some(Place::of(&row));
        rows.push(row);
    }
    let is_more = streams.iter().any(|stream| !stream.rows.is_empty() || stream.next.is_some());
    let given = position.given.saturating_add(rows.len());
    let total = streams.iter().filter_map(|stream| stream.total).reduce(u64::saturating_add);
    let exceeds = |total: u64| usize::try_from(total).is_ok_and(|total| total > MOST_ROWS);
    let is_full = given >= MOST_ROWS;
    let is_truncated = (is_full && is_more)
        || total.is_some_and(exceeds)
        || streams.iter().any(|stream| stream.is_incomplete);
    let next = (is_more && !is_full).then(|| Position {
        pages: streams.iter().map(Stream::resume).collect(),
        last,
        given,
    });
    Ok(Walked { rows, next, total, is_truncated })
}

impl Stream<'_> {
    /// Reads a page. Rows that stand before the last one that was given out
    /// are there again because newer ones pushed them on.
    async fn read(
        &mut self,
        github: &GitHub,
        repository: &Repository,
        page: u32,
        last: Option<Place>,
    ) -> Result<(), Refusal> {
        let Page { rows, has_next } = match self.source {
            Source::List(filter, _) => github.issues(repository, filter, page).await?,
            Source::Search(search) => {
                let SearchPage { page, total, is_incomplete } = github.search(search, page).await?;
                self.total = Some(total);
                self.is_incomplete |= is_incomplete;
                page
            }
        };
        let is_wanted = |row: &Issue| match self.source {
            Source::List(_, with_pull_requests) => *with_pull_requests || !row.is_pull_request,
            Source::Search(_) => true,
        };
        let is_new = |row: &Issue| last.is_none_or(|last| Place::of(row) < last);
        self.rows.extend(rows.into_iter().filter(|row| is_wanted(row) && is_new(row)).map(|row| (row, page)));
        self.next = has_next.then(|| page.saturating_add(1));
        Ok(())
    }

    /// The page that the next call begins with: the one of the first row that
    /// is left, else the next one.
    fn resume(&self) -> Option<u32> {
        self.rows.front().map(|(_, page)| *page).or(self.next)
    }
}
