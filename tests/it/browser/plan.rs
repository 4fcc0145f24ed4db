//! The page of one issue.

use yukh::diagnostic::{Code, Face, Failure};
use yukh::report::{Colour, HtmlText, failure_html, failure_text, html, text};
use yukh::scope::IssueNumber;

use super::{judged, keep, texts};
use crate::report::hostile;
use crate::support::program::Plan;
use crate::support::server::Server;
use crate::support::world::World;

fn demo(issue: &str) -> String {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
    let output = command.env_clear().args(["demo", issue, "--format", "html"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What stands between the frame's parts: no style sheet, no script.
fn body(page: &str) -> &str {
    let (_, body) = page.split_once("<body>\n").unwrap();
    body.split_once("<script>").unwrap().0
}

#[test]
fn the_page_of_a_plan_says_what_would_change_from_what_and_what_is_related() {
    let page = demo("3");
    judged(&page);
    insta::assert_snapshot!("plan", body(&page));
    assert_eq!(page, demo("3"), "the same bytes each time");
}

#[test]
fn every_plan_of_the_demo_is_a_page_and_several_are_none() {
    for issue in ["3", "4", "5", "6", "7", "8"] {
        judged(&demo(issue));
    }
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_yukh"));
    let output = command.env_clear().args(["demo", "--format", "html"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let page = String::from_utf8(output.stdout).unwrap();
    assert!(judged(&page).text().contains("YKP-RUNTIME-003 (ISSUE)"), "{page}");
}

#[test]
fn what_a_plan_cost_stands_beside_its_budgets() {
    let server = Server::of(World::organization());
    let outcome = Plan::against(&server).argument("--format", "html").run();
    assert_eq!(outcome.code, 0, "{outcome:?}");
    keep("plan.html", &outcome.stdout);
    let root = judged(&outcome.stdout);
    let rows = texts(&root.every("tr"));
    assert!(rows.iter().any(|row| row.starts_with("REST requests") && row.ends_with("32")), "{rows:?}");
    // A report file takes the page as it is printed.
    let server = Server::of(World::organization());
    let file =
        Plan::against(&server).argument("--format", "html").argument("--report-file", "plan.html").run();
    assert_eq!((file.code, file.stdout.as_str()), (0, ""));
    assert_eq!(file.report.as_deref(), Some(outcome.stdout.as_str()));
}

#[test]
fn a_name_that_could_act_anywhere_is_one_isolated_text() {
    let page = html(IssueNumber::new(7).unwrap(), &hostile(), None, Face::CommandLine);
    keep("hostile.html", &page);
    let root = judged(&page);
    let names = texts(&root.classed("name"));
    for name in [
        "a|b`c @team #123 <script>",
        "⟨U+003A⟩:add-mask::x #⟨U+0023⟩[error]y",
        "⟨U+0009⟩Estimate⟨U+202E⟩1P⟨U+009B⟩2J",
    ] {
        let shown = text(IssueNumber::new(7).unwrap(), &hostile(), Colour::Never, Face::CommandLine);
        assert!(!shown.contains(name) || names.iter().any(|own| own == name), "{name}: {names:?}");
    }
    assert!(names.iter().any(|name| name == "a|b`c @team #123 <script>"), "{names:?}");
    assert!(names.iter().any(|name| name.contains("⟨U+003A⟩:add-mask::x")), "{names:?}");
    assert!(root.classed("name").iter().all(|name| name.tag() == "bdi"));
    assert!(!page.contains("CANARY"), "what nobody reviewed is not shown");
}

#[test]
fn no_text_becomes_markup() {
    for text in [
        "</td></table></style></script><script>alert(1)</script><!-- -->",
        "<![CDATA[x]]><?php ?><!DOCTYPE x>",
        "\" onmouseover=\"alert(1)\" x='",
        "&lt;script&gt; &amp; &#60;",
        "\0\u{1b}[31m\u{202e}\u{2066}\u{200b}\u{feff}\r\n\u{85}\u{2028}",
        "\u{fffe}\u{fdd0}\u{10ffff}",
        "javascript:alert(1)",
    ] {
        let escaped = HtmlText::new(text).to_string();
        assert!(!escaped.contains(['<', '>', '"', '\'']), "{escaped}");
        assert!(!escaped.chars().any(yukh::report::is_hidden), "{escaped}");
    }
}

#[test]
fn a_failure_is_a_page_with_what_to_do() {
    let failure = Failure::of(Code::GithubRead002);
    let root = judged(&failure_html(&failure, None, Face::CommandLine));
    let said = root.text();
    assert!(said.contains("YKP-GH-READ-002") && said.contains("Nothing was written to GitHub."), "{said}");
    let told = failure_text(&failure, Colour::Never, Face::CommandLine);
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, advice) = told.split_once("→ ").unwrap();
    assert!(said.contains(&advice.replace('`', "")), "{advice}: {said}");
}
