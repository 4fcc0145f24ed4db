//! What `yukh explain` tells beyond message and hint: how a code comes about
//! and what follows from it.

use super::Code;

impl Code {
    /// How the code comes about: one to three static sentences.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one table, one line for each code")]
    pub fn cause(self) -> &'static str {
        match self {
            Self::Contract001 => {
                "A hidden block must have `schema`, `work_type` and `area`. The path names the one that is not there."
            }
            Self::Contract002 => {
                "The opening line `<!-- yukh:issue:v1` occurs more than once, no line `-->` follows it, or `-->` stands inside the block, where GitHub already ends the comment and would show the rest of the block as text."
            }
            Self::Contract003 => "A body of more than 256 KiB or a block of more than 16 KiB is not read.",
            Self::Contract004 => {
                "The YAML of the block is not well formed, or it uses a feature that is refused because its meaning is not the same for every reader: anchors, aliases, tags, merge keys, directives, repeated keys, keys that are no text, a second document."
            }
            Self::Contract005 => {
                "The block has more members or entries, is nested deeper or has longer values than a contract may have."
            }
            Self::Contract006 => {
                "A member is misspelled, stands at the wrong level, or belongs to another version of the contract."
            }
            Self::Contract007 => {
                "For instance a number where text is asked for, a list where one value is, an issue number in quotes, or null. Null counts as a value; a member that is left out does not."
            }
            Self::Contract008 => {
                "For instance an unknown work type, an estimate beyond 10000, a date that does not exist, an issue number spelled `007` or `7.0`, empty text, or text with invisible characters."
            }
            Self::Contract009 => "The same issue number stands twice in `blocks` or in `blocked_by`.",
            Self::Contract010 => "The issue names itself as parent, in `blocks` or in `blocked_by`.",
            Self::Contract011 => "`project.target_date` is earlier than `project.start_date`.",
            Self::Contract012 => {
                "The marker is indented, quoted, spelled in upper case, followed by a space or text, preceded by a byte order mark, names another version, or stands inside a code fence, where readers take it for an example although it is live."
            }
            Self::Policy001 => {
                "The root needs `schema` and `fields`, and each field needs `name`, `kind` and `mode`."
            }
            Self::Policy002 => {
                "The YAML of the policy is not well formed, the file is not UTF-8, or it uses a feature that is refused because its meaning is not the same for every reader: anchors, aliases, tags, merge keys, directives, repeated keys, keys that are no text, a second document."
            }
            Self::Policy003 => {
                "The file, the number of fields or options, the depth or a value is beyond what a policy may have."
            }
            Self::Policy004 => {
                "A member is misspelled, stands at the wrong level, or belongs to the other dialect."
            }
            Self::Policy005 => {
                "For instance a list where a mapping is asked for: options are a mapping from key to name. Policies have no lists."
            }
            Self::Policy006 => {
                "For instance an unknown kind or mode, a key with upper-case letters or hyphens, an empty name, or options on a field that is observed or of another kind than single_select."
            }
            Self::Policy007 => {
                "Two fields, or two options of one field, have names that are equal once case and compatibility forms are ignored. Nobody could tell which one an issue means."
            }
            Self::Legacy001 => {
                "The file says `version: 1`, so it is read as the older dialect, and that dialect's rules do not hold for it or for the issue's block."
            }
            Self::Legacy002 => "The policy says `required: true` for a field, and the block does not set it.",
            Self::Legacy003 => {
                "The policy maps the values of the field, and the block's value is not among them; or the Project has no such option."
            }
            Self::Legacy004 => "The block names a milestone by a code that has no title under `milestones`.",
            Self::Legacy005 => {
                "GitHub's labels are unique ignoring case, so adding the policy's spelling would fail and removing the other one would lose a label that somebody means."
            }
            Self::WorkType001 => "Names of issue types have 1 to 128 characters and no control characters.",
            Self::WorkType002 => {
                "The organization has no issue type of that name or, for a repository of a user, the Project field that stands in for it has no such option."
            }
            Self::WorkType003 => {
                "The issue has a type, and its Project item has another value in the field that mirrors the type."
            }
            Self::WorkType004 => {
                "The policy routes a value to the issue type, and only organizations have issue types."
            }
            Self::Schema001 => {
                "More than 256 fields or 2,048 options, or a name that is empty, too long or contains control characters."
            }
            Self::Schema002 => {
                "Two fields, or two options of one field, have names that are equal once case and compatibility forms are ignored."
            }
            Self::Schema003 => {
                "A field with `mode: observed` is expected to be kept by people, so a missing one is not created."
            }
            Self::Schema004 => "Fields are matched by name alone, and a field is never converted.",
            Self::Schema005 => {
                "Names are matched exactly; a name that only looks the same may be meant or may be another one."
            }
            Self::Plan001 => {
                "The snapshot handed over a reference, a fingerprint or a number of values that it can not have."
            }
            Self::Plan002 => {
                "The Project's fields were compared with the policy first, and that had findings."
            }
            Self::Plan003 => {
                "Each value of a contract belongs to a policy field of a fixed key: `work_type`, `area`, `priority`, `size`, `estimate`, `iteration`, `status`, `start_date`, `target_date`."
            }
            Self::Plan004 => {
                "Values of a contract are only set in `managed` fields, and each has a fixed kind, for instance number for `estimate`."
            }
            Self::Plan005 => {
                "A contract names options by the keys of the policy, not by the names that the Project shows."
            }
            Self::Plan006 => {
                "A value on the Project or in the contract is longer than a plan may hold, or has control characters."
            }
            Self::Plan007 => {
                "The plan's operations were put in order, and one waits for an operation that is not there."
            }
            Self::Graph001 => {
                "The issue declares more relationships than one plan may hold, or the issues around it have more than can be checked for cycles."
            }
            Self::Graph002 => {
                "Only issues that the Project's items showed as issues of this repository can be related: others may not exist, may be pull requests or may belong elsewhere."
            }
            Self::Graph003 => {
                "An issue has one parent, and the plan does not take it away from another one that somebody set."
            }
            Self::Graph004 => "Following the parents from the issue, with what is planned, leads back to it.",
            Self::Graph005 => {
                "Following what blocks what, with what is planned, leads back to where it began."
            }
            Self::Graph006 => "The same number stands in `blocks` and in `blocked_by`.",
            Self::Graph007 => {
                "GitHub counts more relationships than it shows to this token, or shows ones that lead to other repositories."
            }
            Self::GithubRead001 => {
                "Owner, repository, Project number or issue numbers do not have the form that GitHub gives them."
            }
            Self::GithubRead002 => {
                "GitHub answered 401: the token is incomplete, expired, revoked, or not one of GitHub's."
            }
            Self::GithubRead003 => {
                "GitHub answered 403 or 404. For private things it answers 404 to whoever may not see them, so that a wrong name and a missing permission look the same. An organization with single sign-on also hides itself from tokens that it has not authorised."
            }
            Self::GithubRead004 => {
                "No connection (a proxy that refuses and a certificate that is not trusted included), no answer in time, or a status from 500 on. A connection gets ten seconds, a request 60 seconds, a run ten minutes."
            }
            Self::GithubRead005 => {
                "One answer may have 8 MiB, a connection 20 pages of 100 entries, and a run as a whole 32 MiB; over the v1 transport pages have 50 entries and a run 16 MiB. A Project may have 256 fields, a field 256 options and all fields 2,048, an item 256 values, a body 256 KiB, a repository 256 issue types, an issue 512 issues in reach and a run 4,096 relationships; a policy may compare the values of 50 fields."
            }
            Self::GithubRead006 => {
                "The contract declares a parent or a dependency that leads, on GitHub, to an issue of another repository. Its number means another issue here."
            }
            Self::GithubRead007 => {
                "A next page leads to where the run has been, or says that it exists without saying where."
            }
            Self::GithubRead008 => {
                "GitHub answered with a data type or form that is newer or older than this version."
            }
            Self::GithubRead009 => "The GraphQL limit of the token is used up.",
            Self::GithubRead010 => {
                "A failure had a form that could have carried foreign text, so nothing of it is told."
            }
            Self::GithubRead011 => {
                "GitHub answered 410, or the owner has no such feature, for instance no issue types."
            }
            Self::Rate001 => {
                "GitHub said that a limit is reached, or the next request would have used more of it than the run may. The run keeps 500 requests and 500 GraphQL points in reserve for everybody else who uses the token."
            }
            Self::Cache001 => "An entry was stored by another scope or version, or not completely.",
            Self::Capability001 => {
                "GitHub lists the requests for user-owned Projects for classic and OAuth tokens alone. Other tokens get an error or, worse, an empty list. It lists check runs, which `--include-checks` asks for, for no fine-grained token; with the others they need Checks: read and Actions: read. Accounts that are neither users nor organizations own no Projects, and users have no issue fields."
            }
            Self::Rest001 => {
                "A member that the run needs is missing or of another type, the answer is not JSON, or a next page leads somewhere else."
            }
            Self::Snapshot001 => {
                "A page was missing or changed while it was read, an item could not be read, an item occurred twice, or an answer belongs to another repository or Project than was asked for. Renamed owners and repositories redirect, and redirects are not followed."
            }
            Self::Runtime001 => "No line of the body is exactly the opening marker of the policy's dialect.",
            Self::Runtime002 => "All pages of the Project's items were read and none belongs to the issue.",
            Self::Runtime003 => {
                "An option is not known, occurs twice, excludes another one, lacks its value or has one of another form; or a variable of the environment has a value that can not be used."
            }
            Self::Runtime004 => {
                "Neither YUKH_GITHUB_TOKEN nor standard input gave a token, or what they gave is empty, too long, or has white space or other characters that no token has."
            }
            Self::Runtime005 => {
                "GitHub's tokens begin with ghp_, gho_, ghu_, ghs_ or github_pat_. What the token can do follows from its kind, so the kind must be known before anything is asked."
            }
            Self::Runtime006 => {
                "The path is absolute, leaves the working directory, does not exist, or names a directory, a symbolic link or something else that is no regular file."
            }
            Self::Runtime007 => {
                "The path is absolute, leaves the working directory, its directory does not exist or can not be written to, or the name is taken. Nothing is ever overwritten."
            }
            Self::Runtime008 => {
                "The variable is for tests. A host name, another scheme, a path or credentials in it could send the token somewhere else."
            }
            Self::Runtime009 => "A check of the program on itself failed.",
            Self::Runtime010 => "The issue has items in the Project, and all of them are archived.",
            Self::Runtime011 => "The disk behind standard output is full, or it was closed for writing.",
            Self::Report002 => {
                "A path leads nowhere, out of the working directory or to something other than a file, or the files are too many or too large."
            }
            Self::Report003 => {
                "The file is not JSON, was cut off or edited, or holds something else, for instance a plan or a report that is merged already."
            }
            Self::Report004 => "The report's `schema` is not the number 1, or there is none.",
            Self::Report005 => {
                "The same file is named twice, or two reports are of the same repository and Project, which their `scopeId` tells, or have the same label. Joined, their issues would be counted twice."
            }
            Self::Report006 => {
                "A path leads nowhere, out of the working directory, through a symbolic link or to something else than it should; the same file is named twice, which would be equal whatever it holds; or a part of a recording is too large."
            }
            Self::Report007 => {
                "The file is no JSON, was cut off or edited, or holds something else, for instance an audit; or a folder of a recording lacks a part or has one of another form."
            }
            Self::Report008 => "The plan's `schema` or the recording's `format` is not the number 1.",
            Self::Lint001 => {
                "The path leads out of the working directory, names nothing, a folder, a link or a device, or the file is too large or no text in UTF-8."
            }
            Self::Lint002 => {
                "A file that ends in `.yml` or `.yaml` is taken for an issue form, and this one is not well formed or has no such `body`."
            }
            Self::Runtime012 => {
                "Of the payload only the issue's number is read, and it is no JSON of at most 25 MiB with a plain number under `issue.number`."
            }
            Self::Runtime013 => {
                "The input github-token is empty, and GitHub hands out no secrets to the run: it is for a pull request whose branch is in another repository, or Dependabot started it by a push or a pull request. A run of pull_request_target gets its secrets, and one that is not known to be one of these counts as if it did."
            }
            Self::Runtime014 => {
                "The input mode is auto, no issue is named, and the event is neither issues, issue_comment, schedule nor workflow_dispatch; or it is pull_request, and nothing is named that could be compared."
            }
            Self::Runtime015 => "GitHub sends issue_comment for comments on pull requests too.",
            Self::Runtime016 => "The event is issues with the activity deleted or transferred.",
            Self::Runtime017 => {
                "The outputs, the job summary or the folder with the result could not be created or written."
            }
            Self::Report001 => {
                "A value in the plan is no finite number, is longer than 512 characters, has control characters, or the report is larger than 1 MiB."
            }
        }
    }

    /// What follows from it for the run: one or two static sentences.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one table, one line for each code")]
    pub fn consequence(self) -> &'static str {
        match self {
            Self::Contract012 | Self::Legacy005 | Self::Graph007 | Self::WorkType004 => {
                "None for the plan: this is a remark, and neither the exit code nor `executable` changes."
            }
            Self::Contract001
            | Self::Contract002
            | Self::Contract003
            | Self::Contract004
            | Self::Contract005
            | Self::Contract006
            | Self::Contract007
            | Self::Contract008
            | Self::Contract009
            | Self::Contract010
            | Self::Contract011
            | Self::Legacy001 => {
                "Nothing is planned for the issue: a contract is taken as a whole or not at all."
            }
            Self::Policy001
            | Self::Policy002
            | Self::Policy003
            | Self::Policy004
            | Self::Policy005
            | Self::Policy006
            | Self::Policy007 => {
                "The run ends before any request: without a valid policy no issue can be judged."
            }
            Self::Legacy002
            | Self::Legacy003
            | Self::Legacy004
            | Self::WorkType001
            | Self::WorkType002
            | Self::WorkType003
            | Self::Plan002
            | Self::Plan003
            | Self::Plan004
            | Self::Plan005
            | Self::Plan006
            | Self::Plan007
            | Self::Graph001
            | Self::Graph002
            | Self::Graph003
            | Self::Graph004
            | Self::Graph005
            | Self::Graph006 => {
                "The run succeeds, and the plan says `executable: false`: it must not be carried out until the finding is gone."
            }
            Self::Schema001 | Self::Schema002 | Self::Schema003 | Self::Schema004 | Self::Schema005 => {
                "The run ends without a plan: on fields that are in doubt, nothing is planned for any issue."
            }
            Self::Plan001 | Self::Runtime009 | Self::Report001 => {
                "The run ends without a result, because a wrong one would be worse."
            }
            Self::GithubRead001
            | Self::Runtime003
            | Self::Runtime004
            | Self::Runtime005
            | Self::Runtime006
            | Self::Runtime007
            | Self::Runtime008
            | Self::Runtime012
            | Self::Runtime014 => "The run ends before any request.",
            Self::Runtime013 | Self::Runtime015 | Self::Runtime016 => {
                "The run ends before any request and succeeds, with the status skipped."
            }
            Self::Report006 | Self::Report007 | Self::Report008 => {
                "Nothing is compared: what is left out would pass for equal."
            }
            Self::Lint001 | Self::Lint002 => {
                "The file is not checked; the others are. The check ends with exit code 2."
            }
            Self::Report002 | Self::Report003 | Self::Report004 | Self::Report005 => {
                "Nothing is merged: a sum without one of its parts would pass for the whole."
            }
            Self::GithubRead002
            | Self::GithubRead003
            | Self::GithubRead009
            | Self::GithubRead010
            | Self::GithubRead011 => {
                "The run ends without a plan and without another attempt, and no other credential is tried."
            }
            Self::GithubRead004
            | Self::GithubRead005
            | Self::GithubRead006
            | Self::GithubRead007
            | Self::GithubRead008
            | Self::Rest001
            | Self::Snapshot001
            | Self::Cache001 => {
                "Everything that was read is dropped: a plan on a part of the truth could be wrong."
            }
            Self::Rate001 => {
                "The run ends before the request, without a plan and without waiting. The result names the limit and, where GitHub tells it, the time of its reset."
            }
            Self::Capability001 => {
                "The run ends without a plan, and before the Project is read where that much is known by then: an empty answer would look like a Project without items."
            }
            Self::Runtime001 | Self::Runtime002 | Self::Runtime010 => {
                "Nothing is planned for the issue, and the run succeeds. With `--require-contract` a body without contract fails it instead."
            }
            Self::Runtime011 => "The result is lost; nothing was changed on GitHub.",
            Self::Runtime017 => {
                "The step fails whatever the run found, because what follows it relies on these files; nothing was changed on GitHub."
            }
        }
    }
}
