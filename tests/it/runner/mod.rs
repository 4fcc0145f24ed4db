//! GitHub's runner, played: the definition of the Action is parsed, the
//! expressions of its steps are evaluated, and its shell steps run with the
//! real files and variables.

mod composite;
mod definition;
mod expression;
mod fleet;
pub(crate) mod job;
mod repository;
mod taking;

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize as _;
use serde_json::Value as Json;

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A YAML file.
fn yaml(path: &Path) -> Json {
    yaml_text(&fs::read_to_string(path).unwrap())
}

/// YAML as GitHub reads it: `on` is a word, not a boolean.
fn yaml_text(text: &str) -> Json {
    let options = serde_yaml::options! { strict_booleans: true };
    serde_yaml::with_deserializer_from_str_with_options(text, options, |reader| Json::deserialize(reader))
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The entries of a mapping, by name.
fn entries(json: &Json) -> Vec<(&str, &Json)> {
    let mapping = json.as_object().unwrap_or_else(|| panic!("a mapping: {json}"));
    mapping.iter().map(|(key, value)| (key.as_str(), value)).collect()
}

/// A scalar as the text that a runner makes of it.
fn scalar(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Bool(_) | Json::Number(_) => json.to_string(),
        other => panic!("a scalar: {other}"),
    }
}
