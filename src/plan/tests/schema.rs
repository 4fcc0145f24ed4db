//! Contract part 3 and decisions 48 and 49.

use super::super::EffectiveSchema;
use super::super::testing::{Declare as _, World, native};
use crate::desired::Desired;
use crate::observed::{FieldOption, ProjectField, ProviderRef, ProviderText};
use crate::scope::FieldKind;

fn schema(desired: &Desired, world: &World) -> EffectiveSchema {
    EffectiveSchema::calculate(desired.dialect, &desired.fields, &world.fields)
}

fn findings(desired: &Desired, world: &World) -> Vec<String> {
    let schema = schema(desired, world);
    assert_eq!(schema.is_executable(), schema.diagnostics().is_empty());
    schema.diagnostics().iter().map(|d| format!("{} {}", d.code().as_str(), d.path())).collect()
}

fn area() -> Desired {
    native().field("area", "Area", FieldKind::SingleSelect, &[("arch", "Arch"), ("runtime", "Runtime")])
}

#[test]
fn steps_are_ordered_by_field_kind_of_step_and_option() {
    let desired =
        area().field("due", "Due", FieldKind::Date, &[]).field("zone", "Zone", FieldKind::Text, &[]);
    let world = World::new()
        .field("Zone", FieldKind::Text, &[])
        .field("Area", FieldKind::SingleSelect, &["Arch", "Unused"])
        .field("Beta", FieldKind::Text, &[])
        .field("Alpha", None, &[]);
    let schema = schema(&desired, &world);
    let steps: Vec<&str> = schema.operations().iter().map(super::super::SchemaOperation::as_str).collect();
    assert_eq!(steps, ["preserve_field", "add_option", "preserve_option", "create_field", "preserve_field"]);
    let unmanaged: Vec<&str> = schema.unmanaged().iter().map(ProviderText::expose).collect();
    assert_eq!(unmanaged, ["Alpha", "Beta"]);
}

#[test]
fn a_name_that_is_equal_only_when_folded_is_a_conflict() {
    let world = World::new().field("AREA", FieldKind::SingleSelect, &[]);
    assert_eq!(findings(&area(), &world), ["YKP-SCHEMA-005 $.fields.area.name"]);
    assert_eq!(schema(&area(), &world).unmanaged().len(), 1);
    let world = World::new().field("Area", FieldKind::SingleSelect, &["arch", "Runtime"]);
    assert_eq!(findings(&area(), &world), ["YKP-SCHEMA-005 $.fields.area.options.arch"]);
}

#[test]
fn a_field_of_another_kind_is_a_conflict() {
    let world = World::new().field("Area", FieldKind::Text, &[]);
    assert_eq!(findings(&area(), &world), ["YKP-SCHEMA-004 $.fields.area.kind"]);
}

#[test]
fn decision_48_names_are_ambiguous_only_where_the_policy_names_one_of_them() {
    let twins = |first, second| {
        World::new()
            .field("Area", FieldKind::SingleSelect, &["Arch", "Runtime"])
            .field(first, FieldKind::Text, &[])
            .field(second, FieldKind::Text, &[])
    };
    assert!(findings(&area(), &twins("Notes", "NOTES")).is_empty());
    let policy = area().field("notes", "Notes", FieldKind::Text, &[]);
    assert_eq!(findings(&policy, &twins("Notes", "NOTES")), ["YKP-SCHEMA-002 $.observed.fields[2].name"]);
    let options = World::new().field("Area", FieldKind::SingleSelect, &["Arch", "Runtime", "Old", "OLD"]);
    assert!(findings(&area(), &options).is_empty());
    let options = World::new().field("Area", FieldKind::SingleSelect, &["Arch", "ARCH", "Runtime"]);
    assert_eq!(findings(&area(), &options), ["YKP-SCHEMA-002 $.observed.fields[0].options[1].name"]);
}

#[test]
fn decision_49_an_unsupported_kind_matters_only_where_the_policy_names_the_field() {
    let world = World::new().field("Area", None, &[]);
    assert!(findings(&native(), &world).is_empty());
    assert_eq!(findings(&area(), &world), ["YKP-SCHEMA-004 $.fields.area.kind"]);
}

#[test]
fn the_observation_is_bounded() {
    let fields = |count: usize| {
        let mut world = World::new();
        for number in 0..count {
            world = world.field(&format!("Field {number}"), FieldKind::Text, &[]);
        }
        world
    };
    assert!(findings(&native(), &fields(256)).is_empty());
    assert_eq!(findings(&native(), &fields(257)), ["YKP-SCHEMA-001 $.observed.fields"]);
    let names: Vec<String> = (0..257).map(|number| format!("Option {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let long = World::new().field("A", FieldKind::SingleSelect, &names);
    assert_eq!(findings(&native(), &long), ["YKP-SCHEMA-001 $.observed.fields[0].options"]);
    let full = |count: usize| {
        let mut world = World::new();
        for number in 0..count {
            world = world.field(&format!("Field {number}"), FieldKind::SingleSelect, &names[..256]);
        }
        world
    };
    assert!(findings(&native(), &full(8)).is_empty());
    assert_eq!(findings(&native(), &full(9)), ["YKP-SCHEMA-001 $.observed.fields"]);
}

#[test]
fn names_and_options_must_have_their_form() {
    let long = "x".repeat(257);
    for name in ["", "a\u{0}b", &long] {
        let world = World::new().field(name, FieldKind::Text, &[]);
        assert_eq!(findings(&native(), &world), ["YKP-SCHEMA-001 $.observed.fields[0]"]);
        let world = World::new().field("A", FieldKind::SingleSelect, &[name]);
        assert_eq!(findings(&native(), &world), ["YKP-SCHEMA-001 $.observed.fields[0].options[0]"]);
    }
    let world = World::new().field("A", FieldKind::Text, &["x"]);
    assert_eq!(findings(&native(), &world), ["YKP-SCHEMA-001 $.observed.fields[0].options"]);
}

#[test]
fn fields_and_options_share_one_space_of_references() {
    let twice = ProviderRef::parse("twice").unwrap();
    let name = ProviderText::new;
    let mut world = World::new();
    world.fields = vec![
        ProjectField {
            reference: ProviderRef::parse("first").unwrap(),
            name: name("A"),
            kind: Some(FieldKind::SingleSelect),
            options: vec![FieldOption { reference: twice.clone(), name: name("x") }],
        },
        ProjectField { reference: twice, name: name("B"), kind: Some(FieldKind::Text), options: Vec::new() },
    ];
    assert_eq!(findings(&native(), &world), ["YKP-SCHEMA-002 $.observed.fields[1].providerId"]);
}
