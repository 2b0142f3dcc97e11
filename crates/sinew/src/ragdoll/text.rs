//! Ragdolls as text: RON (Rusty Object Notation).

use super::description::RagdollDescription;
use super::error::RagdollError;
use super::ragdoll::Ragdoll;
use crate::character::Character;
use crate::text::{ALL_LEVELS, Grammar, read_ron, write_ron};

/// Words of ragdolls in error messages, as `docs/ragdoll.md` has them.
const RAGDOLL: Grammar = Grammar {
    document: "a ragdoll, such as (parts: [(joint: \"hips\", \
               shapes: [Sphere(center: (0, 0, 0), radius: 0.1)])])",
    structs: &[("Ragdoll", "a ragdoll"), ("Part", "a part"), ("Inertia", "moments of inertia")],
    enums: &[("PartShape", "shape"), ("JointLimitDescription", "limit")],
    signed: &[],
    hints: &[],
};

impl RagdollDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not a ragdoll: [`RagdollError::Description`] with line, column and field
    /// path.
    pub fn from_ron(text: &str) -> Result<Self, RagdollError> {
        read_ron(text, &RAGDOLL)
            .map_err(|(location, message)| RagdollError::Description { location, message })
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron)
    /// reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, RagdollError> {
        write_ron(self, ALL_LEVELS)
            .map_err(|message| RagdollError::Description { location: "ragdoll".to_owned(), message })
    }
}

impl Ragdoll {
    /// The ragdoll of a description in RON: [`RagdollDescription::from_ron`] and
    /// [`from_description`](Self::from_description) at once.
    ///
    /// # Errors
    /// As theirs, all with line and column.
    pub fn from_ron(text: &str, character: &Character) -> Result<Self, RagdollError> {
        let description = RagdollDescription::from_ron(text)?;
        Self::from_description(&description, character).map_err(|error| error.in_text(text))
    }
}
