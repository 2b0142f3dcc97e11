//! Graphs and marks as readable text: RON (Rusty Object Notation).

use super::description::{EventsByClip, GraphDescription};
use super::error::{GraphError, GraphProblem};
use super::told::told;
use super::told_words::is_empty;
use super::unique::Unique;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Longer texts are none that people wrote.
const LONGEST: usize = 4 << 20;

/// Reads a graph.
///
/// # Errors
/// When the text is not RON, or says something that no graph has: the error tells line, column and part.
pub fn graph_from_ron(text: &str) -> Result<GraphDescription, GraphError> {
    read(text, "a graph, such as (output: Clip(clip: \"idle\"))")
}

/// Reads what is written on clips, by the clips' names.
///
/// # Errors
/// When the text is not RON, or says something that no mark has: the error tells line, column and part.
pub fn marks_from_ron(text: &str) -> Result<EventsByClip, GraphError> {
    let example = "marks, such as {\"walk\": (events: [(time: 0.35, name: \"left_foot\")])}";
    read(text, example).map(|Unique(marks)| marks)
}

/// Writes a graph, to be read by people and by [`graph_from_ron`].
///
/// # Errors
/// When numbers are not finite, which RON cannot say.
pub fn graph_to_ron(graph: &GraphDescription) -> Result<String, GraphError> {
    write_ron(graph).map_err(|message| failure("graph".to_owned(), message))
}

fn read<T: DeserializeOwned>(text: &str, expected: &str) -> Result<T, GraphError> {
    read_ron(text, expected).map_err(|(place, message)| failure(place, message))
}

/// Reads what people write; the error is its place and what is wrong there. Who wrote nothing is told what was `expected`.
pub(crate) fn read_ron<T: DeserializeOwned>(text: &str, expected: &str) -> Result<T, (String, String)> {
    if text.len() > LONGEST {
        let message = format!("the text has {} bytes, expected at most 4 MiB", text.len());
        return Err(("line 1".to_owned(), message));
    }
    if is_empty(text) {
        return Err(("line 1".to_owned(), format!("the text is empty; expected {expected}")));
    }
    options().from_str(text).map_err(|error| {
        let start = error.span.start;
        (format!("line {}, column {}", start.line, start.col), told(&error, text))
    })
}

/// Writes for people, and for [`read_ron`].
pub(crate) fn write_ron(value: &impl Serialize) -> Result<String, String> {
    let style = PrettyConfig::new().extensions(extensions());
    options().to_string_pretty(value, style).map_err(|error| error.to_string())
}

fn options() -> ron::Options {
    ron::Options::default().with_default_extension(extensions()).with_recursion_limit(160)
}

fn extensions() -> Extensions {
    Extensions::IMPLICIT_SOME | Extensions::UNWRAP_NEWTYPES | Extensions::UNWRAP_VARIANT_NEWTYPES
}

fn failure(place: String, message: String) -> GraphError {
    GraphError { place, problem: GraphProblem::Text(message) }
}
