//! The kinds of Project fields that are planned on.

/// The kind of a Project field (contract part 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldKind {
    /// Free text.
    Text,
    /// A number.
    Number,
    /// A plain date.
    Date,
    /// One of the field's options.
    SingleSelect,
    /// One of the field's iterations.
    Iteration,
}

impl FieldKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [Self::Text, Self::Number, Self::Date, Self::SingleSelect, Self::Iteration];

    /// The word used in policies and by GitHub alike.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Date => "date",
            Self::SingleSelect => "single_select",
            Self::Iteration => "iteration",
        }
    }

    /// The kind with this word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}
