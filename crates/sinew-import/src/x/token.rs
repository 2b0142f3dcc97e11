use crate::ImportError;

/// Token of either encoding. Separators are not tokens: the structure follows from counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// Name of a template, an object or a reference.
    Word(String),
    /// Number; NaN if it is not readable.
    Number(f64),
    Text(String),
    /// GUID without its angle brackets, in upper case.
    Guid(String),
    Open,
    Close,
    /// Keyword `template`, which starts a definition.
    Template,
}

/// Token reader.
pub(super) trait Lexer {
    /// Next token; `None` at the end of the file.
    fn next(&mut self) -> Result<Option<Token>, ImportError>;

    /// Next token at the position of a name, where numbers are words.
    fn next_name(&mut self) -> Result<Option<Token>, ImportError>;

    /// Location of the last token.
    fn location(&self) -> String;
}
