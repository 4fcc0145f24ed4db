//! What an item is about: an issue of the repository, something else, or
//! something that the credential can not read; and the issue itself.

use std::collections::{BTreeMap, BTreeSet};

use super::bind::{ParentLink, RepositoryNames};
use super::values::{self, Unfit};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::CommitSha;
use crate::github::wire::{Content, IssueFieldValue, Item, Member, RepositoryReference, Shape, Str};
use crate::observed::{ItemParts, Known, ObservedValue, ProviderRef, ProviderText, RelationshipsState};
use crate::scope::{BODY_BYTES, IssueNumber, Selection};

/// What an item is about.
pub(super) enum Subject<'item, 'body> {
    /// An issue of the repository.
    Issue(IssueNumber, &'item Content<'body>),
    /// A pull request of the repository, and its head commit where the item
    /// tells it.
    PullRequest(IssueNumber, Option<CommitSha>),
    /// An issue or pull request of another repository.
    Elsewhere,
    /// A draft.
    Draft,
    /// The credential can not read it, or it does not say what it is: it may
    /// be any issue.
    Unreadable,
}

/// What REST says about an issue's relationships.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints {
    /// How many issues block this one.
    pub(super) blocked_by: Option<u32>,
    /// How many issues this one blocks.
    pub(super) blocking: Option<u32>,
    /// The parent.
    pub(super) parent: Option<ParentHint>,
}

/// What a `parent_issue_url` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParentHint {
    /// There is no parent.
    Nothing,
    /// This one.
    Named(ParentLink),
    /// There is a parent, and the URL does not have the form of an issue's.
    Unreadable,
}

/// An issue and its live item, without relationships.
#[derive(Clone)]
pub(super) struct Draft {
    issue: ProviderRef,
    item: ProviderRef,
    issue_updated_at: ProviderText,
    item_updated_at: ProviderText,
    body: Option<ProviderText>,
    values: BTreeMap<ProviderText, Option<ObservedValue>>,
    labels: Known<BTreeSet<ProviderText>>,
    issue_type: Known<Option<ProviderText>>,
    milestone: Known<Option<ProviderText>>,
    issue_fields: Known<BTreeMap<ProviderText, Option<ObservedValue>>>,
    pub(super) hints: Hints,
}

/// Tells what an item is about (decisions 31, 32, 33 and 36).
///
/// # Errors
///
/// `YKP-SNAPSHOT-001` where the members that name the repository disagree,
/// `YKP-REST-001` for a number that names no issue.
pub(super) fn subject<'item, 'body>(
    item: &'item Item<'body>,
    repository: &RepositoryNames,
) -> Result<Subject<'item, 'body>, Failure> {
    if item.content_type.as_str() == "DraftIssue" {
        return Ok(Subject::Draft);
    }
    let Member::Value(content) = &item.content else { return Ok(Subject::Unreadable) };
    let is_issue = match item.content_type.as_str() {
        "Issue" => content.pull_request.value().is_none(),
        "PullRequest" => false,
        _ => return Ok(Subject::Unreadable),
    };
    let Some(number) = content.number.value() else { return Ok(Subject::Unreadable) };
    let number = IssueNumber::new(*number).ok_or_else(malformed)?;
    match belongs(content, repository)? {
        None => Ok(Subject::Unreadable),
        Some(false) => Ok(Subject::Elsewhere),
        Some(true) if is_issue => Ok(Subject::Issue(number, content)),
        Some(true) => Ok(Subject::PullRequest(number, head(content))),
    }
}

/// The head commit of a pull request. One that is left out, or that is no
/// commit's name, is not known, which is no fault of the item: nothing is
/// planned from it.
fn head(content: &Content<'_>) -> Option<CommitSha> {
    let sha = content.head.value()?.sha.value()?;
    CommitSha::parse(sha.as_str())
}

