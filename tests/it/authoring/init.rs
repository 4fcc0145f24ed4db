//! `yukh init`: a policy out of a Project's fields.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use yukh::authoring::{Linter, policy_draft};
use yukh::desired::{Dialect, Policy};
use yukh::observed::{FieldOption, ProjectField, ProviderRef, ProviderText};
use yukh::scope::FieldKind;

use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;

const DIALECTS: [Dialect; 2] = [Dialect::Native, Dialect::Legacy];

/// Names that fields and options have, and names that a text could break at.
const NAMES: [&str; 34] = [
    "Work type",
    "Type",
    "Area",
    "AREA",
    "Ａrea",
    "Component",
    "Priority",
    "Size",
    "Estimate",
    "Points",
    "Sprint",
    "Iteration",
    "Status",
    "Start date",
    "Due date",
    "Bug",
    "Technical debt",
    "In progress",
    "In-progress",
    "a: b",
    "# x",
    "- x",
    "null",
    "no",
    "1",
    "--> x",
    "<!-- yukh",
    "say \"hi\" \\",
    " padded ",
    "ß\u{202e}",
    "\u{e0041}x",
    "##[error]x",
    "x\ny",
    "",
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => select(&NAMES[..]).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => "[a-zé ]{100,140}",
    ]
}

fn field() -> impl Strategy<Value = (String, Option<FieldKind>, Vec<String>)> {
    (name(), option::weighted(0.9, select(&FieldKind::ALL[..])), vec(name(), 0..12))
}

fn fields(named: &[(String, Option<FieldKind>, Vec<String>)]) -> Vec<ProjectField> {
    let reference = |text: String| ProviderRef::parse(&text).unwrap();
    let build = |(index, (name, kind, options)): (usize, &(String, Option<FieldKind>, Vec<String>))| {
        let option = |(place, name): (usize, &String)| FieldOption {
            reference: reference(format!("SECRET-{index}-{place}")),
            name: ProviderText::new(name.as_str()),
        };
        ProjectField {
            reference: reference(format!("SECRET-{index}")),
            name: ProviderText::new(name.as_str()),
            kind: *kind,
            options: match kind {
                Some(FieldKind::SingleSelect) => options.iter().enumerate().map(option).collect(),
                _ => Vec::new(),
            },
        }
    };
    named.iter().enumerate().map(build).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn whatever_the_fields_are_called_lint_accepts_the_draft(named in vec(field(), 0..40)) {
        for dialect in DIALECTS {
            let draft = policy_draft(&fields(&named), dialect);
            let report = Linter::new("policy", Ok(draft.as_bytes()), false).finish();
            prop_assert_eq!(report.exit().code(), 0, "{}\n{}", draft, report.object());
            prop_assert_eq!(Policy::parse(draft.as_bytes()).unwrap().dialect(), dialect);
            prop_assert!(!draft.contains("SECRET"), "{}", draft);
            prop_assert!(draft.lines().all(|line| !line.contains("##[")), "{}", draft);
        }
    }

    #[test]
    fn every_name_of_the_draft_is_one_of_the_projects_or_ours(named in vec(field(), 0..20)) {
        let draft = policy_draft(&fields(&named), Dialect::Native);
        let Ok(Policy::Native(policy)) = Policy::parse(draft.as_bytes()) else { panic!("{draft}") };
        for (key, field) in policy.fields() {
            let of_project = named.iter().find(|(name, ..)| name == field.name.as_str());
            if let Some((_, kind, options)) = of_project {
                prop_assert_eq!(*kind, Some(field.kind));
                prop_assert!(field.options.values().all(|name| options.iter().any(|own| own == name.as_str())));
            } else {
                prop_assert!(matches!(key.as_str(), "work_type" | "area"), "{}", key);
            }
        }
    }
}

#[test]
fn the_largest_project_makes_a_policy_within_its_bound() {
    let long = |number: usize| format!("{number:03}{}", "\u{200d}".repeat(125));
    let options: Vec<String> = (0..256).map(long).collect();
    let mut named: Vec<_> = ["Work type", "Area", "Priority", "Size", "Status"]
        .map(|name| (name.to_owned(), Some(FieldKind::SingleSelect), options.clone()))
        .to_vec();
    named.extend((0..250).map(|number| (long(number), Some(FieldKind::Text), Vec::new())));
    for dialect in DIALECTS {
        let draft = policy_draft(&fields(&named), dialect);
        let report = Linter::new("policy", Ok(draft.as_bytes()), false).finish();
        assert_eq!(report.exit().code(), 0, "{} bytes", draft.len());
        assert!(draft.contains("# Not listed: "), "{draft}");
    }
}

#[test]
fn the_real_program_drafts_a_policy_with_three_requests() {
    for (dialect, snapshot) in [(None, "native"), (Some("legacy"), "legacy")] {
        let server = Server::of(World::organization());
        let mut command = Plan::against(&server).command("init");
        command = command
            .without("--format")
            .without("--owner")
            .without("--repository")
            .without("--project-number");
        command = command.argument("--repo", "acme-garden/greenhouse").argument("--project", "4");
        if let Some(dialect) = dialect {
            command = command.argument("--dialect", dialect);
        }
        let outcome = command.run();
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert_eq!(server.stages(), ["repository", "project", "fields"]);
        insta::assert_snapshot!(snapshot, outcome.stdout);
        let planned = Plan::against(&server).policy(&outcome.stdout).run();
        assert_eq!(planned.code, 0, "{planned:?}");
    }
}

#[test]
fn a_wrong_option_is_refused_before_any_request() {
    let server = Server::of(World::organization());
    for (name, value) in [("--dialect", "v2"), ("--repo", "x"), ("--project", "0"), ("--owner-kind", "team")]
    {
        let mut command = Plan::against(&server).command("init");
        for option in ["--owner", "--repository", "--project-number", "--format"] {
            command = command.without(option);
        }
        command = command.argument("--repo", "acme-garden/greenhouse").argument("--project", "4");
        let outcome = command.argument(name, value).run();
        assert_eq!(outcome.failure(2), "YKP-RUNTIME-003");
        assert_eq!(outcome.json()["diagnostics"][0]["option"], name);
    }
    assert!(server.stages().is_empty());
}
