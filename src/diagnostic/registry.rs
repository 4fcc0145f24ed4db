//! The table of codes: text, class, message (what is wrong), hint (what to do),
//! and a hint of its own for the Action where an option has another name there.
//! A message is digested with the plan (decision 4), so changing one is a
//! change of the plan format and belongs into `CHANGELOG.md`.

use super::FailureClass;

/// Where advice is read, which decides what a wish is called: an option of the
/// command line, or an input of the Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// A command that somebody typed.
    CommandLine,
    /// A step of a workflow.
    Action,
}

/// The last of one or two texts.
macro_rules! last {
    ($text:literal) => {
        $text
    };
    ($_:literal $text:literal) => {
        $text
    };
}

macro_rules! registry {
    ($($variant:ident = $text:literal, $class:ident, $message:literal, $hint:literal $(, in_action $action:literal)?;)+) => {
        /// Every code this program can print. Closed: a caller can not add one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $(#[doc = concat!("`", $text, "`: ", $message)] $variant,)+
        }

        impl Code {
            /// All codes, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code as printed.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// What is wrong, in one static sentence.
            #[must_use]
            pub fn message(self) -> &'static str {
                match self { $(Self::$variant => $message),+ }
            }

            /// What to do, in one or two static sentences, with the names that
            /// things have there.
            #[must_use]
            pub fn hint(self, face: Face) -> &'static str {
                match face {
                    Face::CommandLine => match self { $(Self::$variant => $hint),+ },
                    Face::Action => match self { $(Self::$variant => last!($hint $($action)?)),+ },
                }
            }

            /// The class of a run that ends with this code.
            #[must_use]
            pub fn class(self) -> FailureClass {
                match self { $(Self::$variant => FailureClass::$class),+ }
            }
        }
    };
}

