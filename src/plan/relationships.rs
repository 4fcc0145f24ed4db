//! Parent and dependencies (contract parts 4.4 and 8.4; decisions 39, 42, 43
//! and 84).

use std::collections::BTreeSet;

use super::draft::{Draft, Step};
use super::graph::{Edge, Graph};
use super::operation::{ObservationKind, OperationKind, PlanValue, Precondition};
use crate::desired::{DependencyDeclaration, Desired, Dialect, ParentDeclaration};
use crate::diagnostic::{Code, Diagnostic, Failure, Path};
use crate::observed::{Parent, Relationships};
use crate::scope::IssueNumber;

/// The most relationships that one contract declares, the parent included.
const MAX_DECLARED: usize = 100;

/// Which observed dependencies may be removed: those of a direction that was
/// seen whole.
#[derive(Clone, Copy, Debug)]
pub(super) struct Removable {
    pub(super) blocked_by: bool,
    pub(super) blocking: bool,
}

impl Removable {
    /// The native dialect removes nothing.
    pub(super) const NOTHING: Self = Self { blocked_by: false, blocking: false };

    /// What decision 39 allows: nothing in a direction with hidden edges.
    pub(super) fn of(relationships: &Relationships) -> Self {
        Self {
            blocked_by: relationships.blocked_by.hidden == 0,
            blocking: relationships.blocking.hidden == 0,
        }
    }
}

/// Refuses a contract that declares a relation which leads to another
/// repository (decision 43).
///
/// # Errors
///
/// `YKP-GH-READ-006` at each such declaration.
pub(super) fn refuse_foreign(desired: &Desired, relationships: &Relationships) -> Result<(), Failure> {
    let paths = Paths::of(desired.dialect);
    let declares_parent = match desired.parent {
        ParentDeclaration::Keep | ParentDeclaration::Exactly(None) => false,
        ParentDeclaration::Add(_) | ParentDeclaration::Exactly(Some(_)) => true,
    };
    let (DependencyDeclaration::Add { blocks, blocked_by }
    | DependencyDeclaration::Exactly { blocks, blocked_by }) = &desired.dependencies;
    let conflicts = [
        (declares_parent && relationships.parent == Parent::Elsewhere, paths.parent),
        (!blocks.is_empty() && relationships.blocking.foreign > 0, paths.blocks),
        (!blocked_by.is_empty() && relationships.blocked_by.foreign > 0, paths.blocked_by),
    ];
    let findings = conflicts
        .into_iter()
        .filter_map(|(is_conflict, path)| is_conflict.then(|| Diagnostic::new(Code::GithubRead006, path)));
    Failure::from_all(Diagnostic::sorted(findings.collect())).map_or(Ok(()), Err)
}

/// Plans parent, then dependencies, then looks for cycles in what would be.
pub(super) fn plan(desired: &Desired, observed: &Graph, removable: Removable, draft: &mut Draft<'_>) {
    let mut planning =
        Planning { paths: Paths::of(desired.dialect), observed, proposed: observed.clone(), draft };
    planning.parent(desired.parent);
    planning.dependencies(desired, removable);
    planning.cycles();
}

/// Where the contract of a dialect declares relationships.
struct Paths {
    all: Path,
    parent: Path,
    blocks: Path,
    blocked_by: Path,
}

impl Paths {
    fn of(dialect: Dialect) -> Self {
        let contract = Path::root().member("contract");
        let (all, blocked_by) = match dialect {
            Dialect::Native => (contract.member("relationships"), "blocked_by"),
            Dialect::Legacy => (contract, "depends_on"),
        };
        Self {
            parent: all.member("parent"),
            blocks: all.member("blocks"),
            blocked_by: all.member(blocked_by),
            all,
        }
    }
}

struct Planning<'a, 'b> {
    paths: Paths,
    observed: &'a Graph,
    proposed: Graph,
    draft: &'a mut Draft<'b>,
}

impl Planning<'_, '_> {
    fn issue(&self) -> IssueNumber {
        self.draft.scope().issue()
    }

    fn parent(&mut self, declared: ParentDeclaration) {
        let observed = self.observed.parent(self.issue());
        let (wanted, may_replace) = match declared {
            ParentDeclaration::Keep => return,
            ParentDeclaration::Add(parent) => (Some(parent), false),
            ParentDeclaration::Exactly(parent) => (parent, true),
        };
        if wanted.is_some_and(|parent| !self.observed.has(parent)) {
            return self.draft.find(Code::Graph002, self.paths.parent.clone());
        }
        if wanted == observed {
            if let (Some(parent), false) = (wanted, may_replace) {
                self.draft.observe(ObservationKind::PreserveParent, "parent".to_owned(), number(parent));
            }
            return;
        }
        if observed.is_some() && !may_replace {
            return self.draft.find(Code::Graph003, self.paths.parent.clone());
        }
        self.proposed.set_parent(self.issue(), wanted);
        self.set_parent(observed, wanted, may_replace);
    }

