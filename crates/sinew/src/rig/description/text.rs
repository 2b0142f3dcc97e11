//! IK rigs as text: RON (Rusty Object Notation).

use crate::rig::description::grammar::RIG;
use crate::rig::{IkRigDescription, IkRigError, IkRigProblem};
use crate::text::{ALL_LEVELS, read_ron, write_ron};

impl IkRigDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not a rig: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, IkRigError> {
        read_ron(text, &RIG)
            .map_err(|(location, message)| IkRigError { location, problem: IkRigProblem::Text(message) })
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, IkRigError> {
        write_ron(self, ALL_LEVELS).map_err(|message| IkRigError {
            location: "rig".to_owned(),
            problem: IkRigProblem::Text(message),
        })
    }
}
