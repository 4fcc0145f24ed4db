//! The body that an issue gets from a template or a form, and where each of
//! its lines stands in the template's file.

use super::envelope::lines;
use super::yaml::{self, Limits, Node, Value, member};
use crate::diagnostic::Position;

/// A form is GitHub's document: bounded as far as reading it needs.
const LIMITS: Limits = Limits {
    depth: 16,
    root_members: usize::MAX,
    members: usize::MAX,
    entries: Some(usize::MAX),
    scalars: usize::MAX,
    string: usize::MAX,
};

/// What the first and the last line of front matter are.
const FRONT_MATTER: &str = "---";

/// A text that an issue body is made of.
#[derive(Clone, PartialEq, Eq)]
pub struct Template {
    body: String,
    /// For each line of the body, from the first.
    origins: Vec<Origin>,
}

/// Where a line of the body comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// It is this line of the file, whose text begins after so many characters.
    Line { line: u32, indent: u32 },
    /// It is made from what stands here.
    Place(Position),
}

/// What a form makes.
#[derive(Clone, PartialEq, Eq)]
pub struct Form {
    /// What an issue gets that nobody edits.
    pub body: Template,
    /// Texts that are shown beside the form and become no part of an issue.
    pub shown: Vec<Template>,
}

impl Template {
    /// A Markdown template: what follows its front matter.
    #[must_use]
    pub fn markdown(file: &str) -> Self {
        let mut opening = lines(file).take_while(|line| line.number > 1 || line.text == FRONT_MATTER);
        let front = opening.next().and_then(|_| opening.find(|line| line.text == FRONT_MATTER));
        front.map_or_else(|| Self::whole(file), |line| Self::below(file, line.end, line.number))
    }

    /// A file that is a body as it stands.
    #[must_use]
    pub fn whole(file: &str) -> Self {
        Self::below(file, 0, 0)
    }

    /// The file from this byte on, behind this many lines.
    fn below(file: &str, start: usize, before: u32) -> Self {
        let body = file.get(start..).unwrap_or_default().to_owned();
        let origins = lines(&body).map(|line| Origin::Line { line: line.number + before, indent: 0 });
        Self { origins: origins.collect(), body }
    }

    /// The text of the body.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The place in the file of a place in the body.
    #[must_use]
    pub fn position(&self, place: Position) -> Position {
        let index = usize::try_from(place.line.saturating_sub(1)).unwrap_or(usize::MAX);
        match self.origins.get(index).or(self.origins.last()) {
            Some(Origin::Line { line, indent }) => {
                Position { line: *line, column: place.column.saturating_add(*indent) }
            }
            Some(Origin::Place(position)) => *position,
            None => place,
        }
    }

    fn empty() -> Self {
        Self { body: String::new(), origins: Vec::new() }
    }

    /// Adds text of our own for what stands at a place.
    fn push(&mut self, text: &str, place: Position) {
        self.origins.extend(lines(text).map(|_| Origin::Place(place)));
        self.body.push_str(text);
    }

    /// Adds the text of a node, which then ends with a line end.
    fn push_value(&mut self, text: &str, node: &Node, file: &[&str]) {
        let mut text = text.to_owned();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.origins.extend(origins(&text, node.position, file));
        self.body.push_str(&text);
    }
}

impl Form {
    /// Reads an issue form.
    ///
    /// # Errors
    ///
    /// The place of what is not YAML as this program reads it, or not a form: a
    /// mapping whose `body` is a sequence of mappings with a `type`.
    pub fn read(file: &str) -> Result<Self, Position> {
        let root = yaml::read(file, &LIMITS).map_err(|found| {
            found.first().map_or(Position { line: 1, column: 1 }, |finding| finding.position)
        })?;
        let body = member(&root, "body").ok_or(root.position)?;
        let Value::Sequence(elements) = &body.value else { return Err(body.position) };
        let file: Vec<&str> = lines(file).map(|line| line.text).collect();
        let mut form = Self { body: Template::empty(), shown: Vec::new() };
        for element in elements {
            let kind = member(element, "type").and_then(text).ok_or(element.position)?;
            form.add(kind, element, &file);
        }
        Ok(form)
    }

    fn add(&mut self, kind: &str, element: &Node, file: &[&str]) {
        let attribute = |name| member(element, "attributes").and_then(|node| member(node, name));
        let value = attribute("value").and_then(|node| Some((node, text(node)?)));
        if kind == "markdown" {
            let mut shown = Template::empty();
            if let Some((node, text)) = value {
                shown.push_value(text, node, file);
            }
            self.shown.push(shown);
            return;
        }
        let label = attribute("label").and_then(text).unwrap_or_default();
        let body = &mut self.body;
        body.push(&format!("### {label}\n\n"), element.position);
        // A text area with a language becomes a code fence.
        let language = attribute("render").and_then(text);
        if let Some(language) = language {
            body.push(&format!("```{language}\n"), element.position);
        }
        if let Some((node, text)) = value {
            body.push_value(text, node, file);
        }
        if language.is_some() {
            body.push("```\n", element.position);
        }
        body.push("\n", element.position);
    }
}