    fn set_parent(&mut self, observed: Option<IssueNumber>, wanted: Option<IssueNumber>, is_legacy: bool) {
        let (reason, precondition) = match observed {
            None => (
                if is_legacy { "legacy.parent.missing" } else { "relationship.parent.missing" },
                Precondition::new("parent_absent", "parent", PlanValue::True),
            ),
            Some(parent) => {
                ("legacy.parent.differs", Precondition::new("old_value", "parent", number(parent)))
            }
        };
        self.draft.operate(
            OperationKind::SetParent,
            Step {
                key: match wanted {
                    Some(parent) => format!("relationship.parent.{}.set", parent.get()),
                    None => "relationship.parent.clear".to_owned(),
                },
                logical_key: "parent".to_owned(),
                provider_ref: None,
                reason,
                preconditions: vec![precondition],
                depends_on: Vec::new(),
                desired: Some(wanted.map_or(PlanValue::Null, number)),
            },
        );
    }

    fn dependencies(&mut self, desired: &Desired, removable: Removable) {
        let (is_exact, blocks, blocked_by) = match &desired.dependencies {
            DependencyDeclaration::Add { blocks, blocked_by } => (false, blocks, blocked_by),
            DependencyDeclaration::Exactly { blocks, blocked_by } => (true, blocks, blocked_by),
        };
        if !blocks.is_disjoint(blocked_by) {
            self.draft.find(Code::Graph006, self.paths.all.clone());
        }
        let has_parent = match desired.parent {
            ParentDeclaration::Keep | ParentDeclaration::Exactly(None) => false,
            ParentDeclaration::Add(_) | ParentDeclaration::Exactly(Some(_)) => true,
        };
        if blocks.len() + blocked_by.len() + usize::from(has_parent) > MAX_DECLARED {
            return self.draft.find(Code::Graph001, self.paths.all.clone());
        }
        let issue = self.issue();
        let outgoing = blocks.iter().map(|blocked| (issue, *blocked));
        let incoming = blocked_by.iter().map(|blocker| (*blocker, issue));
        let declared: BTreeSet<Edge> = outgoing.chain(incoming).collect();
        for edge in &declared {
            self.declared_edge(*edge, is_exact);
        }
        if is_exact {
            self.removals(&declared, removable);
        }
    }

    fn declared_edge(&mut self, edge: Edge, is_exact: bool) {
        if !(self.observed.has(edge.0) && self.observed.has(edge.1)) {
            return self.draft.find(Code::Graph002, self.paths.all.clone());
        }
        if self.observed.has_block(edge) {
            if !is_exact {
                self.draft.observe(ObservationKind::PreserveDependency, arrow(edge), number(edge.1));
            }
            return;
        }
        self.proposed.add_block(edge);
        let (kind, reason) = if !is_exact {
            (OperationKind::AddDependency, "relationship.dependency.missing")
        } else if edge.0 == self.issue() {
            (OperationKind::AddBlocking, "legacy.dependency.missing")
        } else {
            (OperationKind::AddDependency, "legacy.dependency.missing")
        };
        self.draft.operate(
            kind,
            Step {
                key: format!("relationship.dependency.{}.{}.add", edge.0.get(), edge.1.get()),
                logical_key: arrow(edge),
                provider_ref: None,
                reason,
                preconditions: vec![Precondition::new("dependency_absent", arrow(edge), PlanValue::True)],
                depends_on: Vec::new(),
                desired: Some(number(edge.1)),
            },
        );
    }

    fn removals(&mut self, declared: &BTreeSet<Edge>, removable: Removable) {
        let issue = self.issue();
        for edge in self.observed.blocks().filter(|edge| !declared.contains(edge)) {
            let kind = match edge {
                (from, _) if from == issue && removable.blocking => OperationKind::RemoveBlocking,
                (_, to) if to == issue && removable.blocked_by => OperationKind::RemoveDependency,
                _ => continue,
            };
            self.proposed.remove_block(edge);
            self.draft.operate(
                kind,
                Step {
                    key: format!("relationship.dependency.{}.{}.remove", edge.0.get(), edge.1.get()),
                    logical_key: arrow(edge),
                    provider_ref: None,
                    reason: "legacy.dependency.unwanted",
                    preconditions: vec![Precondition::new(
                        "dependency_present",
                        arrow(edge),
                        PlanValue::True,
                    )],
                    depends_on: Vec::new(),
                    desired: None,
                },
            );
        }
    }

    fn cycles(&mut self) {
        if self.proposed.parents_form_a_cycle() {
            self.draft.find(Code::Graph004, self.paths.parent.clone());
        }
        if self.proposed.blocks_form_a_cycle() {
            self.draft.find(Code::Graph005, self.paths.blocks.clone());
        }
    }
}

fn arrow((from, to): Edge) -> String {
    format!("{}->{}", from.get(), to.get())
}

/// The number as a plan holds it.
fn number(issue: IssueNumber) -> PlanValue {
    #[expect(clippy::cast_precision_loss, reason = "an issue number is below 2^53")]
    PlanValue::Number(issue.get() as f64)
}
