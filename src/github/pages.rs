//! From one page to the next: the `Link` header, and the cursor in it
//! (decision 46).

use std::collections::BTreeSet;

use http::Uri;
use percent_encoding::percent_decode_str;

use super::{Cursor, Operation};
use crate::diagnostic::{Code, Failure, Stage};
use crate::scope::{Budgets, Limit, OwnerKind};

/// The pages of one connection that were read so far.
pub(super) struct Pages {
    stage: Stage,
    left: u64,
    seen: BTreeSet<Cursor>,
}

/// Where a next link may lead: to the request that was just made.
pub(super) struct Place<'a> {
    /// Scheme, host and port of the server.
    pub(super) origin: &'a str,
    /// The request; its path is the link's.
    pub(super) operation: &'a Operation,
    /// The numeric id of the Project's owner: GitHub writes it in place of the
    /// login.
    pub(super) owner_id: u64,
}

impl Pages {
    /// No page of the connection was read yet.
    pub(super) fn new(stage: Stage, budgets: &Budgets) -> Self {
        Self { stage, left: budgets.get(Limit::Pages), seen: BTreeSet::new() }
    }

    /// Where the page after this one begins; `None` on the last page. A short
    /// page is not the last one, a page without a next link is.
    ///
    /// # Errors
    ///
    /// `YKP-REST-001` for a header or link that is not of the accepted form,
    /// `YKP-GH-READ-007` for a next link without a cursor, `YKP-SNAPSHOT-001`
    /// for a cursor that was there before, `YKP-GH-READ-005` where the
    /// connection has more pages than may be read.
    pub(super) fn after(&mut self, link: Option<&str>, place: &Place<'_>) -> Result<Option<Cursor>, Failure> {
        self.left = self.left.saturating_sub(1);
        let Some(header) = link else { return Ok(None) };
        let malformed = || self.failure(Code::Rest001);
        let Some(target) = next_target(header).map_err(|Malformed| malformed())? else { return Ok(None) };
        let query = place.query_of(target).ok_or_else(malformed)?;
        let cursor = cursor(query).ok_or_else(|| self.failure(Code::GithubRead007))?;
        if !self.seen.insert(cursor.clone()) {
            return Err(self.failure(Code::Snapshot001));
        }
        if self.left == 0 {
            return Err(self.failure(Code::GithubRead005));
        }
        Ok(Some(cursor))
    }

    /// Judges an empty page, once it was asked what comes after it. A list
    /// without entries is one empty page; a list that led to an empty page, or
    /// goes on behind one, has lost entries.
    ///
    /// # Errors
    ///
    /// `YKP-SNAPSHOT-001` for such a list.
    pub(super) fn without_gap(&self) -> Result<(), Failure> {
        if self.seen.is_empty() { Ok(()) } else { Err(self.failure(Code::Snapshot001)) }
    }

    fn failure(&self, code: Code) -> Failure {
        Failure::read(code, self.stage)
    }
}

impl Place<'_> {
    /// The query of a link that leads here; `None` for any other link.
    fn query_of<'link>(&self, target: &'link str) -> Option<&'link str> {
        let uri: Uri = target.parse().ok()?;
        let origin: Uri = self.origin.parse().ok()?;
        let at_origin = uri.scheme().is_some() && uri.scheme() == origin.scheme();
        if !at_origin || uri.authority() != origin.authority() || !self.is_path(uri.path()) {
            return None;
        }
        let (_, query) = target.split_once('?').unwrap_or((target, ""));
        Some(query.split_once('#').map_or(query, |(query, _)| query))
    }

    /// Whether it is the operation's own path, or the same one with the number
    /// of the owner.
    fn is_path(&self, path: &str) -> bool {
        if path.eq_ignore_ascii_case(&self.operation.path()) {
            return true;
        }
        let (owner, number, list) = match self.operation {
            Operation::Fields { owner, number, .. } => (owner, number, "fields"),
            Operation::Items { owner, number, .. } => (owner, number, "items"),
            _ => return false,
        };
        let owners: &[&str] = match owner.kind {
            OwnerKind::Organization => &["organizations", "orgs"],
            OwnerKind::User => &["user", "users"],
        };
        let id = self.owner_id;
        owners.iter().any(|kind| path == format!("/{kind}/{id}/projectsV2/{}/{list}", number.get()))
    }
}

/// The cursor in a query. A plus sign is a plus sign: cursors hold no spaces.
fn cursor(query: &str) -> Option<Cursor> {
    let mut values = query.split('&').filter_map(|pair| pair.strip_prefix("after="));
    let value = values.next().filter(|_| values.next().is_none())?;
    Cursor::parse(&percent_decode_str(value).decode_utf8().ok()?)
}

/// A header that RFC 8288 does not allow, or that says two things.
struct Malformed;

/// The target of the link whose relation is `next`; `None` where there is no
/// such link. Commas and semicolons inside `<>` and inside quotes are text.
fn next_target(header: &str) -> Result<Option<&str>, Malformed> {
    let mut rest = skip_space(header);
    let mut next = None;
    while !rest.is_empty() {
        if let Some(more) = rest.strip_prefix(',') {
            rest = skip_space(more);
            continue;
        }
        let (target, after) =
            rest.strip_prefix('<').and_then(|rest| rest.split_once('>')).ok_or(Malformed)?;
        let (is_next, after) = parameters(after)?;
        if is_next && next.replace(target).is_some_and(|earlier| earlier != target) {
            return Err(Malformed);
        }
        rest = after;
    }
    Ok(next)
}

/// Reads the parameters of one link: whether they say `next`, and what follows
/// from the comma or the end on. The first `rel` counts. A next link with an
/// `anchor` is about something else than this page and is refused.
fn parameters(text: &str) -> Result<(bool, &str), Malformed> {
    let mut rest = skip_space(text);
    let mut relations: Option<String> = None;
    let mut anchored = false;
    while let Some(more) = rest.strip_prefix(';') {
        let more = skip_space(more);
        let end = more.find([';', ',', '=', ' ', '\t']).unwrap_or(more.len());
        let (name, after) = more.split_at(end);
        let after = skip_space(after);
        let (value, after) = match after.strip_prefix('=') {
            Some(value) => parameter_value(skip_space(value))?,
            None => (String::new(), after),
        };
        if name.eq_ignore_ascii_case("rel") {
            relations.get_or_insert(value);
        }
        anchored |= name.eq_ignore_ascii_case("anchor");
        rest = skip_space(after);
    }
    if !rest.is_empty() && !rest.starts_with(',') {
        return Err(Malformed);
    }
    let is_next = relations
        .is_some_and(|list| list.split([' ', '\t']).any(|relation| relation.eq_ignore_ascii_case("next")));
    if is_next && anchored { Err(Malformed) } else { Ok((is_next, rest)) }
}

/// A token or a quoted string, and what follows it.
fn parameter_value(text: &str) -> Result<(String, &str), Malformed> {
    // Single quotes quote nothing; `rel='next'` would pass for another relation,
    // and the page for the last one.
    if text.starts_with('\'') {
        return Err(Malformed);
    }
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find([';', ',', ' ', '\t']).unwrap_or(text.len());
        let (value, rest) = text.split_at(end);
        return Ok((value.to_owned(), rest));
    };
    let mut value = String::new();
    let mut characters = quoted.chars();
    loop {
        match characters.next().ok_or(Malformed)? {
            '"' => return Ok((value, characters.as_str())),
            '\\' => value.push(characters.next().ok_or(Malformed)?),
            character => value.push(character),
        }
    }
}

/// The text without leading spaces and tabs.
fn skip_space(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

#[cfg(test)]
mod tests;
