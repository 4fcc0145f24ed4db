//! Reports as pages for a browser: what is in them, and that no text of others
//! becomes markup. What a browser makes of them is looked at by `.ci/browser`,
//! which opens the pages that [`keep`] keeps.

mod audit;
mod comparison;
mod plan;

use std::collections::BTreeSet;
use std::path::Path;
use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use crate::support::html::{Element, parsed};

/// Every element that a page can have.
const ELEMENTS: [&str; 47] = [
    "a", "b", "bdi", "body", "caption", "code", "dd", "details", "div", "dl", "dt", "footer", "g", "h1",
    "h2", "head", "header", "html", "i", "input", "label", "li", "main", "meta", "nav", "option", "p",
    "path", "rect", "script", "section", "select", "small", "span", "strong", "style", "summary", "svg",
    "table", "tbody", "td", "text", "th", "thead", "title", "tr", "ul",
];

/// Every attribute that an element can have. None of them runs or loads
/// anything, except for `href`, which is looked at.
const ATTRIBUTES: [&str; 37] = [
    "aria-describedby",
    "aria-hidden",
    "aria-label",
    "aria-labelledby",
    "aria-sort",
    "autocomplete",
    "charset",
    "class",
    "colspan",
    "content",
    "d",
    "data-key",
    "data-label",
    "data-many",
    "data-sort",
    "data-status",
    "for",
    "height",
    "hidden",
    "href",
    "http-equiv",
    "id",
    "lang",
    "name",
    "open",
    "role",
    "rx",
    "scope",
    "spellcheck",
    "tabindex",
    "text-anchor",
    "type",
    "value",
    "viewBox",
    "width",
    "x",
    "y",
];

/// The tree of a page, which has nothing in it that a page must not have.
fn judged(page: &str) -> Rc<Element> {
    let root = parsed(page);
    let all = root.all();
    let ids: Vec<&str> = all.iter().filter_map(|element| element.attribute("id")).collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "an id is there twice");
    for element in &all {
        assert!(ELEMENTS.contains(&element.tag()), "{}", element.tag());
        for name in element.attributes() {
            assert!(ATTRIBUTES.contains(&name), "{name}");
        }
        if let Some(target) = element.attribute("href") {
            let target = target.strip_prefix('#').unwrap_or_else(|| panic!("{target} leads elsewhere"));
            assert!(unique.contains(target), "{target} is not there");
        }
        for name in ["for", "aria-labelledby", "aria-describedby"] {
            if let Some(target) = element.attribute(name) {
                assert!(unique.contains(target), "{name}: {target} is not there");
            }
        }
    }
    for line in page.lines() {
        assert!(!line.trim_start().starts_with("::") && !line.contains("##["), "a runner obeys {line}");
    }
    guarded(&root);
    root
}

/// A page runs its own script, is styled by its own style sheet, and loads
/// nothing.
fn guarded(root: &Rc<Element>) {
    let hash = |tag| {
        let [element] = &root.every(tag)[..] else { panic!("one {tag}") };
        assert_eq!(element.attributes().count(), 0, "{tag} comes from elsewhere");
        format!("'sha256-{}'", STANDARD.encode(Sha256::digest(element.text())))
    };
    let (style, script) = (hash("style"), hash("script"));
    let policies = root.every("meta").into_iter().filter(|meta| meta.attribute("http-equiv").is_some());
    let policies: Vec<_> = policies.collect();
    let [policy] = &policies[..] else { panic!("one policy") };
    assert_eq!(policy.attribute("http-equiv"), Some("Content-Security-Policy"));
    let expected = format!(
        "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
    );
    assert_eq!(policy.attribute("content"), Some(expected.as_str()));
}

/// Keeps a page for a browser.
fn keep(name: &str, page: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), page).unwrap();
}

/// The texts of elements.
fn texts(elements: &[Rc<Element>]) -> Vec<String> {
    elements.iter().map(|element| element.text()).collect()
}

#[test]
fn the_script_makes_no_markup_and_the_style_sheet_loads_nothing() {
    let root = judged(&yukh::report::failure_html(
        &yukh::diagnostic::Failure::of(yukh::diagnostic::Code::Runtime009),
        None,
        yukh::diagnostic::Face::CommandLine,
    ));
    let (script, style) = (root.every("script")[0].text(), root.every("style")[0].text());
    for word in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "DOMParser",
        "eval",
        "Function(",
        "setTimeout",
        "fetch",
        "XMLHttpRequest",
        "WebSocket",
        "import",
        "Storage",
        "cookie",
        "createContextualFragment",
    ] {
        assert!(!script.contains(word), "{word}");
    }
    for word in ["url(", "@import", "@font-face", "expression"] {
        assert!(!style.contains(word), "{word}");
    }
}
