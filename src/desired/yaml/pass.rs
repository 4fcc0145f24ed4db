//! The event pass: one walk over the parser's events, without recursion and
//! without following an alias.

use granit_parser::{ErrorKind, Event, Marker, Options, Parser, StructureStyle};

use super::builder::{Builder, Place};
use super::{Finding, FindingKind, Limits, Node, source};
use crate::diagnostic::{Path, Position};

/// How deep collections may nest before the walk ends. Far below what the
/// parser bears and above what a dialect allows; it bounds the length of paths
/// and the recursion of everything that later walks the tree.
const NESTING: usize = 64;

/// Walks one document. `restore` says that its scalars hold stand-ins.
pub(super) fn walk(text: &str, limits: &Limits, restore: bool) -> Result<Node, Vec<Finding>> {
    let mut builder = Builder::new(limits, restore);
    let mut documents = 0_u32;
    for event in Parser::new_from_str_with_options(text, options()) {
        let (event, span) = match event {
            Ok(next) => next,
            Err(error) if *error.kind() == ErrorKind::RecursionLimitExceeded => {
                return Err(builder.too_deep(place(error.marker())));
            }
            Err(error) => {
                let position = place(error.marker()).position;
                return Err(syntax(source::tab_near(text, position).unwrap_or(position)));
            }
        };
        let place = place(&span.start);
        if (is_block(&event) || builder.expects_block_key()) && source::is_indented_by_tab(text, &span) {
            return Err(syntax(Position { column: 1, ..place.position }));
        }
        let unique = match event {
            Event::DocumentStart(..) => {
                documents += 1;
                documents == 1
            }
            Event::Scalar(text, style, anchor, tag) => {
                builder.scalar(&text, style, anchor != 0 || tag.is_some(), place)
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => builder.alias(place),
            Event::SequenceStart(_, anchor, tag) => builder.sequence(anchor != 0 || tag.is_some(), place),
            Event::MappingStart(style, anchor, tag) => {
                builder.mapping(style == StructureStyle::Block, anchor != 0 || tag.is_some(), place)
            }
            Event::SequenceEnd | Event::MappingEnd => builder.close(),
            _ => true,
        };
        if !unique {
            return Err(syntax(place.position));
        }
    }
    builder.finish().unwrap_or_else(|| Err(syntax(START)))
}

/// Whether a collection in block style begins. The parser takes a tab for
/// indentation of the outermost one.
fn is_block(event: &Event<'_>) -> bool {
    matches!(
        event,
        Event::SequenceStart(StructureStyle::Block, ..) | Event::MappingStart(StructureStyle::Block, ..)
    )
}

/// Whether the root mapping has members of these names, as far as the text can
/// be read. Nothing is judged.
pub(super) fn root_has<const COUNT: usize>(text: &str, names: [&str; COUNT]) -> [bool; COUNT] {
    let mut has = [false; COUNT];
    let mut depth = 0_usize;
    let mut is_key = true;
    for (event, _) in Parser::new_from_str_with_options(text, options()).map_while(Result::ok) {
        let is_start = matches!(event, Event::MappingStart(..) | Event::SequenceStart(..));
        let is_node =
            is_start || matches!(event, Event::Scalar(..) | Event::Alias(_) | Event::UnresolvedAlias(_));
        if depth == 0 && matches!(event, Event::SequenceStart(..)) || matches!(event, Event::DocumentEnd) {
            break;
        }
        if depth == 1 && is_node {
            if let (true, Event::Scalar(text, ..)) = (is_key, &event) {
                for (seen, name) in has.iter_mut().zip(names) {
                    *seen |= text == name;
                }
            }
            is_key = !is_key;
        }
        match event {
            Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
            _ => depth += usize::from(is_start),
        }
    }
    has
}

/// The one finding of a document that is void.
pub(super) fn syntax(position: Position) -> Vec<Finding> {
    vec![Finding { kind: FindingKind::Syntax, path: Path::root(), position }]
}

/// The first character.
const START: Position = Position { line: 1, column: 1 };

/// Strict about indentation and directives; aliases without an anchor are
/// findings of their own.
fn options() -> Options {
    granit_parser::options! {
        strict_indentation: true,
        disallow_directives: true,
        emit_unresolved_aliases: true,
        emit_comments: false,
        flow_nesting_limit: NESTING,
        block_nesting_limit: NESTING,
    }
}

fn place(marker: &Marker) -> Place {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let position =
        Position { line: number(marker.line()).max(1), column: number(marker.col()).saturating_add(1) };
    Place { offset: marker.index(), position }
}
