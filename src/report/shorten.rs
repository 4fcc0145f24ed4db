//! Markdown within a bound. GitHub drops a job summary of more than 1 MiB as a
//! whole and without a word (cases B64 and B65), so a long one is cut here and
//! says so.

use std::borrow::Cow;

/// The page, if it fits; else its first lines, with what they left open
/// closed, and `pointer` as last line: never more than `limit` bytes, except
/// for a limit that the pointer itself exceeds. Only pages of this room may be
/// cut: a line of theirs opens or closes a block where it begins with the
/// fence or the tag, and names stand nowhere else than in code spans.
#[must_use]
pub fn shorten<'a>(page: &'a str, limit: usize, pointer: &str) -> Cow<'a, str> {
    if page.len() <= limit {
        return Cow::Borrowed(page);
    }
    let end = format!("\n{pointer}\n");
    // Whatever is open at the cut is one fence inside one block of details.
    let room = limit.saturating_sub(end.len() + FENCE.len() + DETAILS.len());
    let mut kept = 0;
    let (mut in_fence, mut in_details) = (false, false);
    for line in page.split_inclusive('\n') {
        if kept + line.len() > room {
            break;
        }
        kept += line.len();
        match line.trim_end_matches('\n') {
            fence if fence.starts_with("```") => in_fence = !in_fence,
            open if open.starts_with("<details>") => in_details = true,
            "</details>" => in_details = false,
            _ => {}
        }
    }
    let mut shortened = page.get(..kept).unwrap_or_default().to_owned();
    if in_fence {
        shortened.push_str(FENCE);
    }
    if in_details {
        shortened.push_str(DETAILS);
    }
    shortened.push_str(&end);
    Cow::Owned(shortened)
}

const FENCE: &str = "```\n";
const DETAILS: &str = "\n</details>\n";

#[cfg(test)]
mod tests {
    use super::*;

    const POINTER: &str = "The rest is elsewhere.";

    #[test]
    fn b64_a_page_within_the_bound_is_left_as_it_is() {
        let page = "x\n".repeat(100);
        assert!(matches!(shorten(&page, 200, POINTER), Cow::Borrowed(same) if same == page));
        assert!(shorten(&page, 199, POINTER).ends_with("\n\nThe rest is elsewhere.\n"));
    }

    #[test]
    fn b65_a_page_beyond_it_ends_with_the_pointer_and_leaves_nothing_open() {
        let rows = "| `a` | `b` |\n".repeat(40);
        let page = format!(
            "### Head\n\n{rows}\n```mermaid\nflowchart LR\n  i1 --> i2\n```\n\n<details><summary>More</summary>\n\n\
             {}\n</details>\n\nEnd.\n",
            "- `c`\n".repeat(40)
        );
        for limit in 60..page.len() {
            let cut = shorten(&page, limit, POINTER);
            assert!(cut.len() <= limit, "{limit}: {}", cut.len());
            assert!(cut.ends_with("\nThe rest is elsewhere.\n"), "{limit}: {cut}");
            assert_eq!(cut.matches("```").count() % 2, 0, "{limit}: {cut}");
            assert_eq!(cut.matches("<details>").count(), cut.matches("</details>").count(), "{limit}: {cut}");
        }
    }
}