registry! {
    Contract001 = "YKP-CONTRACT-001", Input,
        "A required member of the issue contract is missing.",
        "Add the member that the path names to the hidden block of the issue body.";
    Contract002 = "YKP-CONTRACT-002", Input,
        "The hidden block is opened twice, not closed, or contains the text that ends a comment.",
        "Keep exactly one opening line and one line `-->` after it, and no `-->` in between.";
    Contract003 = "YKP-CONTRACT-003", Input,
        "The issue body or its hidden block is too large.",
        "Keep the body within 256 KiB and the hidden block within 16 KiB.";
    Contract004 = "YKP-CONTRACT-004", Input,
        "The hidden block is not in the accepted subset of YAML 1.2.",
        "Write plain mappings, sequences and scalars: no anchors, tags, merge keys, directives, repeated keys, tabs or second document.";
    Contract005 = "YKP-CONTRACT-005", Input,
        "The hidden block exceeds a structural limit.",
        "Shorten the part that the path names: 32 members at the root, 16 in a mapping, 100 in a sequence, depth 8, 512 characters in a value.";
    Contract006 = "YKP-CONTRACT-006", Input,
        "The hidden block has a member that the contract does not know.",
        "Remove the member or correct its spelling.";
    Contract007 = "YKP-CONTRACT-007", Input,
        "A value of the issue contract has the wrong type.",
        "Give the member that the path names the type that the contract asks for; remove it instead of writing null.";
    Contract008 = "YKP-CONTRACT-008", Input,
        "A value of the issue contract is not allowed.",
        "Write a value within the documented range, without control or invisible characters; numbers of issues in plain decimal digits.";
    Contract009 = "YKP-CONTRACT-009", Input,
        "A sequence of the issue contract names the same issue twice.",
        "Remove the repeated entry.";
    Contract010 = "YKP-CONTRACT-010", Input,
        "The issue contract relates the issue to itself.",
        "Remove the issue's own number from its relationships.";
    Contract011 = "YKP-CONTRACT-011", Input,
        "The target date lies before the start date.",
        "Exchange or correct the two dates.";
    Contract012 = "YKP-CONTRACT-012", Input,
        "The issue body has text that looks like a contract but is not read as one.",
        "Put the marker alone on a line of its own, unindented and unquoted, exactly as documented.";

    Policy001 = "YKP-POLICY-001", Input,
        "A required member of the repository policy is missing.",
        "Add the member that the path names; a policy begins with `schema: 1`, or with `version: 1` for the older dialect.";
    Policy002 = "YKP-POLICY-002", Input,
        "The repository policy is not in the accepted subset of YAML 1.2.",
        "Save it as UTF-8 and write plain mappings and scalars: no anchors, tags, merge keys, directives, repeated keys, tabs or second document.";
    Policy003 = "YKP-POLICY-003", Input,
        "The repository policy exceeds a limit.",
        "Shorten the part that the path names: 64 KiB, 64 fields, 128 options a field, depth 8, 512 characters in a value.";
    Policy004 = "YKP-POLICY-004", Input,
        "The repository policy has a member that its schema does not know.",
        "Remove the member or correct its spelling; `schema` and `version` exclude each other.";
    Policy005 = "YKP-POLICY-005", Input,
        "A value of the repository policy has the wrong type.",
        "Give the member that the path names the type that the schema asks for.";
    Policy006 = "YKP-POLICY-006", Input,
        "A value of the repository policy is not allowed.",
        "Write one of the documented values; keys match [a-z][a-z0-9_]{0,63}, options belong to managed single_select fields.";
    Policy007 = "YKP-POLICY-007", Input,
        "Two display names of the repository policy can not be told apart.",
        "Rename one: names must differ by more than case or Unicode compatibility form.";

    Legacy001 = "YKP-LEGACY-001", Input,
        "The version 1 policy or the hidden block that belongs to it is not valid.",
        "Correct it at the place named; a policy needs `version: 1`, `contract.marker: yukh` and `fields`, a block needs `schema: 1`, `kind`, `area` and `priority`.";
    Legacy002 = "YKP-LEGACY-002", Input,
        "The issue contract lacks a value that the policy requires.",
        "Add the value to the hidden block, or drop `required` from the policy.";
    Legacy003 = "YKP-LEGACY-003", Input,
        "The issue contract has a value that the policy or the Project does not offer.",
        "Use one of the policy's values, or add the value to the policy and the Project.";
    Legacy004 = "YKP-LEGACY-004", Input,
        "The issue contract names a milestone that the policy does not map.",
        "Add the code under `milestones` in the policy, or correct it in the hidden block.";
    Legacy005 = "YKP-LEGACY-005", Input,
        "A managed label is present under a spelling that differs in case or in the form of its emoji.",
        "Spell the label in the policy as the repository spells it.";

    WorkType001 = "YKP-WORKTYPE-001", Input,
        "The issue type that the policy names is empty, too long or contains control characters.",
        "Keep the name within 128 characters.";
    WorkType002 = "YKP-WORKTYPE-002", Invariant,
        "The issue type that the policy names does not exist exactly once.",
        "Create the issue type in the organization, or the option in the Project field of a user-owned repository, or correct the policy.";
    WorkType003 = "YKP-WORKTYPE-003", Invariant,
        "The issue type and the Project field that mirrors it disagree.",
        "Make the two agree by hand, or remove the mirroring Project field.";
    WorkType004 = "YKP-WORKTYPE-004", Input,
        "Repositories owned by a user have no issue types, so the Project field is planned instead.",
        "Nothing has to be done; set `target: project_field` in the policy to say so.";

    Schema001 = "YKP-SCHEMA-001", Invariant,
        "The Project's fields are not of a form that can be planned on.",
        "Reduce the Project to 256 fields and 2,048 options, and report the case if it is within these limits.";
    Schema002 = "YKP-SCHEMA-002", Invariant,
        "Two fields or options of the Project can not be told apart.",
        "Rename one in the Project: names must differ by more than case or Unicode compatibility form.";
    Schema003 = "YKP-SCHEMA-003", Invariant,
        "The policy observes a field that the Project does not have.",
        "Create the field in the Project, or remove it from the policy.";
    Schema004 = "YKP-SCHEMA-004", Invariant,
        "A field of the Project has another kind than the policy says.",
        "Correct the kind in the policy, or rename one of the two fields.";
    Schema005 = "YKP-SCHEMA-005", Invariant,
        "A name in the policy equals a name in the Project only when case or Unicode form is ignored.",
        "Spell the name in the policy exactly as the Project spells it.";

    Plan001 = "YKP-PLAN-001", Invariant,
        "The planner was given a scope or an item that is not valid.",
        "Report the case with the program's version; the input is outside what the snapshot may contain.";
    Plan002 = "YKP-PLAN-002", Invariant,
        "The Project's fields do not fit the policy.",
        "Resolve the schema findings first.";
    Plan003 = "YKP-PLAN-003", Input,
        "The issue contract sets a value for which the policy declares no field.",
        "Declare the field in the policy, or remove the value from the issue.";
    Plan004 = "YKP-PLAN-004", Input,
        "The issue contract sets a field that the policy only observes or declares with another kind.",
        "Make the field managed and of the documented kind, or remove the value from the issue.";
    Plan005 = "YKP-PLAN-005", Input,
        "The issue contract names an option that the policy does not declare.",
        "Use an option key of the policy, or declare the option there.";
    Plan006 = "YKP-PLAN-006", Invariant,
        "A value can not be planned on.",
        "Shorten it to 512 characters without control characters.";
    Plan007 = "YKP-PLAN-007", Invariant,
        "An operation depends on one that is missing or on itself.",
        "Report the case with the program's version.";

    Graph001 = "YKP-GRAPH-001", Invariant,
        "There are too many relationships to plan on.",
        "Keep at most 100 declared relationships an issue, 512 issues and 4,096 dependencies in reach.";
    Graph002 = "YKP-GRAPH-002", Invariant,
        "A relationship names an issue that was not seen as an issue of this repository on the Project.",
        "Add the issue to the Project, or correct its number; pull requests can not be related.";
    Graph003 = "YKP-GRAPH-003", Invariant,
        "The issue already has another parent.",
        "Remove the present parent by hand, or declare it in the issue.";
    Graph004 = "YKP-GRAPH-004", Invariant,
        "The parent relationships would form a cycle.",
        "Remove one parent from the cycle.";
    Graph005 = "YKP-GRAPH-005", Invariant,
        "The dependencies would form a cycle.",
        "Remove one dependency from the cycle.";
    Graph006 = "YKP-GRAPH-006", Invariant,
        "The issue declares that it blocks an issue that it is also blocked by.",
        "Keep the number in one of the two lists.";
    Graph007 = "YKP-GRAPH-007", Invariant,
        "The issue has relationships to issues that this run can not see or that belong to another repository.",
        "Nothing has to be done; they are preserved and no removal is planned on what is not seen.";

    GithubRead001 = "YKP-GH-READ-001", Input,
        "The requested scope is not valid.",
        "Correct owner, repository, Project number and issue numbers.";
    GithubRead002 = "YKP-GH-READ-002", Authentication,
        "GitHub did not accept the token.",
        "Check that the token is complete, not expired and not revoked.";
    GithubRead003 = "YKP-GH-READ-003", Authorization,
        "What the run needs is missing or not visible to this token; GitHub does not tell the two apart.",
        "Check owner, repository and Project number, then the token's access to both the repository and the Project; --include-checks also needs Checks: read and Actions: read.",
        in_action "Check owner, repository and project-number, then the token's access to both the repository and the Project; include-checks also needs Checks: read and Actions: read.";
    GithubRead004 = "YKP-GH-READ-004", Provider,
        "GitHub could not be reached or failed to answer.",
        "Run again later; nothing was changed and nothing was retried.";
    GithubRead005 = "YKP-GH-READ-005", Provider,
        "An answer or the run as a whole exceeds a limit of bytes, pages or entries.",
        "Make what the named read is about smaller: archive items or use `--items-filter repository`, shorten the body, remove fields, options, types or relationships. Else raise `--pages` or `--response-bytes`, or report a size that can not be.",
        in_action "Make what the named read is about smaller: archive items or set items-filter to repository, shorten the body, remove fields, options, types or relationships. Else raise the input pages or response-bytes, or report a size that can not be.";
    GithubRead006 = "YKP-GH-READ-006", Provider,
        "A declared relationship belongs to another repository.",
        "Declare only issues of this repository, or leave the relationship to be kept by hand.";
    GithubRead007 = "YKP-GH-READ-007", Provider,
        "GitHub's pages do not follow one another.",
        "Run again; report the case if it stays.";
    GithubRead008 = "YKP-GH-READ-008", Provider,
        "An answer has a form that this version can not read.",
        "Look for a newer version of this program, and report the case.";
    GithubRead009 = "YKP-GH-READ-009", Provider,
        "GitHub limits the rate of the rollback reader.",
        "Run again after the limit is reset.";
    GithubRead010 = "YKP-GH-READ-010", Provider,
        "A provider failure could not be described safely.",
        "Run again; report the case if it stays.";
    GithubRead011 = "YKP-GH-READ-011", Provider,
        "GitHub does not offer something that the policy needs.",
        "Check that the repository still exists here and that its owner has the features that the policy names.";

    Rate001 = "YKP-RATE-001", Deferred,
        "The run stopped because a rate reserve or run budget would be crossed.",
        "Run again after the reset; where the run's own budget is used up, raise the option that chooses it or ask for fewer issues.",
        in_action "Run again after the reset; where the run's own budget is used up, raise the input that chooses it (rest-requests, graphql-requests and others) or name fewer issues.";
    Cache001 = "YKP-CACHE-001", Invariant,
        "Cached state is incomplete, invalid or belongs to another scope.",
        "Run again; the entry was discarded.";
    Capability001 = "YKP-CAPABILITY-001", Provider,
        "This kind of token, or of owner, does not allow what the run needs.",
        "For a user's Project create a classic token (repo, read:project), for an organization's an App installation token or, without --include-checks, a fine-grained token (Projects: read). Other owners have no Projects, users no issue fields.",
        in_action "For a user's Project create a classic token (repo, read:project), for an organization's an App installation token or, without include-checks, a fine-grained token (Projects: read). Other owners have no Projects, users no issue fields.";
    Rest001 = "YKP-REST-001", Invariant,
        "An answer of GitHub is not of the accepted form.",
        "Run again; report the case with the program's version if it stays.";
    Snapshot001 = "YKP-SNAPSHOT-001", Invariant,
        "The snapshot is not complete or its parts do not belong together.",
        "Run again; if it stays, check that every item of the Project is readable and that owner and repository were not renamed.";

    Runtime001 = "YKP-RUNTIME-001", Input,
        "The issue body has no contract.",
        "Add the hidden block to the issue body, if the issue is to be managed.";
    Runtime002 = "YKP-RUNTIME-002", Invariant,
        "The issue has no item in the Project.",
        "Add the issue to the Project, if it is to be managed.";
    Runtime003 = "YKP-RUNTIME-003", Input,
        "An option, argument, input or variable is missing, repeated or not valid.",
        "See `yukh --help`, and the help of the command such as `yukh plan --help`, for the options and their form.",
        in_action "Correct the input or variable that is named; docs/action.md of the Action lists every input and its form.";
    Runtime004 = "YKP-RUNTIME-004", Input,
        "There is no usable token.",
        "Set YUKH_GITHUB_TOKEN, or pass the token on standard input with --github-token-stdin: one line of at most 8,192 bytes.",
        in_action "Give the input github-token a secret that is set for this repository and holds one line of at most 8,192 bytes.";
    Runtime005 = "YKP-RUNTIME-005", Input,
        "The kind of the token is not known or contradicts the token profile.",
        "Use a token that GitHub issued, or say with --token-profile what it is.",
        in_action "Use a token that GitHub issued, or say with the input token-profile what it is.";
    Runtime006 = "YKP-RUNTIME-006", Input,
        "The policy file can not be used.",
        "Create .yukh/project.yaml, or name another file with --policy-path: a regular file of at most 64 KiB below the working directory, no symbolic link.",
        in_action "Check the repository out before, with .yukh/project.yaml or the file that the input policy-path names: a regular file of at most 64 KiB below the workspace, no symbolic link.";
    Runtime007 = "YKP-RUNTIME-007", Input,
        "The report file can not be created.",
        "With --report-file name a file that does not exist yet, by a relative path in an existing directory below the working directory.",
        in_action "Report the case with the program's version: the Action names its files itself.";
    Runtime008 = "YKP-RUNTIME-008", Input,
        "The loopback override is not a literal loopback address.",
        "Unset YUKH_LOOPBACK_API, or set it to http://127.0.0.1:PORT or http://[::1]:PORT.";
    Runtime009 = "YKP-RUNTIME-009", Invariant,
        "The program met a state that it does not allow.",
        "Report the case with the program's version and the command line without the token.",
        in_action "Report the case with the Action's version and the inputs without the token.";
    Runtime010 = "YKP-RUNTIME-010", Input,
        "The issue's item in the Project is archived.",
        "Restore the item in the Project, if the issue is to be managed.";
    Runtime011 = "YKP-RUNTIME-011", Input,
        "The result could not be written to standard output.",
        "Make room or give standard output somewhere to go, then run again.";
    Runtime012 = "YKP-RUNTIME-012", Input,
        "The payload of the workflow's event does not name its issue in a form that can be used.",
        "Give the input issue-number, or report the case if GitHub wrote the payload itself.";
    Runtime013 = "YKP-RUNTIME-013", Input,
        "The workflow run has no token, so nothing was read.",
        "Nothing: GitHub gives no secrets to runs for pull requests of forks and to those that Dependabot starts by a push or pull request. Let a schedule or an event of the repository itself do the work.";
    Runtime014 = "YKP-RUNTIME-014", Input,
        "The workflow's event does not tell what to do.",
        "Run on issues, schedule or workflow_dispatch, or give the input issue-number, issue-numbers or mode. For pull_request give recordings, or issue-numbers and a token.";
    Runtime015 = "YKP-RUNTIME-015", Input,
        "The event is about a pull request, and only issues are planned.",
        "Nothing; leave out the events of pull requests with a condition on the job, if the run is not wanted.";
    Runtime016 = "YKP-RUNTIME-016", Input,
        "The issue of the event was deleted or transferred to another repository.",
        "Nothing; a transferred issue is planned where it is now.";
    Runtime017 = "YKP-RUNTIME-017", Input,
        "A file for the runner of the workflow could not be written.",
        "Check that RUNNER_TEMP and the files behind GITHUB_OUTPUT and GITHUB_STEP_SUMMARY exist and have room.";

    Report001 = "YKP-REPORT-001", Invariant,
        "A value can not be rendered safely.",
        "Report the case with the program's version.";
    Report002 = "YKP-REPORT-002", Input,
        "A report to merge can not be read.",
        "Name 1 to 256 different regular files below the working directory, none a symbolic link, of at most 16 MiB each and 64 MiB together.";
    Report003 = "YKP-REPORT-003", Input,
        "A file to merge is not the report of an audit.",
        "Merge what `yukh audit --format json` wrote, unchanged; the path counts the reports from zero.",
        in_action "Merge the audit.json of an artifact, unchanged; the path counts the reports from zero.";
    Report004 = "YKP-REPORT-004", Input,
        "A report to merge is of another version.",
        "Audit and merge with the same version of the program.";
    Report005 = "YKP-REPORT-005", Input,
        "A report to merge is there already.",
        "Merge one report for each repository and Project, and give each its own label.";
    Report006 = "YKP-REPORT-006", Input,
        "A plan or a recording to compare can not be read.",
        "Name regular files and folders below the working directory, none a symbolic link: two different plans of at most 1 MiB each, or a folder that is one recorded world or holds 1 to 500 of them.",
        in_action "Name with the input recordings a folder below the workspace, no symbolic link, that is one recorded world or holds 1 to 500 of them.";
    Report007 = "YKP-REPORT-007", Input,
        "What is to be compared is not the result of a plan, or not a recorded world.",
        "Compare what `yukh plan --format json` wrote, unchanged, or folders of the form that docs/equivalence.md describes.",
        in_action "Give the folders the form that docs/equivalence.md describes.";
    Report008 = "YKP-REPORT-008", Input,
        "A plan or a recording to compare is of another version.",
        "Compare plans and recordings of this version of the program.";

    Lint001 = "YKP-LINT-001", Input,
        "A file to check can not be read.",
        "Name regular files below the directory that the command runs in, none a symbolic link, that hold at most 256 KiB of UTF-8.";
    Lint002 = "YKP-LINT-002", Input,
        "An issue form can not be read.",
        "Write a mapping with a list `body`, whose entries are mappings with a `type`, in YAML without anchors, tags or merge keys.";
}

impl Code {
    /// The code with this text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}
