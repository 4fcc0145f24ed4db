//! From typed arguments to validated words. A value that is not accepted ends
//! as `YKP-RUNTIME-003` with the option's name; the value goes nowhere.

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::arguments::{
    CompareArguments, PlanArguments, ReadingArguments, SnapshotArguments, TransportArguments,
};
use crate::diagnostic::{Code, Failure};
use crate::scope::{
    Budgets, IssueNumber, IssueSet, ItemsFilter, Limit, Login, OwnerKind, ProjectNumber, RepositoryName,
    SubjectClass, Transport,
};

/// Everything that the options of a command that reads say about the scope,
/// except for its issues.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) owner: Login,
    pub(super) repository: RepositoryName,
    pub(super) project_owner: Login,
    pub(super) project_owner_kind: Option<OwnerKind>,
    pub(super) project: ProjectNumber,
    pub(super) items: ItemsFilter,
    pub(super) token_profile: Option<SubjectClass>,
    pub(super) budgets: Budgets,
}

impl Target {
    /// Judges every value, for a run over this transport.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` with the name of the first option that is missing or
    /// not valid, or that the transport can not keep.
    pub(super) fn resolve(arguments: &ReadingArguments, transport: Transport) -> Result<Self, Failure> {
        let (owner, repository) = repository(arguments)?;
        let (project_owner, project) = project(arguments)?;
        Ok(Self {
            project_owner: project_owner.unwrap_or_else(|| owner.clone()),
            project,
            owner,
            repository,
            project_owner_kind: chosen(arguments.owner_kind.as_deref(), "--owner-kind", OwnerKind::parse)?,
            items: chosen(arguments.items_filter.as_deref(), "--items-filter", ItemsFilter::parse)?
                .unwrap_or_default(),
            token_profile: chosen(
                arguments.token_profile.as_deref(),
                "--token-profile",
                SubjectClass::parse,
            )?,
            budgets: arguments.budgets.resolve(transport)?,
        })
    }
}

/// How many issues are named, and by which argument or option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) name: &'static str,
    pub(super) count: usize,
}

impl Named {
    /// The one issue of a plan.
    pub(super) const ONE: Self = Self { name: "ISSUE", count: 1 };
}

/// The transport of a run for so many issues.
///
/// # Errors
///
/// `YKP-RUNTIME-003` with the name of what can not be kept: an unknown
/// transport, more issues than the v1 transport may read, and an option that it
/// does not have.
pub(super) fn transport(
    arguments: &TransportArguments,
    reading: &ReadingArguments,
    issues: Named,
) -> Result<Transport, Failure> {
    let transport =
        chosen(arguments.transport.as_deref(), "--transport", Transport::parse)?.unwrap_or_default();
    match transport {
        Transport::RestV2 => Ok(transport),
        Transport::GraphqlV1 if issues.count > Transport::MAX_ROLLBACK_ISSUES => {
            Err(Failure::form(issues.name, "1 to 10 different numbers with the transport v1-graphql"))
        }
        Transport::GraphqlV1 if reading.include_checks => Err(refused("--include-checks")),
        Transport::GraphqlV1 if reading.items_filter.is_some() => Err(refused("--items-filter")),
        Transport::GraphqlV1 => Ok(transport),
    }
}

fn repository(arguments: &ReadingArguments) -> Result<(Login, RepositoryName), Failure> {
    if let Some(repo) = &arguments.repo {
        let pair = repo
            .split_once('/')
            .and_then(|(owner, name)| Some((Login::parse(owner)?, RepositoryName::parse(name)?)));
        return pair.ok_or_else(|| refused("--repo"));
    }
    let owner = arguments.owner.as_deref().and_then(Login::parse).ok_or_else(|| refused("--owner"))?;
    let name = arguments.repository.as_deref().and_then(RepositoryName::parse);
    Ok((owner, name.ok_or_else(|| refused("--repository"))?))
}

