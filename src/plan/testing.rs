//! A small model to plan on: build it, change one thing, look at the plan.

use std::collections::{BTreeMap, BTreeSet};

use super::{Operation, OperationKind, Plan, PlanValue, plan};
use crate::desired::{
    DependencyDeclaration, Desired, Dialect, DisplayName, FieldDeclaration, LabelDeclaration, LogicalKey,
    Mode, ParentDeclaration, Scalar, Target, ValueDeclaration,
};
use crate::diagnostic::{Failure, Path};
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
            completeness: Completeness {
                schema: Coverage::Complete,
                items: Coverage::Complete,
                relationships: Coverage::Complete,
                issue_types: Coverage::Complete,
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

    /// Does what a plan asks for, as GitHub would.
    pub(super) fn apply(&mut self, desired: &Desired, plan: &Plan) {
        for operation in plan.operations() {
            self.perform(desired, operation);
        }
        self.item().item_updated_at = ProviderText::new("2026-03-02T00:00:00Z");
    }

    fn perform(&mut self, desired: &Desired, operation: &Operation) {
        let logical_key = operation.resource.logical_key.as_str();
        let wanted = match &operation.desired {
            Some(PlanValue::Text(text)) => Some(ObservedValue::Text(ProviderText::new(text.as_str()))),
            Some(PlanValue::Number(number)) => Some(ObservedValue::Number(*number)),
            Some(PlanValue::Null | PlanValue::True) | None => None,
        };
        let wanted_text = match &wanted {
            Some(ObservedValue::Text(text)) => Some(text.clone()),
            Some(ObservedValue::Number(_)) | None => None,
        };
        match operation.kind {
            OperationKind::CreateField => self.create_field(&key(logical_key), desired),
            OperationKind::AddOption => {
                let (field, option) = logical_key.split_once('.').unwrap();
                let declaration = &desired.fields[&key(field)];
                self.add_option(declaration.name.as_str(), declaration.options[&key(option)].as_str());
            }
            OperationKind::SetIssueType => self.item().issue_type = Known::Known(wanted_text),
            OperationKind::SetFieldValue => {
                let name = ProviderText::new(desired.fields[&key(logical_key)].name.as_str());
                self.item().values.insert(name, wanted);
            }
            OperationKind::SetIssueField => {
                let name = ProviderText::new(desired.issue_fields[&key(logical_key)].name.as_str());
                let Known::Known(fields) = &mut self.item().issue_fields else { panic!("unknown") };
                fields.insert(name, wanted);
            }
            OperationKind::AddLabel | OperationKind::RemoveLabel => self.perform_label(operation),
            OperationKind::SetMilestone => self.item().milestone = Known::Known(wanted_text),
            OperationKind::SetParent
            | OperationKind::AddDependency
            | OperationKind::RemoveDependency
            | OperationKind::AddBlocking
            | OperationKind::RemoveBlocking => self.perform_relationship(operation),
        }
    }

    fn create_field(&mut self, key: &LogicalKey, desired: &Desired) {
        let declaration = &desired.fields[key];
        let wanted = desired.values.iter().filter(|value| value.key == *key);
        let values = wanted.filter_map(|value| match &value.desired {
            Scalar::Text(text) => Some(text.as_str()),
            Scalar::Number(_) => None,
        });
        let declared = declaration.options.values().map(DisplayName::as_str);
        let options: BTreeSet<&str> = match declaration.kind {
            FieldKind::SingleSelect => declared.chain(values).collect(),
            _ => BTreeSet::new(),
        };
        let options: Vec<&str> = options.into_iter().collect();
        *self = self.clone().field(declaration.name.as_str(), declaration.kind, &options);
    }

    fn perform_label(&mut self, operation: &Operation) {
        let Known::Known(labels) = &mut self.item().labels else { panic!("unknown") };
        match (&operation.desired, operation.preconditions.first().map(|p| &p.expected)) {
            (Some(PlanValue::Text(label)), _) => assert!(labels.insert(ProviderText::new(label.as_str()))),
            (None, Some(PlanValue::Text(label))) => {
                assert!(labels.remove(&ProviderText::new(label.as_str())));
            }
            _ => panic!("a label operation names its label"),
        }
    }

    fn perform_relationship(&mut self, operation: &Operation) {
        if operation.kind == OperationKind::SetParent {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "issue numbers")]
            let parent = match &operation.desired {
                Some(PlanValue::Number(number)) => Parent::Local(issue(*number as u64)),
                _ => Parent::None,
            };
            self.relationships().parent = parent;
            return;
        }
        let (from, to) = operation.resource.logical_key.split_once("->").unwrap();
        let (from, to) = (issue(from.parse().unwrap()), issue(to.parse().unwrap()));
        let relationships = self.relationships();
        let (edges, other) = if from == issue(1) {
            (&mut relationships.blocking.local, to)
        } else {
            (&mut relationships.blocked_by.local, from)
        };
        match operation.kind {
            OperationKind::RemoveDependency | OperationKind::RemoveBlocking => assert!(edges.remove(&other)),
            _ => assert!(edges.insert(other)),
        }
    }
}

/// A declaration in the making.
pub(super) fn native() -> Desired {
    declaration(
        Dialect::Native,
        ParentDeclaration::Keep,
        DependencyDeclaration::Add { blocks: BTreeSet::new(), blocked_by: BTreeSet::new() },
    )
}

