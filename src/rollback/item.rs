//! The third question: one item, its issue and its values.

use std::collections::{BTreeMap, BTreeSet};

use super::ask::{Asker, asked, faulty, open};
use super::binding::Binding;
use super::fields::Schema;
use super::values;
use super::wire::{self, Content, ItemNode};
use crate::diagnostic::{Code, Failure, Stage};
use crate::github::connection::{Fault, Walk};
use crate::github::wire::{Connection, Member, Shape};
use crate::github::{Cursor, Exchange, MAX_VALUES, RollbackRead, holds};
use crate::observed::{ItemParts, Known, ObservedValue, ProviderRef, ProviderText, RelationshipsState};
use crate::scope::{BODY_BYTES, Board, FieldKind, IssueNumber, Selection};

/// What is asked for.
pub(super) struct Wanted<'a> {
    /// The number of the issue.
    pub(super) number: IssueNumber,
    /// The issue.
    pub(super) issue: &'a ProviderRef,
    /// Its live item.
    pub(super) item: &'a ProviderRef,
}

/// An issue and its live item, without relationships.
pub(super) struct Draft {
    issue: ProviderRef,
    item: ProviderRef,
    issue_updated_at: ProviderText,
    item_updated_at: ProviderText,
    body: Option<ProviderText>,
    labels: Known<BTreeSet<ProviderText>>,
    issue_type: Known<Option<ProviderText>>,
    milestone: Known<Option<ProviderText>>,
    issue_fields: Known<BTreeMap<ProviderText, Option<ObservedValue>>>,
    values: BTreeMap<ProviderText, Option<ObservedValue>>,
}

/// Reads an item with all pages of its values.
///
/// # Errors
///
/// `YKP-SNAPSHOT-001` where an answer is about another item, Project or issue,
/// where the issue can not be seen, and where pages do not belong together;
/// `YKP-GH-READ-005` for a body of more than 256 KiB and more than 256 values,
/// 100 labels or 50 issue fields; `YKP-GH-READ-008` for another form.
pub(super) async fn read<E: Exchange>(
    asker: &Asker<'_, E>,
    binding: &Binding,
    board: &Board,
    schema: &Schema,
    selection: &Selection,
    wanted: Wanted<'_>,
) -> Result<Draft, Failure> {
    let fields = schema.select(selection)?;
    let mut pages = asker.pages(Stage::Item);
    let mut values = Values { fields, walk: None, count: 0, values: BTreeMap::new() };
    let mut first: Option<Draft> = None;
    let mut after = None;
    loop {
        pages.take()?;
        let body = asker.send(RollbackRead::Item { item: wanted.item.clone(), after }).await?;
        let answer: wire::Item<'_> = open(&body, Stage::Item)?;
        let node = asked(answer.node, Stage::Item)?.ok_or(failure(Code::Snapshot001))?;
        let content = check(&node, binding, board, &wanted)?;
        after = values.add(&node.values)?;
        match &first {
            None => first = Some(Draft::read(&wanted, &node, content, selection)?),
            Some(draft) => draft.is_still(&node, content)?,
        }
        if after.is_none() {
            break;
        }
    }
    let draft = first.ok_or(failure(Code::Snapshot001))?;
    Ok(Draft { values: values.finish()?, ..draft })
}

/// The issue of an answer that is about what was asked for.
fn check<'node, 'body>(
    node: &'node ItemNode<'body>,
    binding: &Binding,
    board: &Board,
    wanted: &Wanted<'_>,
) -> Result<&'node Content<'body>, Failure> {
    let content = match &node.content {
        Member::Absent => return Err(failure(Code::GithubRead008)),
        Member::Null => return Err(failure(Code::Snapshot001)),
        Member::Value(content) => content,
    };
    let is_asked = node.id.as_str() == wanted.item.expose()
        && !node.is_archived
        && binding.is_project(&node.project, board)
        && content.id.as_str() == wanted.issue.expose()
        && content.number == wanted.number.get()
        && binding.home().is(&content.repository).map_err(torn)?;
    if is_asked { Ok(content) } else { Err(failure(Code::Snapshot001)) }
}

impl Draft {
    /// Reads all but the values.
    fn read(
        wanted: &Wanted<'_>,
        node: &ItemNode<'_>,
        content: &Content<'_>,
        selection: &Selection,
    ) -> Result<Self, Failure> {
        Ok(Self {
            issue: wanted.issue.clone(),
            item: wanted.item.clone(),
            issue_updated_at: ProviderText::new(content.updated_at.as_str()),
            item_updated_at: ProviderText::new(node.updated_at.as_str()),
            body: body(content, selection.word)?,
            labels: labels(content)?,
            issue_type: named(&content.issue_type, |shape| shape.name())?,
            milestone: named(&content.milestone, |shape| shape.title())?,
            issue_fields: match (&content.issue_fields, selection.issue_fields) {
                (Member::Absent, _) => return Err(failure(Code::GithubRead008)),
                (Member::Value(fields), true) => issue_fields(fields)?,
                (Member::Null, _) | (Member::Value(_), false) => Known::Unknown,
            },
            values: BTreeMap::new(),
        })
    }