fn project(arguments: &ReadingArguments) -> Result<(Option<Login>, ProjectNumber), Failure> {
    if let Some(project) = &arguments.project {
        let (owner, number) = match project.split_once('/') {
            Some((owner, number)) => (Some(owner), number),
            None => (None, project.as_str()),
        };
        let owner = owner.map(|owner| Login::parse(owner).ok_or_else(|| refused("--project"))).transpose()?;
        let number = ProjectNumber::parse_argument(number).ok_or_else(|| refused("--project"))?;
        return Ok((owner, number));
    }
    let owner = arguments.project_owner.as_deref();
    let owner =
        owner.map(|owner| Login::parse(owner).ok_or_else(|| refused("--project-owner"))).transpose()?;
    let number = arguments.project_number.as_deref().and_then(ProjectNumber::parse_argument);
    Ok((owner, number.ok_or_else(|| refused("--project-number"))?))
}

/// The issue that `yukh plan` is about.
///
/// # Errors
///
/// `YKP-RUNTIME-003` with the name of the argument.
pub(super) fn issue(arguments: &PlanArguments) -> Result<IssueNumber, Failure> {
    let (text, name) = match (&arguments.issue, &arguments.issue_number) {
        (Some(issue), _) => (Some(issue), "ISSUE"),
        (None, issue) => (issue.as_ref(), "--issue-number"),
    };
    text.and_then(|text| IssueNumber::parse_argument(text)).ok_or_else(|| refused(name))
}

/// The issues that `yukh snapshot` is about.
///
/// # Errors
///
/// `YKP-RUNTIME-003` with the name of the argument, unless it holds 1 to 100
/// different numbers.
pub(super) fn issues(arguments: &SnapshotArguments) -> Result<IssueSet, Failure> {
    let forms = ["1 to 100 different numbers", "1 to 100 different numbers, separated by commas"];
    issue_set(&arguments.issues, arguments.issue_numbers.as_deref(), IssueSet::MAX, forms)
}

/// The issues that `yukh compare` reads.
///
/// # Errors
///
/// As [`issues`], for 1 to 10 numbers; `YKP-RUNTIME-003` with the name of an
/// option that one of the two readers can not keep.
pub(super) fn compared(arguments: &CompareArguments) -> Result<IssueSet, Failure> {
    if arguments.reading.include_checks {
        return Err(refused("--include-checks"));
    }
    if arguments.reading.items_filter.is_some() {
        return Err(refused("--items-filter"));
    }
    let forms = ["1 to 10 different numbers", "1 to 10 different numbers, separated by commas"];
    let most = Transport::MAX_ROLLBACK_ISSUES;
    issue_set(&arguments.issues, arguments.issue_numbers.as_deref(), most, forms)
}

/// At most so many issues, from arguments or from a list; each with the words
/// for what is accepted.
fn issue_set(
    issues: &[String],
    list: Option<&str>,
    most: usize,
    forms: [&'static str; 2],
) -> Result<IssueSet, Failure> {
    let [arguments, separated] = forms;
    let (texts, name, form): (Vec<&str>, _, _) = match list {
        Some(list) => (list.split(',').collect(), "--issue-numbers", separated),
        None => (issues.iter().map(String::as_str).collect(), "ISSUE", arguments),
    };
    let numbers: Option<Vec<IssueNumber>> = texts.into_iter().map(IssueNumber::parse_argument).collect();
    let numbers = numbers.filter(|numbers| numbers.len() <= most);
    numbers.and_then(IssueSet::new).ok_or_else(|| Failure::form(name, form))
}

/// The value whose word was typed; `None` where nothing was.
pub(super) fn chosen<T>(
    text: Option<&str>,
    name: &'static str,
    parse: fn(&str) -> Option<T>,
) -> Result<Option<T>, Failure> {
    text.map(|text| parse(text).ok_or_else(|| refused(name))).transpose()
}

/// The failure of an option, argument or variable with this name.
pub(super) fn refused(name: &'static str) -> Failure {
    Failure::input(name)
}

/// The failure behind an error of the argument parser. Its own text repeats
/// what was typed, so only a name that [`known`] has is taken from it.
pub(super) fn failure_of(error: &clap::Error) -> Failure {
    let named = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(name)) => known(name),
        Some(ContextValue::Strings(names)) => names.iter().find_map(|name| known(name)),
        _ => None,
    };
    let no_command = matches!(
        error.kind(),
        ErrorKind::InvalidSubcommand
            | ErrorKind::MissingSubcommand
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    let named = named.or_else(|| no_command.then_some("COMMAND"));
    named.map_or_else(|| Failure::of(Code::Runtime003), refused)
}

