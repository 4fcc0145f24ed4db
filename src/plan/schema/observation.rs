//! Whether the Project's fields can be planned on at all (contract part 3,
//! decisions 48 and 49).

use std::collections::{BTreeMap, BTreeSet};

use crate::desired::{FieldDeclaration, LogicalKey};
use crate::diagnostic::{Code, Diagnostic, Path};
use crate::observed::{ProjectField, ProviderRef};
use crate::scope::{FieldKind, text};

const MAX_FIELDS: usize = 256;
const MAX_OPTIONS_OF_A_FIELD: usize = 256;
const MAX_OPTIONS: usize = 2048;

/// `YKP-SCHEMA-001` for what is out of bounds, `-002` for what can not be told
/// apart: references always, names where the policy uses one of them.
pub(super) fn findings(
    declared: &BTreeMap<LogicalKey, FieldDeclaration>,
    observed: &[ProjectField],
) -> Vec<Diagnostic> {
    let path = Path::root().member("observed").member("fields");
    let options: usize = observed.iter().map(|field| field.options.len()).sum();
    if observed.len() > MAX_FIELDS || options > MAX_OPTIONS {
        return vec![Diagnostic::new(Code::Schema001, path)];
    }
    let mut check = Check { findings: Vec::new(), references: BTreeSet::new() };
    let named: BTreeSet<String> =
        declared.values().map(|declaration| text::fold(declaration.name.as_str())).collect();
    let mut names = BTreeSet::new();
    for (index, field) in observed.iter().enumerate() {
        let path = path.index(index);
        let folded = text::fold(field.name.expose());
        check.field(field, &path);
        let is_repeated = !names.insert(folded.clone());
        if is_repeated && named.contains(&folded) {
            check.find(Code::Schema002, path.member("name"));
        }
        let option_names = declared
            .values()
            .filter(|declaration| text::fold(declaration.name.as_str()) == folded)
            .flat_map(|declaration| declaration.options.values())
            .map(|name| text::fold(name.as_str()))
            .collect();
        check.options(field, &option_names, &path.member("options"));
    }
    check.findings
}

struct Check<'a> {
    findings: Vec<Diagnostic>,
    references: BTreeSet<&'a ProviderRef>,
}

impl<'a> Check<'a> {
    fn find(&mut self, code: Code, path: Path) {
        self.findings.push(Diagnostic::new(code, path));
    }

    fn reference(&mut self, reference: &'a ProviderRef, path: &Path) {
        if !self.references.insert(reference) {
            self.find(Code::Schema002, path.member("providerId"));
        }
    }

    fn field(&mut self, field: &'a ProjectField, path: &Path) {
        if !is_name(field.name.expose()) {
            self.find(Code::Schema001, path.clone());
        }
        self.reference(&field.reference, path);
    }

    /// `named` holds the folded names of the options that the policy declares
    /// for this field.
    fn options(&mut self, field: &'a ProjectField, named: &BTreeSet<String>, path: &Path) {
        let Some(kind) = field.kind else { return };
        let has_foreign_options = kind != FieldKind::SingleSelect && !field.options.is_empty();
        if has_foreign_options || field.options.len() > MAX_OPTIONS_OF_A_FIELD {
            return self.find(Code::Schema001, path.clone());
        }
        let mut names = BTreeSet::new();
        for (index, option) in field.options.iter().enumerate() {
            let path = path.index(index);
            let name = option.name.expose();
            if !is_name(name) {
                self.find(Code::Schema001, path.clone());
            }
            self.reference(&option.reference, &path);
            let folded = text::fold(name);
            let is_named = named.contains(&folded);
            if !names.insert(folded) && is_named {
                self.find(Code::Schema002, path.member("name"));
            }
        }
    }
}

fn is_name(name: &str) -> bool {
    (1..=256).contains(&text::scalars(name)) && !text::has_control(name)
}
