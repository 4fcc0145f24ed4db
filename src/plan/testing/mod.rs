//! A small model to plan on: build it, change one thing, look at the plan.

mod apply;
mod declare;

use std::collections::{BTreeMap, BTreeSet};

pub(super) use declare::{Declare, legacy, native};

use super::{Plan, PlanValue, plan};
use crate::desired::{Desired, DisplayName, LogicalKey};
use crate::diagnostic::Failure;
use crate::observed::{
    Accounting, Bindings, Completeness, Coverage, Edges, FieldOption, IssueObservation, IssueType, Item,
    ItemParts, Known, ObservedValue, Parent, ProjectField, ProviderRef, ProviderText, Relationships,
    RelationshipsState, Snapshot, SnapshotParts,
};
use crate::scope::{
    Budgets, FieldKind, IssueNumber, IssueSet, ItemsFilter, Login, OwnerKind, ProjectNumber, RepositoryName,
    RunScope, SubjectClass,
};

pub(super) fn issue(number: u64) -> IssueNumber {
    IssueNumber::new(number).unwrap()
}

pub(super) fn issues(numbers: &[u64]) -> BTreeSet<IssueNumber> {
    numbers.iter().copied().map(issue).collect()
}

pub(super) fn key(text: &str) -> LogicalKey {
    LogicalKey::verbatim(text)
}

pub(super) fn display(name: &str) -> DisplayName {
    DisplayName::parse(name, 256).unwrap()
}

pub(super) fn text(text: &str) -> Option<ObservedValue> {
    Some(ObservedValue::Text(ProviderText::new(text)))
}

pub(super) fn edges(numbers: &[u64]) -> Edges {
    Edges { local: issues(numbers), foreign: 0, hidden: 0 }
}

fn reference(text: &str) -> ProviderRef {
    ProviderRef::parse(text).unwrap()
}

/// What GitHub holds: a repository, a Project, issue 1 on it, issues 2 to 9
/// seen but not asked for.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub(super) subject: SubjectClass,
    pub(super) owner: OwnerKind,
    pub(super) fields: Vec<ProjectField>,
    pub(super) issue_types: Option<Vec<IssueType>>,
    pub(super) seen: BTreeSet<IssueNumber>,
    pub(super) items: BTreeMap<IssueNumber, ItemParts>,
}

impl World {
    pub(super) fn new() -> Self {
        let mut world = Self {
            subject: SubjectClass::FineGrainedUserToken,
            owner: OwnerKind::Organization,
            fields: Vec::new(),
            issue_types: Some(Vec::new()),
            seen: (1..=9).map(issue).collect(),
            items: BTreeMap::new(),
        };
        world.request(1);
        world
    }

    /// Asks for one more issue, without relationships, labels or values.
    pub(super) fn request(&mut self, number: u64) -> &mut ItemParts {
        self.items.entry(issue(number)).or_insert_with(|| ItemParts {
            issue: reference(&format!("issue-{number}")),
            item: reference(&format!("item-{number}")),
            issue_updated_at: ProviderText::new("2026-03-01T00:00:00Z"),
            item_updated_at: ProviderText::new("2026-03-01T00:00:00Z"),
            body: None,
            values: BTreeMap::new(),
            labels: Known::Known(BTreeSet::new()),
            issue_type: Known::Known(None),
            milestone: Known::Known(None),
            issue_fields: Known::Known(BTreeMap::new()),
            relationships: RelationshipsState::Complete(Relationships {
                parent: Parent::None,
                blocked_by: Edges::default(),
                blocking: Edges::default(),
                sub_issues: Known::Unknown,
            }),
        })
    }

    pub(super) fn item(&mut self) -> &mut ItemParts {
        self.request(1)
    }

    pub(super) fn relationships_of(&mut self, number: u64) -> &mut Relationships {
        match &mut self.request(number).relationships {
            RelationshipsState::Complete(relationships) => relationships,
            RelationshipsState::Deferred(_) => panic!("the model's relationships are deferred"),
        }
    }

    pub(super) fn relationships(&mut self) -> &mut Relationships {
        self.relationships_of(1)
    }

    /// Adds a field whose references are made of its name.
    pub(super) fn field(mut self, name: &str, kind: impl Into<Option<FieldKind>>, options: &[&str]) -> Self {
        let number = self.fields.len();
        self.fields.push(ProjectField {
            reference: reference(&format!("field-{number}")),
            name: ProviderText::new(name),
            kind: kind.into(),
            options: Vec::new(),
        });
        for option in options {
            self.add_option(name, option);
        }
        self
    }

