//! Completion of the templates' variables (decision 26).

use std::collections::BTreeSet;

use crate::failure::{Code, Details, Failure, Repair};
use crate::github::Refusal;
use crate::tools::Service;

/// The most values of an answer.
const MOST_VALUES: usize = 100;

/// What is to be completed.
#[derive(Clone, Copy, Debug)]
pub struct Ref<'a> {
    /// The template.
    pub template: &'a str,
    /// Its variable.
    pub variable: &'a str,
    /// What stands there already.
    pub value: &'a str,
    /// The owner that was chosen already.
    pub owner: Option<&'a str>,
}

/// Values that a variable can have.
#[derive(Debug, PartialEq, Eq)]
pub struct Completed {
    /// At most 100: those that begin with what stands there, then those that
    /// hold it.
    pub values: Vec<String>,
    /// How many there are in all.
    pub total: usize,
}

/// Completes a variable. `None` where there is no such template or variable.
///
/// # Errors
///
/// A failure of GitHub's: no values is another answer than none known.
pub async fn complete(service: &Service, asked: Ref<'_>) -> Result<Option<Completed>, Failure> {
    let templates = service.catalog().templates();
    let Some(template) = templates.iter().find(|template| template.uri_template == asked.template) else {
        return Ok(None);
    };
    if !variables(&template.uri_template).any(|variable| variable == asked.variable) {
        return Ok(None);
    }
    let values: BTreeSet<String> = match asked.variable {
        "owner" | "repo" => repositories(service, asked).await?,
        "state" => service.catalog().states().iter().cloned().collect(),
        _ => BTreeSet::new(),
    };
    Ok(Some(matching(values, asked.value)))
}

/// The variables of a template: `{a}` and `{?a,b}`.
fn variables(template: &str) -> impl Iterator<Item = &str> {
    let expressions = template.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    expressions.flat_map(|expression| expression.trim_start_matches('?').split(','))
}

async fn repositories(service: &Service, asked: Ref<'_>) -> Result<BTreeSet<String>, Failure> {
    let found = match service.repositories().await {
        Ok(found) => found,
        Err(refusal) => return Err(unlisted(refusal)),
    };
    let is_of_owner = |owner: &str| asked.owner.is_none_or(|chosen| chosen.eq_ignore_ascii_case(owner));
    let name = |repository: crate::issue::Repository| match asked.variable {
        "owner" => Some(repository.owner().to_owned()),
        _ => is_of_owner(repository.owner()).then(|| repository.name().to_owned()),
    };
    Ok(found.into_iter().filter_map(name).collect())
}

/// Why the repositories can not be listed.
fn unlisted(refusal: Refusal) -> Failure {
    let of_credential = |code, message| {
        Failure::new(code, message)
            .with_details(Details::default().because("The repositories of the token can not be listed."))
            .with_repair(Repair::read_capabilities())
    };
    match refusal {
        Refusal::NoCredential => of_credential(Code::MissingCredential, "No GitHub token is configured."),
        Refusal::Unauthorized => {
            of_credential(Code::InvalidCredential, "GitHub rejected the configured token.")
        }
        Refusal::Limited { after_ms, remaining } => {
            Failure::new(Code::RateLimited, "A GitHub rate limit is exceeded.")
                .after(after_ms)
                .with_remaining(remaining)
        }
        Refusal::Unavailable { after_ms, .. } => {
            Failure::new(Code::UpstreamUnavailable, "GitHub is not available.").after(after_ms)
        }
        Refusal::Forbidden
        | Refusal::Missing
        | Refusal::Gone
        | Refusal::Moved(_)
        | Refusal::Unprocessable => {
            of_credential(Code::InsufficientScope, "The configured token may not list its repositories.")
        }
    }
}

/// The values that go with what stands there, the closer ones first.
fn matching(values: BTreeSet<String>, part: &str) -> Completed {
    let part = part.to_lowercase();
    let (begins, others): (Vec<_>, Vec<_>) =
        values.into_iter().partition(|value| value.to_lowercase().starts_with(&part));
    let holds = others.into_iter().filter(|value| value.to_lowercase().contains(&part));
    let mut values: Vec<String> = begins.into_iter().chain(holds).collect();
    let total = values.len();
    values.truncate(MOST_VALUES);
    Completed { values, total }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_begin_so_come_first() {
        let values = ["library", "Widgets", "gadgets", "old-widgets"].map(str::to_owned).into();
        let completed = matching(values, "w");
        assert_eq!(
            completed,
            Completed { values: vec!["Widgets".to_owned(), "old-widgets".to_owned()], total: 2 }
        );
    }

    #[test]
    fn at_most_a_hundred_values_are_given() {
        let values = (0..150).map(|index| format!("repository-{index:03}")).collect();
        let completed = matching(values, "");
        assert_eq!((completed.values.len(), completed.total), (100, 150));
    }

    #[test]
    fn variables_are_found_in_both_forms() {
        let found: Vec<&str> = variables("github://repos/{owner}/{repo}/issues{?state,labels}").collect();
        assert_eq!(found, ["owner", "repo", "state", "labels"]);
    }
}
