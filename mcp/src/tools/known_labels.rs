//! Labels that a repository has (decision 10): GitHub would create the others.

use super::{Asked, Service};
use crate::failure::{Code, Details, Failure};

impl Service {
    /// The labels as the repository writes them; GitHub ignores their case.
    ///
    /// # Errors
    ///
    /// `label_not_found` with the names there are, the nearest first; what the
    /// list of them meets with.
    pub(super) async fn known_labels(
        &self,
        asked: &Asked<'_>,
        field: &'static str,
        wanted: &[String],
    ) -> Result<Vec<String>, Failure> {
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        // What is missing is the repository, whatever the call is about.
        let asked = Asked { number: None, ..*asked };
        let labels = match self.github().label_names(asked.repository).await {
            Ok(labels) => labels,
            Err(refusal) => return Err(self.explain(&asked, refusal).await),
        };
        let mut known = Vec::new();
        for label in wanted {
            let listed = labels.names.iter().find(|name| is_same(name, label)).cloned();
            let found = match listed {
                None if !labels.is_whole => match self.github().label_name(asked.repository, label).await {
                    Ok(found) => found.filter(|name| is_same(name, label)),
                    Err(refusal) => return Err(self.explain(&asked, refusal).await),
                },
                listed => listed,
            };
            known.push(found.ok_or_else(|| unknown(field, label, &labels.names))?);
        }
        Ok(known)
    }
}

/// Whether GitHub takes two names for one label.
fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

fn unknown(field: &'static str, label: &str, names: &[String]) -> Failure {
    let nearness = |name: &str| strsim::jaro_winkler(&label.to_lowercase(), &name.to_lowercase());
    let mut nearest: Vec<(f64, &String)> = names.iter().map(|name| (nearness(name), name)).collect();
    nearest
        .sort_by(|(one, name), (other, other_name)| other.total_cmp(one).then_with(|| name.cmp(other_name)));
    let allowed = nearest.into_iter().map(|(_, name)| name.clone()).collect();
    let details = Details::field(field)
        .because("A name in it is no label of the repository; call again with names out of allowed.")
        .allowing(allowed);
    Failure::new(Code::LabelNotFound, "The repository has no such label; nothing was changed.")
        .with_details(details)
}

/// Those of the wanted labels that are not there.
pub(super) fn absent<'a>(wanted: &'a [String], there: &[String]) -> Vec<&'a String> {
    let is_there = |label: &&String| there.iter().any(|other| is_same(other, label));
    wanted.iter().filter(|label| !is_there(label)).collect()
}
