//! Ragdolls as text: RON (Rusty Object Notation).

use super::description::RagdollDescription;
use super::error::RagdollDescriptionError;
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

/// Reads a ragdoll from RON.
///
/// # Errors
/// When the text is not RON or not a ragdoll: the error has line, column and field path.
pub fn ragdoll_from_ron(text: &str) -> Result<RagdollDescription, RagdollDescriptionError> {
    read_ron(text, &RAGDOLL).map_err(|(location, message)| RagdollDescriptionError { location, message })
}

/// Writes a ragdoll as RON with line breaks and indentation, for people and for [`ragdoll_from_ron`].
///
/// # Errors
/// When a value cannot be written in RON.
pub fn ragdoll_to_ron(ragdoll: &RagdollDescription) -> Result<String, RagdollDescriptionError> {
    write_ron(ragdoll, ALL_LEVELS)
        .map_err(|message| RagdollDescriptionError { location: "ragdoll".to_owned(), message })
}