fn text(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

/// Where the lines of a scalar stand. A literal block scalar and a scalar on
/// one line have their text in the file as it is; of others only the beginning
/// is told.
fn origins(text: &str, node: Position, file: &[&str]) -> Vec<Origin> {
    let texts: Vec<&str> = lines(text).map(|line| line.text).collect();
    let blank = texts.iter().take_while(|text| text.is_empty()).count();
    let blank = u32::try_from(blank).unwrap_or(u32::MAX);
    let one = (texts.len() == 1).then(|| origin_in(node.line, texts.first()?, file, Some(node.column)));
    let block = |first: u32| -> Option<Vec<Origin>> {
        (first..).zip(&texts).map(|(line, text)| origin_in(line, text, file, None)).collect()
    };
    one.flatten()
        .map(|origin| vec![origin])
        .or_else(|| block(node.line))
        // The parser may name the first line that is not blank.
        .or_else(|| block(node.line.saturating_sub(blank)))
        .unwrap_or_else(|| vec![Origin::Place(node); texts.len()])
}

/// The line of the file as the origin of a text: indented, or, of a scalar that
/// begins at a column, there or behind its quotation mark.
fn origin_in(line: u32, text: &str, file: &[&str], column: Option<u32>) -> Option<Origin> {
    let whole = file.get(usize::try_from(line.checked_sub(1)?).ok()?)?;
    let Some(column) = column else {
        let before = match text.is_empty() {
            true => "",
            false => whole.strip_suffix(text).filter(|before| before.bytes().all(|byte| byte == b' '))?,
        };
        let blank = !text.is_empty() || whole.bytes().all(|byte| byte == b' ');
        return blank.then(|| Origin::Line { line, indent: u32::try_from(before.len()).unwrap_or(u32::MAX) });
    };
    [column.saturating_sub(1), column].into_iter().find_map(|indent| {
        let (start, _) = whole.char_indices().nth(usize::try_from(indent).ok()?)?;
        whole.get(start..)?.starts_with(text).then_some(Origin::Line { line, indent })
    })
}

#[cfg(test)]
mod tests {
    use super::{Form, Template};
    use crate::diagnostic::Position;

    /// Where the word stands in the body, as a place of the file.
    fn place(template: &Template, word: &str) -> (u32, u32) {
        let at = template.body().find(word).expect(word);
        let Position { line, column } =
            template.position(crate::desired::envelope::position(template.body(), at));
        (line, column)
    }

    #[test]
    fn front_matter_is_no_part_of_the_body() {
        let template = Template::markdown("---\r\nname: Bug\r\n---\r\n\r\nText\r\n");
        assert_eq!(template.body(), "\r\nText\r\n");
        assert_eq!(place(&template, "Text"), (5, 1));
        for whole in ["Text\n---\nx\n---\n", "---\nnever closed\n", "", "--- \nx\n---\n"] {
            assert_eq!(Template::markdown(whole).body(), whole);
        }
    }

    #[test]
    fn a_text_area_becomes_a_section_of_the_body() {
        let file = "name: Bug\nbody:\n  - type: markdown\n    attributes:\n      value: Hello\n  \
                    - type: textarea\n    id: a\n    attributes:\n      label: What\n      value: |\n        \
                    one\n\n          two\n  - type: input\n    attributes: { label: L, value: \"three x\" }\n  \
                    - type: textarea\n    attributes:\n      render: yaml\n      value: four\n";
        let form = Form::read(file).unwrap_or_else(|place| panic!("{place:?}"));
        let body = "### What\n\none\n\n  two\n\n### L\n\nthree x\n\n### \n\n```yaml\nfour\n```\n\n";
        assert_eq!(form.body.body(), body);
        for (word, line, column) in
            [("one", 11, 9), ("two", 13, 11), ("three", 15, 37), ("x", 15, 43), ("four", 19, 14)]
        {
            assert_eq!(place(&form.body, word), (line, column), "{word}");
        }
        assert_eq!(place(&form.body, "What"), (6, 5));
        let [shown] = &form.shown[..] else { panic!("one text") };
        assert_eq!((shown.body(), place(shown, "Hello")), ("Hello\n", (5, 14)));
    }

    #[test]
    fn a_text_that_is_not_in_the_file_as_it_is_is_told_by_its_beginning() {
        for (value, beginning) in [(">\n        one\n        two\n", (6, 9)), ("\"one\\ntwo\"\n", (5, 14))] {
            let file =
                format!("body:\n  - type: textarea\n    attributes:\n      label: x\n      value: {value}");
            let form = Form::read(&file).unwrap_or_else(|place| panic!("{place:?}"));
            assert_eq!(place(&form.body, "two"), beginning, "{value}");
        }
    }

    #[test]
    fn blank_lines_before_a_text_count() {
        let area = "body:\n  - type: textarea\n    attributes:\n      value: |\n";
        for blank in ["\n\n", "\n        \n", "        \n        \n"] {
            let file = format!("{area}{blank}        one\n         two\n");
            let form = Form::read(&file).unwrap_or_else(|place| panic!("{place:?}"));
            assert_eq!((place(&form.body, "one"), place(&form.body, "two")), ((7, 9), (8, 10)), "{blank:?}");
        }
    }

    #[test]
    fn what_is_no_form_is_refused_at_its_place() {
        for (file, line, column) in [
            ("", 1, 1),
            ("name: x\n", 1, 1),
            ("name: x\nbody: text\n", 2, 7),
            ("body:\n  - kind: x\n", 2, 5),
            ("body:\n  - type: 1\n", 2, 5),
            ("body:\n  - &a x\n", 2, 8),
            ("body: [\n", 1, 7),
        ] {
            let refused = Form::read(file).err().expect(file);
            assert_eq!((refused.line, refused.column), (line, column), "{file}");
        }
    }
}
