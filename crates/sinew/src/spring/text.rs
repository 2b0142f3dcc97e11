//! Spring bones as text: RON (Rusty Object Notation).

use super::description::SpringRigDescription;
use super::error::SpringError;
use super::rig::SpringRig;
use crate::character::Character;
use crate::text::{ALL_LEVELS, Grammar, read_ron, write_ron};

/// Words of spring bones in error messages, as `docs/springs.md` has them.
const SPRINGS: Grammar = Grammar {
    document: "spring bones, such as (chains: [(from: \"tail\")])",
    structs: &[("SpringBones", "spring bones"), ("Chain", "a chain"), ("Collider", "a collider")],
    enums: &[],
    signed: &[],
    hints: &[],
};

impl SpringRigDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not spring bones: [`SpringError::Description`] with line, column and field
    /// path.
    pub fn from_ron(text: &str) -> Result<Self, SpringError> {
        read_ron(text, &SPRINGS).map_err(|(location, message)| SpringError::Description { location, message })
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron)
    /// reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, SpringError> {
        write_ron(self, ALL_LEVELS)
            .map_err(|message| SpringError::Description { location: "springs".to_owned(), message })
    }
}

impl SpringRig {
    /// The rig of a description in RON: [`SpringRigDescription::from_ron`] and
    /// [`from_description`](Self::from_description) at once.
    ///
    /// # Errors
    /// As theirs, all with line and column.
    pub fn from_ron(text: &str, character: &Character) -> Result<Self, SpringError> {
        let description = SpringRigDescription::from_ron(text)?;
        Self::from_description(&description, character).map_err(|error| error.in_text(text))
    }
}
