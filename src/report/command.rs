//! Text inside a workflow command of GitHub Actions, which ends with its line
//! and whose properties end at a comma or colon.

/// The text as the data of a command: behind the second `::`.
#[must_use]
pub fn command_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The text as the value of a property: between `=` and `,` or `::`.
#[must_use]
pub fn command_property(text: &str) -> String {
    command_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{command_data, command_property};

    #[test]
    fn what_ends_a_command_or_a_property_is_escaped() {
        assert_eq!(command_data("50%\r\na: b, c"), "50%25%0D%0Aa: b, c");
        assert_eq!(command_property("50%\r\na: b, c"), "50%25%0D%0Aa%3A b%2C c");
    }
}
