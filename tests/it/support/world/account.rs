//! Accounts and repositories as GitHub words them.

use serde_json::{Map, Value as Json, json};

use super::{Account, CREATED, Repository, UPDATED};

/// Members of a repository that hold an address below the repository's own.
const REPOSITORY_ADDRESSES: [&str; 38] = [
    "archive",
    "assignees",
    "blobs",
    "branches",
    "collaborators",
    "comments",
    "commits",
    "compare",
    "contents",
    "contributors",
    "deployments",
    "downloads",
    "events",
    "forks",
    "git_commits",
    "git_refs",
    "git_tags",
    "hooks",
    "issue_comment",
    "issue_events",
    "issues",
    "keys",
    "labels",
    "languages",
    "merges",
    "milestones",
    "notifications",
    "pulls",
    "releases",
    "stargazers",
    "statuses",
    "subscribers",
    "subscription",
    "tags",
    "teams",
    "trees",
    "clone",
    "svn",
];

/// Members of an account that hold an address below the account's own.
const ACCOUNT_ADDRESSES: [&str; 9] = [
    "followers",
    "following",
    "gists",
    "starred",
    "subscriptions",
    "organizations",
    "repos",
    "events",
    "received_events",
];

/// `simple-user`
pub(super) fn simple(account: &Account, api: &str) -> Json {
    let address = format!("{api}/users/{}", account.login);
    let mut members = Map::new();
    for name in ACCOUNT_ADDRESSES {
        members.insert(format!("{name}_url"), json!(format!("{address}/{name}")));
    }
    let kind = if account.organization { "Organization" } else { "User" };
    merge(
        members,
        json!({
            "login": account.login,
            "id": account.id,
            "node_id": account_node_id(account),
            "avatar_url": format!("https://avatars.githubusercontent.com/u/{}?v=4", account.id),
            "gravatar_id": "",
            "url": address,
            "html_url": format!("https://github.com/{}", account.login),
            "type": kind,
            "user_view_type": "public",
            "site_admin": false,
        }),
    )
}

/// `public-user`, the answer of `GET /users/{username}`.
pub(super) fn public(account: &Account, api: &str) -> Json {
    let Json::Object(members) = simple(account, api) else { panic!("an account is an object") };
    merge(
        members,
        json!({
            "name": "The gardeners of Acme",
            "company": null,
            "blog": "https://garden.example",
            "location": "Behind the old mill",
            "email": "compost@garden.example",
            "hireable": null,
            "bio": "We grow tomatoes",
            "public_repos": 3,
            "public_gists": 0,
            "followers": 12,
            "following": 0,
            "created_at": CREATED,
            "updated_at": UPDATED,
        }),
    )
}

/// `full-repository`, the answer of `GET /repos/{owner}/{repo}`, and what is
/// nested in items.
pub(super) fn repository(repository: &Repository, api: &str) -> Json {
    let full_name = format!("{}/{}", repository.owner.login, repository.name);
    let address = format!("{api}/repos/{full_name}");
    let mut members = Map::new();
    for name in REPOSITORY_ADDRESSES {
        members.insert(format!("{name}_url"), json!(format!("{address}/{name}")));
    }
    for flag in ["has_issues", "has_projects", "has_wiki", "has_pages", "has_discussions", "private"] {
        members.insert(flag.to_owned(), json!(flag != "private"));
    }
    for counter in [
        "forks",
        "forks_count",
        "open_issues",
        "open_issues_count",
        "size",
        "stargazers_count",
        "watchers",
        "watchers_count",
        "network_count",
        "subscribers_count",
    ] {
        members.insert(counter.to_owned(), json!(7));
    }
    merge(
        members,
        json!({
            "id": repository.id,
            "node_id": node_id(repository),
            "name": repository.name,
            "full_name": full_name,
            "owner": simple(&repository.owner, api),
            "url": address,
            "html_url": format!("https://github.com/{full_name}"),
            "git_url": format!("git:github.com/{full_name}.git"),
            "ssh_url": format!("git@github.com:{full_name}.git"),
            "mirror_url": null,
            "description": "Glass, soil and patience",
            "homepage": null,
            "language": null,
            "license": null,
            "fork": false,
            "archived": false,
            "disabled": false,
            "visibility": "public",
            "default_branch": "main",
            "pushed_at": UPDATED,
            "created_at": CREATED,
            "updated_at": UPDATED,
        }),
    )
}

/// The node id of a repository.
pub(super) fn node_id(repository: &Repository) -> String {
    format!("R_kgDOglass{}", repository.id)
}

/// The node id of an account.
pub(super) fn account_node_id(account: &Account) -> String {
    format!("MDQ6QWNjb3VudA{}", account.id)
}

/// The node id of a Project.
pub(super) fn project_node_id(id: u64) -> String {
    format!("PVT_kwDObed{id}")
}

/// A repository of which only the name is known: where related issues live.
pub(super) fn elsewhere(full_name: &str) -> Repository {
    let (login, name) = full_name.split_once('/').expect("OWNER/NAME");
    let id = 88_000 + full_name.len() as u64;
    let owner = Account { id: id + 1, login: login.to_owned(), organization: true };
    Repository { id, owner, name: name.to_owned() }
}

/// One object with the members of both.
pub(super) fn merge(mut members: Map<String, Json>, more: Json) -> Json {
    let Json::Object(more) = more else { panic!("members come as an object") };
    members.extend(more);
    Json::Object(members)
}
