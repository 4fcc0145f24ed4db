//! The one way to write HTML: elements that are closed, attributes that are
//! quoted, texts that are escaped. Names of elements and attributes are words of
//! this program, known when it is compiled; a text can not become either.

use super::super::escape::HtmlText;

/// Attributes with their values; an empty value for those that have none.
pub(in crate::report) type Attributes<'a> = &'a [(&'static str, &'a str)];

/// A piece of a page, in which every element is closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::report) struct Html(String);

/// Elements that a line ends behind, for those who read the source or compare
/// two pages.
const ENDS_LINE: [&str; 28] = [
    "caption",
    "div",
    "dl",
    "dt",
    "dd",
    "details",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "header",
    "li",
    "main",
    "nav",
    "ol",
    "option",
    "p",
    "section",
    "select",
    "svg",
    "table",
    "tbody",
    "thead",
    "tr",
    "ul",
];

impl Html {
    /// An element and what is inside it.
    pub(in crate::report) fn element(
        &mut self,
        tag: &'static str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Self),
    ) {
        self.void(tag, attributes);
        inside(self);
        self.0.push_str("</");
        self.0.push_str(tag);
        self.0.push('>');
        if ENDS_LINE.contains(&tag) {
            self.0.push('\n');
        }
    }

    /// An element that holds one text.
    pub(in crate::report) fn leaf(&mut self, tag: &'static str, attributes: Attributes<'_>, text: &str) {
        self.element(tag, attributes, |inside| inside.text(text));
    }

    /// An element that nothing can be inside of.
    pub(in crate::report) fn void(&mut self, tag: &'static str, attributes: Attributes<'_>) {
        self.0.push('<');
        self.0.push_str(tag);
        for (name, value) in attributes {
            self.0.push(' ');
            self.0.push_str(name);
            self.0.push_str("=\"");
            self.0.push_str(&HtmlText::new(value).to_string());
            self.0.push('"');
        }
        self.0.push('>');
    }

    /// Words.
    pub(in crate::report) fn text(&mut self, text: &str) {
        self.0.push_str(&HtmlText::new(text).to_string());
    }

    /// A name or value that somebody else wrote: apart from what surrounds it,
    /// whatever direction its script has.
    pub(in crate::report) fn name(&mut self, name: &str) {
        self.leaf("bdi", &[("class", "name")], name);
    }

    /// A code, a path, a word of the JSON or a command.
    pub(in crate::report) fn code(&mut self, text: &str) {
        self.element("code", &[], |code| code.leaf("bdi", &[], text));
    }

    /// Words of ours in which what stands between backticks is code.
    pub(in crate::report) fn prose(&mut self, text: &str) {
        for (index, piece) in text.split('`').enumerate() {
            if index % 2 == 1 { self.code(piece) } else { self.text(piece) }
        }
    }

    /// Another piece, behind this one.
    pub(in crate::report) fn append(&mut self, piece: &Self) {
        self.0.push_str(&piece.0);
    }

    /// How many bytes it has.
    pub(in crate::report) fn len(&self) -> usize {
        self.0.len()
    }

    /// The text. What takes it out stands outside of all guards of this file:
    /// it is [`super::document`] alone.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Html;

    #[test]
    fn a_text_opens_and_closes_nothing() {
        let mut html = Html::default();
        html.element("td", &[("data-key", "\" onclick=\"x"), ("hidden", "")], |cell| {
            cell.text("</td><script>&amp;");
            cell.name("\u{202e}'a");
            cell.prose("See `a<b` there.");
        });
        assert_eq!(
            html.as_str(),
            "<td data-key=\"&quot; onclick=&quot;x\" hidden=\"\">&lt;/td&gt;&lt;script&gt;&amp;amp;\
             <bdi class=\"name\">⟨U+202E⟩&#39;a</bdi>See <code><bdi>a&lt;b</bdi></code> there.</td>"
        );
    }
}
