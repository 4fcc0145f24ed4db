//! `yukh explain`.

use std::fmt::Write as _;

use super::arguments::ExplainArguments;
use crate::diagnostic::{Code, Face, Failure};
use crate::report::wrap;

/// One code in full, or the list of all codes.
///
/// # Errors
///
/// `YKP-RUNTIME-003` for a code that does not exist.
pub(super) fn explain(arguments: &ExplainArguments) -> Result<String, Failure> {
    let Some(text) = &arguments.code else { return Ok(list()) };
    let code = Code::parse(&text.to_ascii_uppercase())
        .ok_or_else(|| Failure::form("CODE", "one of those that `yukh explain` lists"))?;
    let class = code.class();
    let mut page = format!(
        "{} (class {}; exit code {} where it ends a run)\n",
        code.as_str(),
        class.as_str(),
        class.exit().code()
    );
    let [typed, step] = [Face::CommandLine, Face::Action].map(|face| code.hint(face));
    let texts = [
        ("What is wrong", code.message()),
        ("How it comes about", code.cause()),
        ("What follows", code.consequence()),
        ("What to do", typed),
    ];
    let in_action = (step != typed).then_some(("What to do in a workflow", step));
    for (title, text) in texts.into_iter().chain(in_action) {
        let _ = write!(page, "\n{title}\n{}", wrap(2, "", text));
    }
    Ok(page)
}

fn list() -> String {
    let mut page = String::new();
    let mut family = "";
    for code in Code::ALL {
        let (of, _) = code.as_str().rsplit_once('-').unwrap_or((code.as_str(), ""));
        if of != family && !family.is_empty() {
            page.push('\n');
        }
        family = of;
        let _ = writeln!(page, "{:18}  {}", code.as_str(), code.message());
    }
    page.push_str("\n`yukh explain CODE` tells how a code comes about, what follows and what to do.\n");
    page
}
