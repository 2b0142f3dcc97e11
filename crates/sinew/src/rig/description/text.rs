//! IK rigs as text: RON (Rusty Object Notation).

use crate::rig::description::grammar::RIG;
use crate::rig::{IkRigDescription, RigError, RigProblem};
use crate::text::{ALL_LEVELS, read_ron, write_ron};

/// Reads a rig from RON.
///
/// # Errors
/// When the text is not RON or not a rig: the error has line, column and field path.
pub fn rig_from_ron(text: &str) -> Result<IkRigDescription, RigError> {
    read_ron(text, &RIG)
        .map_err(|(location, message)| RigError { location, problem: RigProblem::Text(message) })
}

/// Writes a rig as RON with line breaks and indentation, for people and for [`rig_from_ron`].
///
/// # Errors
/// When a value cannot be written in RON.
pub fn rig_to_ron(rig: &IkRigDescription) -> Result<String, RigError> {
    write_ron(rig, ALL_LEVELS)
        .map_err(|message| RigError { location: "rig".to_owned(), problem: RigProblem::Text(message) })
}
