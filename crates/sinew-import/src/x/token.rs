use crate::ImportError;

/// A piece of the file, in either encoding. Separators are no tokens: which number belongs where follows from counts.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A template's, an object's or a reference's name.
    Word(String),
    /// NaN where the file has none that can be read.
    Number(f64),
    Text(String),
    /// `<…>` without its brackets, in capitals.
    Guid(String),
    Open,
    Close,
    /// The word that begins a definition.
    Template,
}

/// Gives token after token.
pub(super) trait Lexer {
    /// The next token; none at the end.
    fn next(&mut self) -> Result<Option<Token>, ImportError>;

    /// The next token where a name may stand: what looks like a number there is a word.
    fn next_name(&mut self) -> Result<Option<Token>, ImportError>;

    /// Where the last token stands.
    fn place(&self) -> String;
}
