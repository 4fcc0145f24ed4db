//! From the text of a native block to a [`Contract`] (contract parts 1.2 and
//! 1.3).

use std::collections::{BTreeMap, BTreeSet};

use super::bounds;
use super::contract::{Contract, ProjectValues, Relationships, WorkType};
use super::findings::{Codes, Findings};
use crate::desired::envelope::Block;
use crate::desired::yaml::{self, Limits, Node, Value, member};
use crate::diagnostic::{Code, Failure, Path, Position};
use crate::scope::{IssueNumber, PlainDate, text};

pub(super) const LIMITS: Limits = Limits {
    depth: 8,
    root_members: 32,
    members: 16,
    entries: Some(bounds::ENTRIES),
    scalars: 512,
    string: 512,
};

const CODES: Codes = Codes {
    syntax: Code::Contract004,
    limit: Code::Contract005,
    sequence: Code::Contract005,
    missing: Code::Contract001,
    unknown: Code::Contract006,
    wrong_type: Code::Contract007,
    not_allowed: Code::Contract008,
};

/// Reads a block. The issue's own number, where it is known, may not occur in
/// its relationships.
///
/// # Errors
///
/// `YKP-CONTRACT-004` and `-005` by place in the text; else `-001` and `-006`
/// to `-011` by code and path. Places are those in the issue body.
pub(super) fn read(block: &Block<'_>, issue: Option<IssueNumber>) -> Result<(Contract, Places), Failure> {
    let place = |position| block.position(position);
    let findings = Findings::new(CODES, &place);
    match yaml::read(block.text, &LIMITS) {
        Ok(root) => {
            let mut judge = Judge { findings, issue, places: Places::new() };
            let contract = judge.contract(&root);
            let places = judge.places.into_iter().map(|(name, position)| (name, place(position))).collect();
            judge.findings.conclude(contract.map(|contract| (contract, places)))
        }
        Err(found) => Err(findings.structural(found)),
    }
}

/// Where the body has the words that a policy resolves, by member name.
pub(super) type Places = BTreeMap<&'static str, Position>;

/// Judges a tree; every part is judged, whatever was found before.
struct Judge<'document> {
    findings: Findings<'document>,
    issue: Option<IssueNumber>,
    /// Places in the document.
    places: Places,
}

