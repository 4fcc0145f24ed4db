//! `action.yml` says what the program's tables say.

use std::collections::BTreeMap;

use yukh::action::{Input, Output, Reader};

use super::{entries, root, scalar, yaml};

#[test]
fn the_inputs_of_the_definition_are_those_of_the_program() {
    let definition = yaml(&root().join("action.yml"));
    assert_eq!(entries(&definition["inputs"]).len(), Input::ALL.len());
    for expected in Input::ALL {
        let name = expected.name();
        let input = &definition["inputs"][name];
        assert_eq!(input["description"], expected.description(), "{name}");
        assert_eq!(input["required"], expected.is_required(), "{name}");
        match expected.is_required() {
            true => assert!(input.get("default").is_none(), "{name}"),
            false => assert_eq!(scalar(&input["default"]), expected.default(), "{name}"),
        }
    }
}

#[test]
fn the_outputs_of_the_definition_are_those_of_the_program() {
    let definition = yaml(&root().join("action.yml"));
    assert_eq!(entries(&definition["outputs"]).len(), Output::ALL.len());
    for expected in Output::ALL {
        let name = expected.name();
        let output = &definition["outputs"][name];
        assert_eq!(output["description"], expected.description(), "{name}");
        assert_eq!(scalar(&output["value"]), format!("${{{{ steps.run.outputs.{name} }}}}"));
    }
}

#[test]
fn the_program_gets_its_inputs_from_the_environment_alone() {
    let definition = yaml(&root().join("action.yml"));
    let steps = definition["runs"]["steps"].as_array().unwrap();
    let run = steps.iter().find(|step| step["id"] == "run").unwrap();
    let mut expected: BTreeMap<String, String> = Input::ALL
        .into_iter()
        .filter(|input| input.reader() == Reader::Program)
        .map(|input| (input.variable(), format!("${{{{ inputs.{} }}}}", input.name())))
        .collect();
    expected.insert("PROGRAM".to_owned(), "${{ steps.program.outputs.program }}".to_owned());
    let given: BTreeMap<String, String> =
        entries(&run["env"]).into_iter().map(|(name, value)| (name.to_owned(), scalar(value))).collect();
    assert_eq!(given, expected);
    for file in ["action.yml", "setup/action.yml"] {
        let definition = yaml(&root().join(file));
        assert_eq!(definition["runs"]["using"], "composite");
        for step in definition["runs"]["steps"].as_array().unwrap() {
            let Some(script) = step.get("run") else { continue };
            assert_eq!(step["shell"], "bash", "{file}");
            assert!(scalar(script).starts_with("set -euo pipefail\n"), "{file}: {script}");
            assert!(!scalar(script).contains("${{"), "{file}: {script}");
        }
    }
}

#[test]
fn both_definitions_take_the_program_in_the_same_way() {
    let step = |file: &str| {
        let definition = yaml(&root().join(file));
        let step = definition["runs"]["steps"][0].clone();
        (step["env"].clone(), step["id"].clone(), definition["inputs"]["binary-path"]["description"].clone())
    };
    assert_eq!(step("action.yml"), step("setup/action.yml"));
}
