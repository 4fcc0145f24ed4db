use super::*;
use crate::github::search_words;

fn repository() -> Repository {
    Repository::new("acme", "site.io").unwrap()
}

fn site() -> Site {
    Site::Named(repository())
}

fn filter() -> Filter {
    Filter {
        state: StateFilter::All,
        labels: vec!["bug".to_owned(), "good first issue".to_owned()],
        assignee: Some("a".to_owned()),
        creator: Some("b[bot]".to_owned()),
        since: Some("2026-07-29T02:00:00+02:00".parse().unwrap()),
    }
}

#[test]
fn every_read_has_one_exact_target() {
    let search = Search {
        repository: repository(),
        sought: Sought::Issues,
        words: search_words("crash repo:x/y"),
        filter: filter(),
    };
    let cases = [
        (Operation::Repository(site()), "/repos/acme/site.io"),
        (Operation::Repository(Site::Numbered(7)), "/repositories/7"),
        (
            Operation::Issues { site: site(), filter: filter(), page: 2 },
            "/repos/acme/site.io/issues?per_page=100&page=2&sort=created&direction=desc&state=all\
             &labels=bug%2Cgood%20first%20issue&assignee=a&creator=b%5Bbot%5D&since=2026-07-29T00%3A00%3A00Z",
        ),
        (
            Operation::Search { search, page: 1 },
            "/search/issues?q=crash%20%22repo%3Ax%2Fy%22%20repo%3Aacme%2Fsite.io%20is%3Aissue\
             %20label%3A%22bug%22%20label%3A%22good%20first%20issue%22%20assignee%3Aa%20author%3Ab%5Bbot%5D\
             %20updated%3A%3E%3D2026-07-29T00%3A00%3A00Z&per_page=50&page=1&sort=created&order=desc",
        ),
        (Operation::Issue { site: site(), number: 9 }, "/repos/acme/site.io/issues/9"),
        (
            Operation::Comments { site: site(), number: 9, since: None, page: 1 },
            "/repos/acme/site.io/issues/9/comments?per_page=20&page=1",
        ),
        (Operation::Labels { site: site(), page: 1 }, "/repos/acme/site.io/labels?per_page=100&page=1"),
        (Operation::Label { site: site(), name: "a/b c".to_owned() }, "/repos/acme/site.io/labels/a%2Fb%20c"),
        (Operation::Oneself, "/user"),
        (Operation::UserRepositories { page: 1 }, "/user/repos?per_page=100&page=1&sort=full_name"),
        (Operation::InstallationRepositories { page: 1 }, "/installation/repositories?per_page=100&page=1"),
    ];
    for (operation, target) in cases {
        assert_eq!(operation.target(), target);
        assert!(operation.is_read() && operation.body().is_none());
    }
}

#[test]
fn every_write_has_one_exact_request() {
    let (repository, number) = (repository(), 9);
    let label = "a/b?c#d".to_owned();
    let cases = [
        (
            Operation::RemoveLabel { repository: repository.clone(), number, label },
            "DELETE /repos/acme/site.io/issues/9/labels/a%2Fb%3Fc%23d",
            None,
        ),
        (
            Operation::Lock { repository: repository.clone(), number, reason: Some(LockReason::TooHeated) },
            "PUT /repos/acme/site.io/issues/9/lock",
            Some(json!({"lock_reason": "too heated"})),
        ),
        (
            Operation::Lock { repository: repository.clone(), number, reason: None },
            "PUT /repos/acme/site.io/issues/9/lock",
            None,
        ),
        (
            Operation::Unlock { repository: repository.clone(), number },
            "DELETE /repos/acme/site.io/issues/9/lock",
            None,
        ),
        (
            Operation::CreateComment { repository: repository.clone(), number, body: "<b>\r\n".to_owned() },
            "POST /repos/acme/site.io/issues/9/comments",
            Some(json!({"body": "<b>\r\n"})),
        ),
        (
            Operation::AddLabels { repository: repository.clone(), number, labels: vec!["x".to_owned()] },
            "POST /repos/acme/site.io/issues/9/labels",
            Some(json!({"labels": ["x"]})),
        ),
        (
            Operation::CreateIssue {
                repository,
                draft: Draft {
                    title: "t".to_owned(),
                    body: String::new(),
                    labels: Vec::new(),
                    assignees: Vec::new(),
                },
            },
            "POST /repos/acme/site.io/issues",
            Some(json!({"title": "t", "body": ""})),
        ),
    ];
    for (operation, request, body) in cases {
        assert_eq!(format!("{} {}", operation.method(), operation.target()), request);
        assert_eq!(operation.body(), body, "{request}");
    }
}

#[test]
fn c6_an_empty_list_clears_and_an_absent_one_is_not_sent() {
    let body =
        |change| Operation::UpdateIssue { repository: repository(), number: 9, change }.body().unwrap();
    let cleared = Change { labels: Some(Vec::new()), body: Some(String::new()), ..Change::default() };
    assert_eq!(body(cleared), json!({"body": "", "labels": []}));
    assert_eq!(body(Change::default()), json!({}));
    let closed = Change {
        state: Some(State::Closed),
        state_reason: Some(StateReason::Duplicate),
        ..Change::default()
    };
    assert_eq!(body(closed), json!({"state": "closed", "state_reason": "duplicate"}));
}