/// The static name of the option or argument that the parser means. It writes
/// one as `--owner <LOGIN>` or `[ISSUE]`.
fn known(text: &str) -> Option<&'static str> {
    let word = text.split(' ').next().unwrap_or_default();
    let word = word.trim_matches(['[', ']', '.']);
    NAMES.iter().copied().chain(Limit::ALL.map(Limit::option)).find(|name| *name == word)
}

/// Every option and argument that is not a [`Limit`]'s.
const NAMES: &[&str] = &[
    "ISSUE",
    "CODE",
    "REPORT",
    "FILE",
    "NAME",
    "SHELL",
    "COMMAND",
    "--dialect",
    "--set",
    "--parent",
    "--blocks",
    "--blocked-by",
    "--label",
    "--plans",
    "--recording",
    "--issue-number",
    "--issue-numbers",
    "--repo",
    "--owner",
    "--repository",
    "--project",
    "--project-owner",
    "--project-number",
    "--owner-kind",
    "--items-filter",
    "--include-checks",
    "--policy-path",
    "--report-file",
    "--format",
    "--github-token-stdin",
    "--token-profile",
    "--transport",
    "--require-contract",
    "--fail-on",
];

#[cfg(test)]
mod tests {
    use clap::{CommandFactory as _, Parser as _};

    use super::super::arguments::{Arguments, Command};
    use super::*;
    use crate::diagnostic::Detail;

    fn target(line: &str) -> Result<(IssueNumber, Target), Option<Detail>> {
        let words = ["yukh", "plan"].into_iter().chain(line.split_whitespace());
        let parsed = Arguments::try_parse_from(words).map_err(|error| failure_of(&error));
        let resolved = parsed.and_then(|arguments| match arguments.command {
            Command::Plan(plan) => {
                let transport = transport(&plan.transport, &plan.reading, Named::ONE)?;
                Ok((issue(&plan)?, Target::resolve(&plan.reading, transport)?))
            }
            other => panic!("{other:?}"),
        });
        resolved.map_err(|failure| {
            assert_eq!(failure.code(), Code::Runtime003);
            failure.diagnostics().next().unwrap().detail()
        })
    }

    #[test]
    fn every_option_and_argument_can_be_named() {
        for command in Arguments::command().get_subcommands() {
            for argument in command.get_arguments() {
                let name = argument.get_long().map_or_else(
                    || argument.get_value_names().unwrap()[0].to_string(),
                    |long| format!("--{long}"),
                );
                assert!(name == "--help" || known(&name).is_some(), "{name}");
            }
        }
    }

    #[test]
    fn short_and_long_forms_say_the_same() {
        let short = target("--repo acme/site --project 4 7").unwrap();
        let long = target("--owner acme --repository site --project-number 4 --issue-number 7").unwrap();
        assert_eq!(short, long);
        assert_eq!((short.0.get(), short.1.project_owner.as_str()), (7, "acme"));
        let (_, short) = target("--repo acme/site --project other/4 7 --owner-kind user").unwrap();
        assert_eq!((short.project_owner.as_str(), short.project.get()), ("other", 4));
        assert_eq!(short.project_owner_kind, Some(OwnerKind::User));
    }

