//! IK rigs as text: RON (Rusty Object Notation).

use crate::character::Character;
use crate::rig::description::grammar::RIG;
use crate::rig::{IkRig, IkRigDescription, IkRigError, IkRigProblem};
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

impl IkRig {
    /// The rig of a description in RON: [`IkRigDescription::from_ron`] and
    /// [`from_description`](Self::from_description) at once.
    ///
    /// # Errors
    /// As theirs, all with line and column.
    pub fn from_ron(text: &str, character: &Character) -> Result<Self, IkRigError> {
        let description = IkRigDescription::from_ron(text)?;
        Self::from_description(&description, character).map_err(|error| error.in_text(text))
    }
}
