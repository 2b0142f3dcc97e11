//! Rigs as readable text: RON (Rusty Object Notation).

use crate::graph::{read_ron, write_ron};
use crate::rig::IkRigDescription;
use crate::rig::{RigError, RigProblem};

/// Reads a rig.
///
/// # Errors
/// When the text is not RON, or says something that no rig has: the error tells line, column and part.
pub fn rig_from_ron(text: &str) -> Result<IkRigDescription, RigError> {
    let example = "a rig, such as (human: true, fades: {\"look\": 0.3})";
    read_ron(text, example).map_err(|(place, message)| RigError { place, problem: RigProblem::Text(message) })
}

/// Writes a rig, to be read by people and by [`rig_from_ron`].
///
/// # Errors
/// When it cannot be said in RON.
pub fn rig_to_ron(rig: &IkRigDescription) -> Result<String, RigError> {
    write_ron(rig).map_err(|message| RigError { place: "rig".to_owned(), problem: RigProblem::Text(message) })
}
