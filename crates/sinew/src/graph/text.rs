//! Graphs and marks as readable text: RON (Rusty Object Notation).

use super::description::{GraphDescription, MarksByClip};
use super::error::{GraphError, GraphProblem};
use super::told::told;
use super::unique::Unique;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::de::DeserializeOwned;

/// Longer texts are none that people wrote.
const LONGEST: usize = 4 << 20;

/// Reads a graph.
///
/// # Errors
/// When the text is not RON, or says something that no graph has: the error tells line, column and part.
pub fn graph_from_ron(text: &str) -> Result<GraphDescription, GraphError> {
    read(text)
}

/// Reads what is written on clips, by the clips' names.
///
/// # Errors
/// When the text is not RON, or says something that no mark has: the error tells line, column and part.
pub fn marks_from_ron(text: &str) -> Result<MarksByClip, GraphError> {
    read(text).map(|Unique(marks)| marks)
}

/// Writes a graph, to be read by people and by [`graph_from_ron`].
///
/// # Errors
/// When numbers are not finite, which RON cannot say.
pub fn graph_to_ron(graph: &GraphDescription) -> Result<String, GraphError> {
    let style = PrettyConfig::new().extensions(extensions());
    options().to_string_pretty(graph, style).map_err(|error| failure("graph".to_owned(), error.to_string()))
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, GraphError> {
    if text.len() > LONGEST {
        return Err(failure(
            "line 1".to_owned(),
            format!("the text has {} bytes, expected at most 4 MiB", text.len()),
        ));
    }
    options().from_str(text).map_err(|error| {
        let start = error.span.start;
        failure(format!("line {}, column {}", start.line, start.col), told(&error, text))
    })
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
