//! Spring bones as text: RON (Rusty Object Notation).

use super::description::SpringDescription;
use super::error::SpringDescriptionError;
use crate::text::{ALL_LEVELS, Grammar, read_ron, write_ron};

/// Words of spring bones in error messages, as `docs/springs.md` has them.
const SPRINGS: Grammar = Grammar {
    document: "spring bones, such as (chains: [(from: \"tail\")])",
    structs: &[("SpringBones", "spring bones"), ("Chain", "a chain"), ("Collider", "a collider")],
    enums: &[],
    signed: &[],
    hints: &[],
};

/// Reads spring bones from RON.
///
/// # Errors
/// When the text is not RON or not spring bones: the error has line, column and field path.
pub fn springs_from_ron(text: &str) -> Result<SpringDescription, SpringDescriptionError> {
    read_ron(text, &SPRINGS).map_err(|(location, message)| SpringDescriptionError { location, message })
}

/// Writes spring bones as RON with line breaks and indentation, for people and for [`springs_from_ron`].
///
/// # Errors
/// When a value cannot be written in RON.
pub fn springs_to_ron(springs: &SpringDescription) -> Result<String, SpringDescriptionError> {
    write_ron(springs, ALL_LEVELS)
        .map_err(|message| SpringDescriptionError { location: "springs".to_owned(), message })
}
