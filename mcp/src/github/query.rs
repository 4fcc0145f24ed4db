//! A caller's words, made harmless for GitHub's search (decision 13).

/// Words of a search that mean something to GitHub wherever they stand.
const OPERATORS: [&str; 3] = ["AND", "OR", "NOT"];

/// The words of a query as they are sent: words and quoted phrases alone.
/// Whatever GitHub could read as a qualifier, an operator or a group is put in
/// quotes; a quote without its partner is dropped.
#[must_use]
pub fn search_words(query: &str) -> String {
    let pieces: Vec<&str> = query.split('"').collect();
    let is_balanced = pieces.len() % 2 == 1;
    let last = pieces.len().saturating_sub(1);
    let mut words = Vec::new();
    for (index, piece) in pieces.into_iter().enumerate() {
        // Every other piece stands between two quotes, but for the last one of
        // an odd number of quotes.
        let is_phrase = index % 2 == 1 && (is_balanced || index < last);
        if is_phrase {
            let phrase: Vec<&str> = piece.split_whitespace().collect();
            if !phrase.is_empty() {
                words.push(format!("\"{}\"", phrase.join(" ")));
            }
        } else {
            words.extend(piece.split_whitespace().map(word));
        }
    }
    words.join(" ")
}

/// One word, in quotes where GitHub would read more into it.
fn word(word: &str) -> String {
    let is_plain = |character: char| {
        character.is_alphanumeric() || matches!(character, '-' | '_' | '.' | '\'' | '/' | '#' | '+')
    };
    let is_operator = OPERATORS.iter().any(|operator| operator.eq_ignore_ascii_case(word));
    if word.chars().all(is_plain) && !word.starts_with('-') && !is_operator {
        word.to_owned()
    } else {
        format!("\"{word}\"")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::search_words;

    #[test]
    fn c25_a_query_can_not_leave_the_repository() {
        for (query, words) in [
            ("crash on save", "crash on save"),
            ("x repo:other/secret", "x \"repo:other/secret\""),
            ("-is:issue", "\"-is:issue\""),
            ("a) OR (repo:b/c", "\"a)\" \"OR\" \"(repo:b/c\""),
            ("\"crash on\" save", "\"crash on\" save"),
            ("\"repo:a/b\" x", "\"repo:a/b\" x"),
            ("\"unbalanced repo:a/b", "unbalanced \"repo:a/b\""),
            ("a\"b repo:x/y", "a b \"repo:x/y\""),
            ("not", "\"not\""),
            ("  ", ""),
            ("\"\"", ""),
        ] {
            assert_eq!(search_words(query), words, "{query}");
        }
    }

    proptest! {
        #[test]
        fn outside_of_quotes_no_word_is_a_qualifier(query in "[a-z:\" ()*-]{0,40}") {
            let words = search_words(&query);
            prop_assert_eq!(words.matches('"').count() % 2, 0);
            for piece in words.split('"').step_by(2) {
                prop_assert!(!piece.contains(':') && !piece.contains(" -") && !piece.starts_with('-'), "{}", words);
            }
        }
    }
}
