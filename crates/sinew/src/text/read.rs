//! Reading and writing of RON (Rusty Object Notation).

use crate::text::Grammar;
use crate::text::message::describe;
use crate::text::tokens::is_empty;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Longest text that is read, in bytes.
const MAX_LENGTH: usize = 4 << 20;

/// All levels of brackets, for [`write_ron`].
pub const ALL_LEVELS: usize = usize::MAX;

/// Levels of brackets that are read.
const MAX_RECURSION: usize = 160;

/// Reads a value. An error is its location (line and column) and a message in the words of the grammar.
pub fn read_ron<T: DeserializeOwned>(text: &str, grammar: &Grammar) -> Result<T, (String, String)> {
    if text.len() > MAX_LENGTH {
        let message = format!("the text has {} bytes; expected at most 4 MiB", text.len());
        return Err(("line 1".to_owned(), message));
    }
    if is_empty(text) {
        return Err(("line 1".to_owned(), format!("the text is empty; expected {}", grammar.document)));
    }
    options().from_str(text).map_err(|error| {
        let start = error.span.start;
        (format!("line {}, column {}", start.line, start.col), describe(&error, text, grammar))
    })
}

/// Writes a value with line breaks and indentation down to a level of brackets, for [`read_ron`] and for
/// people.
pub fn write_ron(value: &impl Serialize, levels: usize) -> Result<String, String> {
    let style = PrettyConfig::new().extensions(extensions()).depth_limit(levels);
    options().to_string_pretty(value, style).map_err(|error| error.to_string())
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(extensions()).with_recursion_limit(MAX_RECURSION)
}

fn extensions() -> Extensions {
    Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES
}