/// Whether the content is of the repository; `None` where it does not say. A
/// name or URL that is no repository's says nothing: it does not make the
/// content another repository's.
fn belongs(content: &Content<'_>, repository: &RepositoryNames) -> Result<Option<bool>, Failure> {
    let base = content.base.value().and_then(|base| base.repo.value());
    let id = |reference: &RepositoryReference<'_>| reference.id.value().map(|id| repository.is_id(*id));
    let name = |reference: &RepositoryReference<'_>| {
        reference.full_name.value().and_then(|name| repository.named(name.as_str()))
    };
    let own = content.repository.value();
    let said = [
        own.and_then(id),
        own.and_then(name),
        base.and_then(id),
        base.and_then(name),
        content.repository_url.value().and_then(|url| repository.at(url.as_str())),
    ];
    let mut said = said.into_iter().flatten();
    let first = said.next();
    if said.any(|other| Some(other) != first) {
        return Err(failure(Code::Snapshot001));
    }
    Ok(first)
}

impl Draft {
    /// Reads a requested issue.
    ///
    /// # Errors
    ///
    /// `YKP-REST-001` for a member that is malformed or missing where GitHub
    /// promises it, `YKP-GH-READ-005` for a body of more than 256 KiB.
    pub(super) fn read(
        item: &Item<'_>,
        content: &Content<'_>,
        values: BTreeMap<ProviderText, Option<ObservedValue>>,
        repository: &RepositoryNames,
        selection: &Selection,
    ) -> Result<Self, Failure> {
        let id = item.id.to_string();
        let item_reference = item.node_id.value().map_or(id.as_str(), Str::as_str);
        let required = |member: &Member<Str<'_>>| match member {
            Member::Value(text) => Ok(ProviderText::new(text.as_str())),
            Member::Absent | Member::Null => Err(malformed()),
        };
        let issue = required(&content.node_id)?;
        Ok(Self {
            issue: ProviderRef::parse(issue.expose()).ok_or_else(malformed)?,
            item: ProviderRef::parse(item_reference).ok_or_else(malformed)?,
            issue_updated_at: required(&content.updated_at)?,
            item_updated_at: ProviderText::new(item.updated_at.as_str()),
            body: body(content, selection.word)?,
            values,
            labels: labels(&content.labels)?,
            issue_type: named(&content.issue_type, |shape| shape.name())?,
            milestone: named(&content.milestone, |shape| shape.title())?,
            issue_fields: match &content.issue_field_values {
                Member::Value(fields) if selection.issue_fields => issue_fields(fields)?,
                _ => Known::Unknown,
            },
            hints: Hints::read(content, repository),
        })
    }

    /// The reference of the issue.
    pub(super) fn issue(&self) -> &ProviderRef {
        &self.issue
    }

    /// What its relationships are read under.
    pub(super) fn state(&self) -> serde_json::Value {
        let parent = match self.hints.parent {
            None => serde_json::Value::Null,
            Some(ParentHint::Nothing) => "none".into(),
            Some(ParentHint::Unreadable) => "unreadable".into(),
            Some(ParentHint::Named(ParentLink::Elsewhere)) => "elsewhere".into(),
            Some(ParentHint::Named(ParentLink::Local(number))) => number.get().into(),
        };
        let Hints { blocked_by, blocking, .. } = self.hints;
        let changed = self.issue_updated_at.expose();
        serde_json::json!([self.issue.expose(), changed, blocked_by, blocking, parent])
    }

    /// All parts, once the relationships are known.
    pub(super) fn into_parts(self, relationships: RelationshipsState) -> ItemParts {
        ItemParts {
            issue: self.issue,
            item: self.item,
            issue_updated_at: self.issue_updated_at,
            item_updated_at: self.item_updated_at,
            body: self.body,
            values: self.values,
            labels: self.labels,
            issue_type: self.issue_type,
            milestone: self.milestone,
            issue_fields: self.issue_fields,
            relationships,
        }
    }
}

impl Hints {
    /// REST said nothing.
    pub(crate) const NOTHING: Self = Self { blocked_by: None, blocking: None, parent: None };