    #[test]
    fn a_wrong_value_names_its_option() {
        for (line, name) in [
            ("--project 4 7", "--owner"),
            ("--owner acme --project 4 7", "--repository"),
            ("--owner=-x --repository site --project 4 7", "--owner"),
            ("--owner a_b --repository site --project 4 7", "--owner"),
            ("--owner acme --repository .. --project 4 7", "--repository"),
            ("--repo acme --project 4 7", "--repo"),
            ("--repo acme/a/b --project 4 7", "--repo"),
            ("--repo acme/site 7", "--project-number"),
            ("--repo acme/site --project 0 7", "--project"),
            ("--repo acme/site --project /4 7", "--project"),
            ("--repo acme/site --project 4", "--issue-number"),
            ("--repo acme/site --project 4 07", "ISSUE"),
            ("--repo acme/site --project 4 --issue-number 1e0", "--issue-number"),
            ("--repo acme/site --project 4 7 --owner-kind team", "--owner-kind"),
            ("--repo acme/site --project 4 7 --items-filter none", "--items-filter"),
            ("--repo acme/site --project 4 7 --token-profile mine", "--token-profile"),
            ("--repo acme/site --project 4 7 --format yaml", "--format"),
            ("--repo acme/site --project 4 7 --format", "--format"),
            ("--repo acme/site --project 4 7 --require-contract=yes", "--require-contract"),
            ("--repo acme/site --project 4 7 --rest-reserve 499", "--rest-reserve"),
            ("--repo acme/site --project 4 7 --pages -1", "--pages"),
            ("--repo acme/site --project 4 7 --pages", "--pages"),
            ("--repo acme/site --project 4 7 --transport v1", "--transport"),
            ("--repo acme/site --project 4 7 --graphql-requests 3", "--graphql-requests"),
            (
                "--repo acme/site --project 4 7 --transport v1-graphql --graphql-requests 257",
                "--graphql-requests",
            ),
            ("--repo acme/site --project 4 7 --transport v1-graphql --include-checks", "--include-checks"),
            ("--repo acme/site --project 4 7 --transport v1-graphql --items-filter all", "--items-filter"),
        ] {
            assert_eq!(target(line), Err(Some(Detail::Input(name))), "{line}");
        }
    }

    #[test]
    fn the_v1_transport_is_chosen_by_its_word_alone() {
        let transport = |line: &str| {
            let (_, target) = target(&format!("--repo acme/site --project 4 7 {line}")).unwrap();
            target.budgets
        };
        assert_eq!(transport(""), Budgets::of(Transport::RestV2));
        assert_eq!(transport("--transport v2-rest"), Budgets::of(Transport::RestV2));
        let rollback = transport("--transport v1-graphql --graphql-requests 256");
        assert_eq!(rollback.transport(), Transport::GraphqlV1);
        assert_eq!(rollback.get(Limit::GraphqlRequests), 256);
    }

    #[test]
    fn an_option_is_given_once_and_not_in_two_forms() {
        let common = "--repo acme/site --project 4 7";
        for (more, name) in [
            ("--repo acme/site", "--repo"),
            ("--owner acme", "--repo"),
            ("--project-number 4", "--project"),
            ("--issue-number 7", "ISSUE"),
            ("--pages 1 --pages 1", "--pages"),
            ("--github-token-stdin --github-token-stdin", "--github-token-stdin"),
        ] {
            assert_eq!(target(&format!("{common} {more}")), Err(Some(Detail::Input(name))), "{more}");
        }
        assert_eq!(target(&format!("{common} 8")), Err(None));
        assert_eq!(target(&format!("{common} --apply")), Err(None));
        assert_eq!(
            target(&format!("{common} --issue-numbers 1,2")),
            Err(Some(Detail::Input("--issue-numbers")))
        );
    }
}