/// A legacy declaration that is silent about everything.
pub(super) fn legacy() -> Desired {
    declaration(
        Dialect::Legacy,
        ParentDeclaration::Exactly(None),
        DependencyDeclaration::Exactly { blocks: BTreeSet::new(), blocked_by: BTreeSet::new() },
    )
}

fn declaration(dialect: Dialect, parent: ParentDeclaration, dependencies: DependencyDeclaration) -> Desired {
    Desired {
        dialect,
        fields: BTreeMap::new(),
        issue_fields: BTreeMap::new(),
        values: Vec::new(),
        labels: LabelDeclaration::default(),
        milestone: (dialect == Dialect::Legacy).then_some(None),
        parent,
        dependencies,
        diagnostics: Vec::new(),
    }
}

/// Steps of building a declaration.
pub(super) trait Declare: Sized {
    fn field(self, key: &str, name: &str, kind: FieldKind, options: &[(&str, &str)]) -> Self;
    fn observed(self, key: &str, name: &str, kind: FieldKind) -> Self;
    fn value(self, key: &str, value: impl Into<Value>) -> Self;
    fn issue_field(self, key: &str, name: &str, value: impl Into<Value>) -> Self;
    fn issue_type(self, key: &str, field: &str, name: &str) -> Self;
    fn label(self, pair: (&str, &str), name: &str, is_desired: bool) -> Self;
    fn parent(self, number: u64) -> Self;
    fn dependencies(self, blocks: &[u64], blocked_by: &[u64]) -> Self;
}

/// A declared value.
pub(super) struct Value(Scalar);

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self(Scalar::Text(text.to_owned()))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self(Scalar::Number(number))
    }
}

fn field_declaration(
    dialect: Dialect,
    name: &str,
    kind: FieldKind,
    mode: Mode,
    options: &[(&str, &str)],
) -> FieldDeclaration {
    const LEGACY_TEXT: &[FieldKind] = &[FieldKind::Text, FieldKind::SingleSelect, FieldKind::Iteration];
    let exactly: &[FieldKind] = match kind {
        FieldKind::Text => &[FieldKind::Text],
        FieldKind::Number => &[FieldKind::Number],
        FieldKind::Date => &[FieldKind::Date],
        FieldKind::SingleSelect => &[FieldKind::SingleSelect],
        FieldKind::Iteration => &[FieldKind::Iteration],
    };
    let accepts = match (dialect, kind) {
        (Dialect::Legacy, FieldKind::Text | FieldKind::SingleSelect) => LEGACY_TEXT,
        _ => exactly,
    };
    let options = options.iter().map(|(option, name)| (key(option), display(name))).collect();
    FieldDeclaration { name: display(name), kind, accepts, mode, options }
}

impl Declare for Desired {
    fn field(mut self, field: &str, name: &str, kind: FieldKind, options: &[(&str, &str)]) -> Self {
        let declaration = field_declaration(self.dialect, name, kind, Mode::Managed, options);
        self.fields.insert(key(field), declaration);
        self
    }

    fn observed(mut self, field: &str, name: &str, kind: FieldKind) -> Self {
        let declaration = field_declaration(self.dialect, name, kind, Mode::Observed, &[]);
        self.fields.insert(key(field), declaration);
        self
    }

    fn value(mut self, field: &str, value: impl Into<Value>) -> Self {
        let Value(desired) = value.into();
        let option = self.fields[&key(field)].options.iter().find_map(|(option, name)| {
            (desired == Scalar::Text(name.as_str().to_owned())).then(|| option.clone())
        });
        let path = Path::root().member("contract").key(field);
        let target = Target::ProjectField;
        self.values.push(ValueDeclaration { key: key(field), path, target, desired, option });
        self.values.sort_by(|a, b| a.key.cmp(&b.key));
        self
    }

    fn issue_field(mut self, field: &str, name: &str, value: impl Into<Value>) -> Self {
        let declaration = field_declaration(self.dialect, name, FieldKind::Text, Mode::Managed, &[]);
        self.issue_fields.insert(key(field), declaration.clone());
        self.fields.insert(key(field), declaration);
        self = self.value(field, value);
        self.fields.remove(&key(field));
        retarget(&mut self, field, Target::IssueField);
        self
    }

    fn issue_type(mut self, field: &str, project_field: &str, name: &str) -> Self {
        self = self.field(field, project_field, FieldKind::SingleSelect, &[("only", name)]);
        self = self.value(field, name);
        retarget(&mut self, field, Target::IssueType);
        self
    }

    fn label(mut self, (field, value): (&str, &str), name: &str, is_desired: bool) -> Self {
        self.labels.managed.insert(display(name), (key(field), key(value)));
        if is_desired {
            self.labels.desired.insert(display(name));
        }
        self
    }

    fn parent(mut self, number: u64) -> Self {
        self.parent = match self.dialect {
            Dialect::Native => ParentDeclaration::Add(issue(number)),
            Dialect::Legacy => ParentDeclaration::Exactly(Some(issue(number))),
        };
        self
    }

    fn dependencies(mut self, blocks: &[u64], blocked_by: &[u64]) -> Self {
        let (blocks, blocked_by) = (issues(blocks), issues(blocked_by));
        self.dependencies = match self.dialect {
            Dialect::Native => DependencyDeclaration::Add { blocks, blocked_by },
            Dialect::Legacy => DependencyDeclaration::Exactly { blocks, blocked_by },
        };
        self
    }
}

fn retarget(desired: &mut Desired, field: &str, target: Target) {
    for value in desired.values.iter_mut().filter(|value| value.key.as_str() == field) {
        value.target = target;
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