    pub(super) fn add_option(&mut self, field: &str, option: &str) {
        let field = self.fields.iter_mut().find(|known| known.name.expose() == field).unwrap();
        let number = field.options.len();
        field.options.push(FieldOption {
            reference: reference(&format!("{}-option-{number}", field.reference.expose())),
            name: ProviderText::new(option),
        });
    }

    pub(super) fn value(mut self, field: &str, value: Option<ObservedValue>) -> Self {
        self.item().values.insert(ProviderText::new(field), value);
        self
    }

    pub(super) fn labels(mut self, labels: &[&str]) -> Self {
        self.item().labels = Known::Known(labels.iter().copied().map(ProviderText::new).collect());
        self
    }

    pub(super) fn issue_type(mut self, name: &str) -> Self {
        self.item().issue_type = Known::Known(Some(ProviderText::new(name)));
        self
    }

    pub(super) fn offers(mut self, names: &[&str]) -> Self {
        let offer = |(number, name): (usize, &&str)| IssueType {
            reference: reference(&format!("type-{number}")),
            name: ProviderText::new(*name),
        };
        self.issue_types = Some(names.iter().enumerate().map(offer).collect());
        self
    }

    pub(super) fn snapshot(&self) -> Snapshot {
        let owner = Login::parse("octo").unwrap();
        let present = |(number, parts): (&IssueNumber, &ItemParts)| {
            (*number, IssueObservation::Present(Box::new(Item::new(parts.clone()))))
        };
        Snapshot::publish(SnapshotParts {
            scope: RunScope {
                subject: self.subject,
                owner: owner.clone(),
                repository: RepositoryName::parse("garden").unwrap(),
                project_owner: owner,
                project_owner_kind: None,
                project: ProjectNumber::parse_argument("7").unwrap(),
                issues: IssueSet::new(self.items.keys().copied()).unwrap(),
                items: ItemsFilter::All,
                budgets: Budgets::DEFAULT,
            },
            bindings: Bindings {
                repository_owner_kind: self.owner,
                project_owner_kind: self.owner,
                repository: reference("repository"),
                project: reference("project"),
            },
            fields: self.fields.clone(),
            issues: self.items.iter().map(present).collect(),
            seen: self.seen.clone(),
            issue_types: self.issue_types.clone(),
            checks: None,
            completeness: Completeness {
                schema: Coverage::Complete,
                items: Coverage::Complete,
                relationships: Coverage::Complete,
                issue_types: Coverage::Complete,
                checks: Coverage::NotRequested,
            },
            accounting: Accounting::default(),
        })
        .unwrap()
    }

    pub(super) fn try_plan(&self, desired: &Desired) -> Result<Plan, Failure> {
        plan(desired, &self.snapshot(), issue(1))
    }

    pub(super) fn plan(&self, desired: &Desired) -> Plan {
        self.try_plan(desired).unwrap()
    }

    pub(super) fn failure(&self, desired: &Desired) -> Vec<String> {
        let failure = self.try_plan(desired).unwrap_err();
        failure
            .diagnostics()
            .map(|finding| format!("{} {}", finding.code().as_str(), finding.path()))
            .collect()
    }
}

/// The plan in lines: findings, agreements, operations, notices.
pub(super) fn lines(plan: &Plan) -> Vec<String> {
    let findings = plan.diagnostics().iter().map(|d| format!("! {} {}", d.code().as_str(), d.path()));
    let agreements = plan
        .observations()
        .iter()
        .map(|o| format!("= {} {} {}", o.kind.as_str(), o.logical_key, value(&o.display_value)));
    let operations = plan.operations().iter().map(|o| {
        let desired = o.desired.as_ref().map(|desired| format!(" := {}", value(desired))).unwrap_or_default();
        let after = if o.depends_on.is_empty() {
            String::new()
        } else {
            format!(" after {}", o.depends_on.join(", "))
        };
        format!("+ {} {} ({}){desired}{after}", o.kind.as_str(), o.resource.logical_key, o.reason)
    });
    let notices = plan.notices().iter().map(|n| format!("~ {} {}", n.code().as_str(), n.path()));
    findings.chain(agreements).chain(operations).chain(notices).collect()
}

fn value(value: &PlanValue) -> String {
    match value {
        PlanValue::Null => "null".to_owned(),
        PlanValue::True => "true".to_owned(),
        PlanValue::Number(number) => number.to_string(),
        PlanValue::Text(text) => format!("{text:?}"),
    }
}
