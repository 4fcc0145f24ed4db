//! Managed labels of the legacy dialect (contract part 8.4, decision 89).
//! Labels that the policy does not name are never touched.

use std::collections::BTreeSet;

use super::draft::{Draft, Step};
use super::operation::{OperationKind, PlanValue, Precondition};
use crate::desired::{DisplayName, LabelDeclaration, LogicalKey};
use crate::diagnostic::{Code, Notice, Path};
use crate::observed::ProviderText;
use crate::scope::{emoji, text};

/// Plans each managed label that is missing or unwanted. One that is present
/// under another spelling is noticed and left alone, in either role.
pub(super) fn plan(declared: &LabelDeclaration, observed: &BTreeSet<ProviderText>, draft: &mut Draft<'_>) {
    let spellings: Vec<(&str, Spelling)> =
        observed.iter().map(|label| (label.expose(), Spelling::of(label.expose()))).collect();
    let mut respelled = BTreeSet::new();
    let mut conflicts = Vec::new();
    for label in declared.managed.keys() {
        let name = label.as_str();
        let spelling = Spelling::of(name);
        let variants = spellings.iter().filter(|(other, of)| *other != name && spelling.is_variant(of));
        let variants: Vec<&str> = variants.map(|(other, _)| *other).collect();
        if !variants.is_empty() && !observed.contains(&ProviderText::new(name)) {
            conflicts.push(label);
            respelled.extend(variants);
        }
    }
    for (label, pair) in &declared.managed {
        let name = label.as_str();
        let is_present = observed.contains(&ProviderText::new(name));
        let is_desired = declared.desired.contains(label);
        if conflicts.contains(&label) {
            draft.note(Notice::new(Code::Legacy005, label_path(pair)));
        } else if is_desired && !is_present {
            add(label, pair, draft);
        } else if !is_desired && is_present && !respelled.contains(name) {
            remove(label, pair, draft);
        }
    }
}

fn label_path((field, value): &(LogicalKey, LogicalKey)) -> Path {
    Path::root().member("fields").key(field.as_str()).member("labels").key(value.as_str())
}

/// The key of a label, `field.value`. A legacy policy's keys are free text:
/// a dot of the field's key is escaped, so that no two labels share one key.
fn joined((field, value): &(LogicalKey, LogicalKey)) -> String {
    let field = field.as_str().replace('%', "%25").replace('.', "%2E");
    format!("{field}.{value}")
}

fn add(label: &DisplayName, pair: &(LogicalKey, LogicalKey), draft: &mut Draft<'_>) {
    let logical_key = joined(pair);
    draft.operate(
        OperationKind::AddLabel,
        Step {
            key: format!("issue.label.{logical_key}.add"),
            provider_ref: None,
            reason: "legacy.label.missing",
            preconditions: vec![Precondition::new("label_absent", logical_key.as_str(), PlanValue::True)],
            depends_on: Vec::new(),
            desired: Some(PlanValue::Text(label.as_str().to_owned())),
            logical_key,
        },
    );
}

fn remove(label: &DisplayName, pair: &(LogicalKey, LogicalKey), draft: &mut Draft<'_>) {
    let logical_key = joined(pair);
    let name = PlanValue::Text(label.as_str().to_owned());
    draft.operate(
        OperationKind::RemoveLabel,
        Step {
            key: format!("issue.label.{logical_key}.remove"),
            provider_ref: None,
            reason: "legacy.label.unwanted",
            preconditions: vec![Precondition::new("label_present", logical_key.as_str(), name)],
            depends_on: Vec::new(),
            desired: None,
            logical_key,
        },
    );
}

/// A label's name, taken apart so that two spellings of one label are found:
/// another case or compatibility form, or a glyph in place of its
/// `:shortcode:`.
struct Spelling {
    folded: String,
    words: String,
    has_shortcode: bool,
    has_glyph: bool,
}

impl Spelling {
    fn of(label: &str) -> Self {
        let plain: String = label.chars().filter(|c| !emoji::is_variation_selector(*c)).collect();
        let mut spelling =
            Self { folded: text::fold(&plain), words: String::new(), has_shortcode: false, has_glyph: false };
        let mut words = Vec::new();
        for word in plain.split(' ') {
            if emoji::is_shortcode(word) {
                spelling.has_shortcode = true;
                continue;
            }
            let rest: String = word.chars().filter(|c| !emoji::is_pictograph(*c)).collect();
            spelling.has_glyph |= rest.len() < word.len();
            if !rest.is_empty() {
                words.push(text::fold(&rest));
            }
        }
        spelling.words = words.join(" ");
        spelling
    }

    fn is_variant(&self, other: &Self) -> bool {
        let glyph_for_shortcode = (self.has_shortcode && other.has_glyph && !other.has_shortcode)
            || (other.has_shortcode && self.has_glyph && !self.has_shortcode);
        self.folded == other.folded
            || (glyph_for_shortcode && !self.words.is_empty() && self.words == other.words)
    }
}
