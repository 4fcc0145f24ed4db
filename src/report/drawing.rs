//! Relationships as a drawing that GitHub makes of Mermaid's text. It holds
//! numbers of issues and words of this program, so nothing has to be escaped.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::relations::{Relation, Standing, Tie};
use crate::scope::IssueNumber;

/// A drawing with as many issues as this, or more, can not be read.
const TOO_MANY: usize = 60;

/// The relationships around an issue; empty where there are none, one sentence
/// where there are too many.
pub(super) fn drawing(issue: IssueNumber, relations: &[Relation]) -> String {
    let ends = relations.iter().flat_map(|relation| [relation.from, relation.to]);
    let mut issues: BTreeSet<IssueNumber> = ends.map(|end| end.unwrap_or(issue)).collect();
    if issues.is_empty() {
        return String::new();
    }
    issues.insert(issue);
    if issues.len() >= TOO_MANY {
        return format!("\n{} issues are related, too many to draw.\n", issues.len());
    }
    let mut text = String::from("\n```mermaid\nflowchart LR\n");
    for number in issues.iter().map(|issue| issue.get()) {
        let _ = writeln!(text, "  i{number}[\"Issue {number}\"]");
    }
    for relation in relations {
        let [from, to] = [relation.from, relation.to].map(|end| end.unwrap_or(issue).get());
        let arrow = match relation.standing {
            Standing::Agrees => "-->",
            Standing::Added => "==>",
            Standing::Removed => "-.->",
        };
        let tie = match relation.tie {
            Tie::ParentOf => "parent of",
            Tie::Blocks => "blocks",
        };
        let _ = writeln!(text, "  i{from} {arrow}|{tie}| i{to}");
    }
    let _ = writeln!(text, "  style i{} stroke-width:3px\n```", issue.get());
    let has = |standing| relations.iter().any(|relation| relation.standing == standing);
    text.push_str(match (has(Standing::Added), has(Standing::Removed)) {
        (true, true) => "\nThick arrows would be added, dotted ones removed.\n",
        (true, false) => "\nThick arrows would be added.\n",
        (false, true) => "\nDotted arrows would be removed.\n",
        (false, false) => "",
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: u64) -> IssueNumber {
        IssueNumber::new(n).unwrap()
    }

    fn blocks(count: u64) -> Vec<Relation> {
        let relation = |to| Relation {
            from: Some(number(1)),
            to: Some(number(to)),
            tie: Tie::Blocks,
            standing: Standing::Added,
        };
        (2..2 + count).map(relation).collect()
    }

    #[test]
    fn fewer_than_60_issues_are_drawn() {
        assert_eq!(drawing(number(1), &[]), "");
        assert_eq!(drawing(number(1), &blocks(58)).matches("[\"Issue ").count(), 59);
        assert_eq!(drawing(number(1), &blocks(59)), "\n60 issues are related, too many to draw.\n");
    }

    #[test]
    fn each_standing_has_an_arrow_of_its_own() {
        let parent =
            Relation { from: Some(number(4)), to: None, tie: Tie::ParentOf, standing: Standing::Agrees };
        let [added] = blocks(1)[..] else { panic!() };
        let removed = Relation { standing: Standing::Removed, to: Some(number(3)), ..added };
        let shown = drawing(number(1), &[parent, added, removed]);
        for line in ["  i4 -->|parent of| i1\n", "  i1 ==>|blocks| i2\n", "  i1 -.->|blocks| i3\n"] {
            assert!(shown.contains(line), "{shown}");
        }
        assert!(shown.ends_with("\nThick arrows would be added, dotted ones removed.\n"), "{shown}");
    }
}
