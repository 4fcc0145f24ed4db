//! The expressions that the definitions use, and no others: paths, texts, `!`,
//! `==`, `!=`, `&&`, `||`, `always()` and `cancelled()`, which nobody is. What
//! is not known fails the test.

use std::collections::BTreeMap;

/// What paths mean: `inputs.mode`, `steps.run.outputs.status`.
pub(super) type Context = BTreeMap<String, String>;

/// A text with its `${{ … }}` replaced.
pub(super) fn text(template: &str, context: &Context) -> String {
    let mut result = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("${{") {
        let (inside, after) = after.split_once("}}").unwrap_or_else(|| panic!("not closed: {template}"));
        result.push_str(before);
        result.push_str(&value(inside, context));
        rest = after;
    }
    result + rest
}

/// Whether a step runs; without a condition it does while none has failed.
pub(super) fn condition(condition: Option<&str>, has_failed: bool, context: &Context) -> bool {
    let Some(condition) = condition else { return !has_failed };
    let inside = condition.trim_ascii();
    let inside = inside.strip_prefix("${{").and_then(|rest| rest.strip_suffix("}}")).unwrap_or(inside);
    // A condition that asks for no status has one in front of it.
    let asks = ["always()", "cancelled()"].iter().any(|function| inside.contains(function));
    (asks || !has_failed) && is_true(&value(inside, context))
}

fn is_true(value: &str) -> bool {
    !matches!(value, "" | "false" | "0")
}

fn value(expression: &str, context: &Context) -> String {
    let mut reader = Reader { rest: expression, context };
    let value = reader.alternatives();
    assert_eq!(reader.rest.trim_ascii(), "", "not understood: {expression}");
    value
}

struct Reader<'text> {
    rest: &'text str,
    context: &'text Context,
}

impl Reader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_ascii_start().strip_prefix(sign);
        rest.inspect(|rest| self.rest = rest).is_some()
    }

    fn alternatives(&mut self) -> String {
        let mut left = self.conjunction();
        while self.takes("||") {
            let right = self.conjunction();
            left = if is_true(&left) { left } else { right };
        }
        left
    }

    fn conjunction(&mut self) -> String {
        let mut left = self.comparison();
        while self.takes("&&") {
            let right = self.comparison();
            left = if is_true(&left) { right } else { left };
        }
        left
    }

    fn comparison(&mut self) -> String {
        let left = self.operand();
        if self.takes("!=") {
            (!left.eq_ignore_ascii_case(&self.operand())).to_string()
        } else if self.takes("==") {
            left.eq_ignore_ascii_case(&self.operand()).to_string()
        } else {
            left
        }
    }

    fn operand(&mut self) -> String {
        if self.takes("!") {
            return (!is_true(&self.operand())).to_string();
        }
        if self.takes("'") {
            let (text, rest) = self.rest.split_once('\'').expect("a text ends");
            self.rest = rest;
            return text.to_owned();
        }
        for (function, value) in [("always()", "true"), ("cancelled()", "false")] {
            if self.takes(function) {
                return value.to_owned();
            }
        }
        let rest = self.rest.trim_ascii_start();
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (path, after) = rest.split_at(end);
        self.rest = after;
        match self.context.get(path) {
            Some(value) => value.clone(),
            // A step that ran may have left an output out.
            None if is_output(path, self.context) => String::new(),
            None => panic!("not known: {path:?}"),
        }
    }
}

/// Whether a path is an output of a step that is known.
fn is_output(path: &str, context: &Context) -> bool {
    let step = path.strip_prefix("steps.").and_then(|rest| rest.split_once(".outputs."));
    step.is_some_and(|(id, _)| context.contains_key(&format!("steps.{id}")))
}

#[test]
fn expressions_mean_what_they_mean_to_a_runner() {
    let context = [("inputs.a", "x"), ("inputs.empty", ""), ("steps.run", ""), ("steps.run.outputs.p", "/p")];
    let context: Context = context.map(|(path, value)| (path.to_owned(), value.to_owned())).into();
    for (template, expected) in [
        ("plain", "plain"),
        ("a ${{ inputs.a }} b${{inputs.a}}", "a x bx"),
        ("${{ inputs.empty || inputs.a }}", "x"),
        ("${{ inputs.a && 'yes' || 'no' }}", "yes"),
        ("${{ steps.run.outputs.q }}", ""),
        ("${{ inputs.a == 'X' }}", "true"),
        ("${{ !inputs.empty }}", "true"),
    ] {
        assert_eq!(text(template, &context), expected, "{template}");
    }
    let asked = Some("${{ always() && steps.run.outputs.p != '' }}");
    assert!(condition(asked, true, &context));
    assert!(condition(Some("${{ !cancelled() }}"), true, &context));
    assert!(!condition(Some("always() && steps.run.outputs.q != ''"), false, &context));
    assert!(!condition(Some("inputs.a != ''"), true, &context), "success() stands in front");
    assert!(condition(None, false, &context) && !condition(None, true, &context));
}

#[test]
fn what_is_not_known_fails() {
    for expression in ["inputs.b", "steps.other.outputs.p", "failure()", "format('{0}', inputs.a)", "1"] {
        let context = Context::from([("inputs.a".to_owned(), "x".to_owned())]);
        let result = std::panic::catch_unwind(|| value(expression, &context));
        assert!(result.is_err(), "{expression}");
    }
}