    /// Passes a further page of the same state.
    fn is_still(&self, node: &ItemNode<'_>, content: &Content<'_>) -> Result<(), Failure> {
        let is_same = self.item_updated_at.expose() == node.updated_at.as_str()
            && self.issue_updated_at.expose() == content.updated_at.as_str();
        if is_same { Ok(()) } else { Err(failure(Code::Snapshot001)) }
    }

    /// The body, where it has one.
    pub(super) fn body(&self) -> Option<&ProviderText> {
        self.body.as_ref()
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

/// The values of the pages read so far.
struct Values<'a> {
    fields: BTreeMap<&'a str, (&'a ProviderText, FieldKind)>,
    walk: Option<Walk>,
    count: usize,
    values: BTreeMap<ProviderText, Option<ObservedValue>>,
}

impl Values<'_> {
    /// Adds one page: where the next one begins.
    fn add(&mut self, page: &Connection<'_, wire::FieldValue<'_>>) -> Result<Option<Cursor>, Failure> {
        let walk = self.walk.get_or_insert_with(|| Walk::new(page));
        walk.add(page).map_err(torn)?;
        let next = walk.next().cloned();
        self.count += page.nodes.len();
        if self.count > MAX_VALUES {
            return Err(failure(Code::GithubRead005));
        }
        for value in &page.nodes {
            let value = value.as_ref().ok_or(failure(Code::Snapshot001))?;
            let Some((field, kind)) = values::kind(value).map_err(torn)? else { continue };
            let Some((name, expected)) = self.fields.get(field) else { continue };
            if kind != *expected {
                return Err(failure(Code::GithubRead008));
            }
            let value = values::of_field(value, kind).map_err(torn)?;
            if self.values.insert((*name).clone(), value).is_some() {
                return Err(failure(Code::GithubRead008));
            }
        }
        Ok(next)
    }

    /// The values of the requested fields; one that no page names is not set.
    fn finish(self) -> Result<BTreeMap<ProviderText, Option<ObservedValue>>, Failure> {
        if let Some(walk) = &self.walk {
            walk.finish().map_err(torn)?;
        }
        let mut values = self.values;
        for (name, _) in self.fields.into_values() {
            values.entry(name.clone()).or_insert(None);
        }
        Ok(values)
    }
}

/// The body: null is a body that was never written. One without the word has
/// nothing to say and is kept as empty.
fn body(content: &Content<'_>, word: &str) -> Result<Option<ProviderText>, Failure> {
    match &content.body {
        Member::Absent => Err(failure(Code::GithubRead008)),
        Member::Null => Ok(None),
        Member::Value(text) if text.as_str().len() > BODY_BYTES => Err(failure(Code::GithubRead005)),
        Member::Value(text) if !holds(text.as_str(), word) => Ok(Some(ProviderText::new(""))),
        Member::Value(text) => Ok(Some(ProviderText::new(text.as_str()))),
    }
}

/// The entries of a connection of one page.
fn entries<'page, Node>(page: &'page Connection<'_, Node>) -> Result<Vec<&'page Node>, Failure> {
    let mut walk = Walk::new(page);
    walk.add(page).map_err(torn)?;
    if walk.next().is_some() {
        return Err(failure(Code::GithubRead005));
    }
    walk.finish().map_err(torn)?;
    page.nodes.iter().map(|node| node.as_ref().ok_or(failure(Code::Snapshot001))).collect()
}

/// The names of the labels.
fn labels(content: &Content<'_>) -> Result<Known<BTreeSet<ProviderText>>, Failure> {
    match &content.labels {
        Member::Absent => Err(failure(Code::GithubRead008)),
        Member::Null => Ok(Known::Unknown),
        Member::Value(page) => {
            let names = entries(page)?.into_iter().map(|label| ProviderText::new(label.name.as_str()));
            Ok(Known::Known(names.collect()))
        }
    }
}

/// An object that is known by one text, or null.
fn named(
    member: &Member<Shape<'_>>,
    text: impl for<'shape> Fn(&'shape Shape<'_>) -> Option<&'shape str>,
) -> Result<Known<Option<ProviderText>>, Failure> {
    match member {
        Member::Absent => Err(failure(Code::GithubRead008)),
        Member::Null => Ok(Known::Known(None)),
        Member::Value(shape) => {
            let text = text(shape).ok_or(failure(Code::GithubRead008))?;
            Ok(Known::Known(Some(ProviderText::new(text))))
        }
    }
}

/// The issue fields by name. One that can not be read makes all of them
/// unknown: a name that is missing from the map is a field that is not set.
fn issue_fields(
    page: &Connection<'_, wire::IssueFieldValue<'_>>,
) -> Result<Known<BTreeMap<ProviderText, Option<ObservedValue>>>, Failure> {
    let mut by_name = BTreeMap::new();
    for field in entries(page)? {
        let value = values::of_issue_field(field).map_err(torn)?;
        let name = field.field.value().and_then(Shape::name);
        let (Some(name), Known::Known(value)) = (name, value) else { return Ok(Known::Unknown) };
        if by_name.insert(ProviderText::new(name), value).is_some() {
            return Err(failure(Code::Snapshot001));
        }
    }
    Ok(Known::Known(by_name))
}

fn torn(fault: Fault) -> Failure {
    faulty(fault, Stage::Item)
}

fn failure(code: Code) -> Failure {
    Failure::read(code, Stage::Item)
}
