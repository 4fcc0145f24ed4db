//! The page around a report: one file that loads nothing, runs one script and
//! one style sheet, both its own, and nothing else.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::super::escape::HtmlText;
use super::super::phrase::NOTHING_WRITTEN;
use super::markup::Html;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// How a reader is to take the headline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Tone {
    /// There is nothing to do.
    Good,
    /// There is something to look at.
    Attention,
    /// Something is wrong.
    Bad,
    /// There is nothing to say.
    Quiet,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Attention => "attention",
            Self::Bad => "bad",
            Self::Quiet => "quiet",
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Good => "✓",
            Self::Attention => "!",
            Self::Bad => "✗",
            Self::Quiet => "·",
        }
    }
}

/// A part of a page, with its title; `id` is where a link leads to.
pub(in crate::report) struct Section {
    id: &'static str,
    title: String,
    inside: Html,
}

/// A page that is being put together.
pub(in crate::report) struct Page {
    headline: String,
    tone: Tone,
    lead: Html,
    sections: Vec<Section>,
}

impl Page {
    /// A page with its headline.
    pub(in crate::report) fn new(headline: String, tone: Tone) -> Self {
        Self { headline, tone, lead: Html::default(), sections: Vec::new() }
    }

    /// What stands below the headline, before all sections.
    pub(in crate::report) fn lead(&mut self) -> &mut Html {
        &mut self.lead
    }

    /// A section; none where nothing is inside.
    pub(in crate::report) fn section(
        &mut self,
        id: &'static str,
        title: impl Into<String>,
        inside: impl FnOnce(&mut Html),
    ) {
        let mut html = Html::default();
        inside(&mut html);
        if html.len() > 0 {
            self.sections.push(Section { id, title: title.into(), inside: html });
        }
    }

    /// The whole file. Ends with a line end.
    pub(in crate::report) fn finish(self) -> String {
        let mut body = Html::default();
        body.leaf("a", &[("class", "skip"), ("href", "#content")], "Skip to the content");
        body.element("header", &[("class", self.tone.class())], |header| {
            header.leaf("span", &[("class", "sign"), ("aria-hidden", "true")], self.tone.sign());
            header.leaf("h1", &[], &self.headline);
        });
        if self.sections.len() > 1 {
            self.contents(&mut body);
        }
        body.element("main", &[("id", "content")], |main| {
            main.append(&self.lead);
            self.sections.iter().for_each(|section| section.write(main));
        });
        body.element("footer", &[], |footer| footer.leaf("p", &[], NOTHING_WRITTEN));
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{}<script>{SCRIPT}</script>\n</body>\n\
             </html>\n",
            policy(),
            HtmlText::new(&self.headline),
            body.as_str(),
        )
    }

    fn contents(&self, body: &mut Html) {
        body.element("nav", &[("aria-label", "On this page")], |nav| {
            nav.element("ul", &[], |list| {
                for section in &self.sections {
                    let target = format!("#{}", section.id);
                    list.element("li", &[], |item| item.leaf("a", &[("href", &target)], &section.title));
                }
            });
        });
    }
}

impl Section {
    fn write(&self, main: &mut Html) {
        let title = format!("{}-title", self.id);
        main.element("section", &[("id", self.id), ("aria-labelledby", &title)], |section| {
            section.leaf("h2", &[("id", &title)], &self.title);
            section.append(&self.inside);
        });
    }
}

/// What a browser lets the page do: to be styled by this style sheet and to run
/// this script, each known by its hash. It loads nothing, and sends nothing.
fn policy() -> String {
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        STANDARD.encode(Sha256::digest(STYLE)),
        STANDARD.encode(Sha256::digest(SCRIPT)),
    )
}