    /// A member that is left out is unknown, never zero or none (decision 37).
    fn read(content: &Content<'_>, repository: &RepositoryNames) -> Self {
        let summary = content.issue_dependencies_summary.value();
        Self {
            blocked_by: summary.and_then(|summary| summary.total_blocked_by.value().copied()),
            blocking: summary.and_then(|summary| summary.total_blocking.value().copied()),
            parent: match &content.parent_issue_url {
                Member::Absent => None,
                Member::Null => Some(ParentHint::Nothing),
                Member::Value(url) => {
                    let named = repository.parent_at(url.as_str()).map(ParentHint::Named);
                    Some(named.unwrap_or(ParentHint::Unreadable))
                }
            },
        }
    }
}

/// The body: null is a body that was never written, absent is malformed. One
/// without the word has nothing to say and is kept as empty.
fn body(content: &Content<'_>, word: &str) -> Result<Option<ProviderText>, Failure> {
    match &content.body {
        Member::Absent => Err(malformed()),
        Member::Null => Ok(None),
        Member::Value(text) if text.as_str().len() > BODY_BYTES => Err(failure(Code::GithubRead005)),
        Member::Value(text) if !holds(text.as_str(), word) => Ok(Some(ProviderText::new(""))),
        Member::Value(text) => Ok(Some(ProviderText::new(text.as_str()))),
    }
}

/// Whether the text holds the word, in whatever ASCII case.
pub(crate) fn holds(text: &str, word: &str) -> bool {
    word.is_empty()
        || text.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
}

/// Labels are texts, or objects whose name GitHub does not promise.
fn labels(labels: &Member<Vec<Shape<'_>>>) -> Result<Known<BTreeSet<ProviderText>>, Failure> {
    let labels = match labels {
        Member::Absent => return Ok(Known::Unknown),
        Member::Null => return Err(malformed()),
        Member::Value(labels) => labels,
    };
    let mut names = BTreeSet::new();
    for label in labels {
        match (label, label.name()) {
            (Shape::Text(name), _) => names.insert(ProviderText::new(&**name)),
            (Shape::Object(_), Some(name)) => names.insert(ProviderText::new(name)),
            (Shape::Object(_), None) => return Ok(Known::Unknown),
            _ => return Err(malformed()),
        };
    }
    Ok(Known::Known(names))
}

/// An object that is known by one text, or null.
fn named(
    member: &Member<Shape<'_>>,
    text: impl for<'shape> Fn(&'shape Shape<'_>) -> Option<&'shape str>,
) -> Result<Known<Option<ProviderText>>, Failure> {
    match member {
        Member::Absent => Ok(Known::Unknown),
        Member::Null => Ok(Known::Known(None)),
        Member::Value(shape) => {
            text(shape).map(|text| Known::Known(Some(ProviderText::new(text)))).ok_or_else(malformed)
        }
    }
}

/// The issue fields by name. One that can not be read makes all of them
/// unknown: a name that is missing from the map is a field that is not set.
fn issue_fields(
    fields: &[IssueFieldValue<'_>],
) -> Result<Known<BTreeMap<ProviderText, Option<ObservedValue>>>, Failure> {
    let mut by_name = BTreeMap::new();
    for field in fields {
        let value = values::of_issue_field(field).map_err(|Unfit| malformed())?;
        let (Some(name), Known::Known(value)) = (field.issue_field_name.value(), value) else {
            return Ok(Known::Unknown);
        };
        if by_name.insert(ProviderText::new(name.as_str()), value).is_some() {
            return Err(failure(Code::Snapshot001));
        }
    }
    Ok(Known::Known(by_name))
}

fn malformed() -> Failure {
    failure(Code::Rest001)
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Items)
}

#[cfg(test)]
mod tests {
    use super::holds;

    #[test]
    fn a_word_is_found_in_whatever_ascii_case() {
        for (text, found) in
            [("a yUKh b", true), ("YUKH", true), ("yuk h", false), ("", false), ("yuK\u{212a}h", false)]
        {
            assert_eq!(holds(text, "yukh"), found, "{text}");
        }
        assert!(holds("", "") && holds("x", ""));
    }
}