impl Judge<'_> {
    fn contract(&mut self, root: &Node) -> Option<Contract> {
        let path = Path::root();
        let entries = self.findings.mapping(root, &path)?;
        self.findings.unknown(entries, &path, &bounds::CONTRACT);
        let schema = self.findings.required(root, &path, "schema");
        let schema = schema.and_then(|node| self.findings.schema(node, &path.member("schema")));
        let work_type = self.findings.required(root, &path, "work_type");
        let work_type = work_type.and_then(|node| self.work_type(node, &path.member("work_type")));
        let area = self.findings.required(root, &path, "area");
        let area = area.and_then(|node| self.vocabulary(node, &path, "area", bounds::AREA));
        // What may be missing comes last, so that every member has been judged
        // by then.
        Some(Contract {
            priority: self.optional_vocabulary(root, &path, "priority", bounds::PRIORITY),
            size: self.optional_vocabulary(root, &path, "size", bounds::SIZE),
            estimate: member(root, "estimate").and_then(|node| self.estimate(node, &path.member("estimate"))),
            iteration: self.optional_vocabulary(root, &path, "iteration", bounds::ITERATION),
            project: member(root, "project").and_then(|node| self.project(node, &path.member("project"))),
            relationships: member(root, "relationships")
                .and_then(|node| self.relationships(node, &path.member("relationships"))),
            work_type: schema.and(work_type)?,
            area: area?,
        })
    }

    fn work_type(&mut self, node: &Node, path: &Path) -> Option<WorkType> {
        let word = self.findings.text(node, path)?;
        self.places.insert("work_type", node.position);
        WorkType::parse(word).or_else(|| self.findings.not_allowed(node, path))
    }

    /// A vocabulary string: trimmed, 1 to `limit` scalars, nothing in it that
    /// a reader does not see (decision 21).
    fn vocabulary(&mut self, node: &Node, path: &Path, name: &'static str, limit: usize) -> Option<String> {
        let path = path.member(name);
        let value = text::trim(self.findings.text(node, &path)?);
        let fits = (1..=limit).contains(&text::scalars(value));
        if !fits || text::has_control(value) || text::is_spoofing_text(value) {
            return self.findings.not_allowed(node, &path);
        }
        self.places.insert(name, node.position);
        Some(value.to_owned())
    }

    fn optional_vocabulary(
        &mut self,
        mapping: &Node,
        path: &Path,
        name: &'static str,
        limit: usize,
    ) -> Option<String> {
        let node = member(mapping, name)?;
        self.vocabulary(node, path, name, limit)
    }

    fn estimate(&mut self, node: &Node, path: &Path) -> Option<f64> {
        let Value::Number(number) = node.value else { return self.findings.wrong_type(node, path) };
        if !(0.0..=bounds::ESTIMATE).contains(&number.value) {
            return self.findings.not_allowed(node, path);
        }
        Some(number.value.abs())
    }

    fn project(&mut self, node: &Node, path: &Path) -> Option<ProjectValues> {
        let entries = self.findings.mapping(node, path)?;
        self.findings.unknown(entries, path, &bounds::PROJECT);
        let status = self.optional_vocabulary(node, path, "status", bounds::STATUS);
        let start = self.date(node, path, "start_date");
        let target = self.date(node, path, "target_date");
        if let (Some((_, start)), Some((target_node, target))) = (start, target)
            && target < start
        {
            self.findings.add(Code::Contract011, path.member("target_date"), target_node.position);
        }
        let text = |date: Option<(&Node, PlainDate)>| date.map(|(_, date)| date.to_string());
        Some(ProjectValues { status, start_date: text(start), target_date: text(target) })
    }

    fn date<'tree>(
        &mut self,
        mapping: &'tree Node,
        path: &Path,
        name: &'static str,
    ) -> Option<(&'tree Node, PlainDate)> {
        let node = member(mapping, name)?;
        let path = path.member(name);
        let text = self.findings.text(node, &path)?;
        let date = PlainDate::parse(text).or_else(|| self.findings.not_allowed(node, &path))?;
        Some((node, date))
    }

    fn relationships(&mut self, node: &Node, path: &Path) -> Option<Relationships> {
        let entries = self.findings.mapping(node, path)?;
        self.findings.unknown(entries, path, &bounds::RELATIONSHIPS);
        let parent = member(node, "parent").and_then(|node| self.parent(node, &path.member("parent")));
        let mut list = |name| member(node, name).and_then(|node| self.numbers(node, &path.member(name)));
        Some(Relationships { parent, blocks: list("blocks"), blocked_by: list("blocked_by") })
    }

    fn parent(&mut self, node: &Node, path: &Path) -> Option<IssueNumber> {
        let number = self.number(node, path)?;
        if self.is_self(number) {
            self.findings.add(Code::Contract010, path.clone(), node.position);
        }
        Some(number)
    }

    fn numbers(&mut self, node: &Node, path: &Path) -> Option<Vec<IssueNumber>> {
        let Value::Sequence(nodes) = &node.value else { return self.findings.wrong_type(node, path) };
        let mut seen = BTreeSet::new();
        let mut numbers = Vec::new();
        for (index, node) in nodes.iter().enumerate() {
            let path = path.index(index);
            let Some(number) = self.number(node, &path) else { continue };
            if self.is_self(number) {
                self.findings.add(Code::Contract010, path, node.position);
            } else if seen.insert(number) {
                numbers.push(number);
            } else {
                self.findings.add(Code::Contract009, path, node.position);
            }
        }
        Some(numbers)
    }

    /// An issue number in plain base-10 (decision 15).
    fn number(&mut self, node: &Node, path: &Path) -> Option<IssueNumber> {
        let Value::Number(number) = node.value else { return self.findings.wrong_type(node, path) };
        number.plain.and_then(IssueNumber::new).or_else(|| self.findings.not_allowed(node, path))
    }

    fn is_self(&self, number: IssueNumber) -> bool {
        self.issue == Some(number)
    }
}
