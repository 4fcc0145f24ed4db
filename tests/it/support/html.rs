//! Pages, read as a browser reads them. Where a browser would repair something,
//! the page is refused.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, parse_document};

/// An element with its attributes and what is inside it.
#[derive(Debug)]
pub(crate) struct Element {
    name: QualName,
    attributes: Vec<(String, String)>,
    inside: RefCell<Vec<Inside>>,
}

#[derive(Debug)]
enum Inside {
    Element(Rc<Element>),
    Text(String),
}

/// Elements that nothing can be inside of, and those whose text is not escaped.
const VOID: [&str; 2] = ["input", "meta"];
const RAW: [&str; 2] = ["script", "style"];

impl Element {
    /// Its name.
    pub(crate) fn tag(&self) -> &str {
        &self.name.local
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// The names of its attributes.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(name, _)| name.as_str())
    }

    /// All elements inside it, in their order, and itself.
    pub(crate) fn all(self: &Rc<Self>) -> Vec<Rc<Self>> {
        let mut all = vec![Rc::clone(self)];
        for inside in self.inside.borrow().iter() {
            if let Inside::Element(element) = inside {
                all.extend(element.all());
            }
        }
        all
    }

    /// The elements of this name.
    pub(crate) fn every(self: &Rc<Self>, tag: &str) -> Vec<Rc<Self>> {
        self.all().into_iter().filter(|element| element.tag() == tag).collect()
    }

    /// The elements of this class.
    pub(crate) fn classed(self: &Rc<Self>, class: &str) -> Vec<Rc<Self>> {
        let has = |element: &Rc<Self>| {
            element.attribute("class").is_some_and(|own| own.split(' ').any(|own| own == class))
        };
        self.all().into_iter().filter(has).collect()
    }

    /// The text of it and of what is inside it.
    pub(crate) fn text(&self) -> String {
        let inside = self.inside.borrow();
        let text = |inside: &Inside| match inside {
            Inside::Element(element) => element.text(),
            Inside::Text(text) => text.clone(),
        };
        inside.iter().map(text).collect()
    }

    /// The markup of what is inside it, every element closed and every text
    /// escaped.
    fn markup(&self) -> String {
        let is_raw = RAW.contains(&self.tag());
        let inside = self.inside.borrow();
        let markup = |inside: &Inside| match inside {
            Inside::Text(text) if is_raw => text.clone(),
            Inside::Text(text) => escaped(text),
            Inside::Element(element) => {
                let tag = element.tag();
                let value = |(name, value): &(String, String)| format!(" {name}=\"{}\"", escaped(value));
                let open = format!("<{tag}{}>", element.attributes.iter().map(value).collect::<String>());
                let close = if VOID.contains(&tag) { String::new() } else { format!("</{tag}>") };
                format!("{open}{}{close}", element.markup())
            }
        };
        inside.iter().map(markup).collect()
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// The root of a page that is exactly what its tree is written as.
pub(crate) fn parsed(page: &str) -> Rc<Element> {
    let (document, errors) = parse_document(Sink::new(), ParseOpts::default()).one(StrTendril::from(page));
    assert!(errors.is_empty(), "{errors:?}: {page:.2000}");
    let [root] = &document.every("html")[..] else { panic!("one root: {page:.2000}") };
    let [body] = &root.every("body")[..] else { panic!("one body: {page:.2000}") };
    let (_, written) = page.split_once("<body>").unwrap();
    let (written, end) = written.rsplit_once("</body>").unwrap();
    assert_eq!(end, "\n</html>\n");
    // What follows the body is part of it.
    assert_eq!(body.markup(), format!("{written}\n\n"));
    Rc::clone(root)
}

struct Sink {
    document: Rc<Element>,
    errors: RefCell<Vec<String>>,
}

impl Sink {
    fn new() -> Self {
        let name = QualName::new(None, Namespace::from(""), LocalName::from(""));
        let document = Element { name, attributes: Vec::new(), inside: RefCell::default() };
        Self { document: Rc::new(document), errors: RefCell::default() }
    }

    fn refuse(&self, what: &str) {
        self.errors.borrow_mut().push(what.to_owned());
    }
}

impl TreeSink for Sink {
    type Handle = Rc<Element>;
    type Output = (Rc<Element>, Vec<String>);
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Self::Output {
        (self.document, self.errors.into_inner())
    }

    fn parse_error(&self, message: Cow<'static, str>) {
        self.refuse(&message);
    }

    fn get_document(&self) -> Rc<Element> {
        Rc::clone(&self.document)
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Element>) -> &'a QualName {
        &target.name
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, flags: ElementFlags) -> Rc<Element> {
        if flags.template {
            self.refuse("a template");
        }
        let attributes = attributes.into_iter();
        let attributes = attributes.map(|found| (found.name.local.to_string(), found.value.to_string()));
        Rc::new(Element { name, attributes: attributes.collect(), inside: RefCell::default() })
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Element> {
        self.refuse("a comment");
        self.get_document()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Rc<Element> {
        self.refuse("a processing instruction");
        self.get_document()
    }

    fn append(&self, parent: &Rc<Element>, child: NodeOrText<Rc<Element>>) {
        let mut inside = parent.inside.borrow_mut();
        match child {
            NodeOrText::AppendNode(element) => inside.push(Inside::Element(element)),
            NodeOrText::AppendText(more) => match inside.last_mut() {
                Some(Inside::Text(text)) => text.push_str(&more),
                _ => inside.push(Inside::Text(more.to_string())),
            },
        }
    }

    fn append_based_on_parent_node(&self, _: &Rc<Element>, _: &Rc<Element>, _: NodeOrText<Rc<Element>>) {
        self.refuse("something in a table that is no part of it");
    }

    fn append_doctype_to_document(&self, name: StrTendril, public: StrTendril, system: StrTendril) {
        if (&*name, &*public, &*system) != ("html", "", "") {
            self.refuse("another type of document");
        }
    }

    fn get_template_contents(&self, target: &Rc<Element>) -> Rc<Element> {
        Rc::clone(target)
    }

    fn same_node(&self, one: &Rc<Element>, other: &Rc<Element>) -> bool {
        Rc::ptr_eq(one, other)
    }

    fn set_quirks_mode(&self, mode: QuirksMode) {
        if mode != QuirksMode::NoQuirks {
            self.refuse("quirks");
        }
    }

    fn append_before_sibling(&self, _: &Rc<Element>, _: NodeOrText<Rc<Element>>) {
        self.refuse("something in a table that is no part of it");
    }

    fn add_attrs_if_missing(&self, _: &Rc<Element>, _: Vec<Attribute>) {
        self.refuse("a second root or body");
    }

    fn remove_from_parent(&self, _: &Rc<Element>) {
        self.refuse("an element at a place where none can be");
    }

    fn reparent_children(&self, _: &Rc<Element>, _: &Rc<Element>) {
        self.refuse("elements that are not closed in their order");
    }
}
