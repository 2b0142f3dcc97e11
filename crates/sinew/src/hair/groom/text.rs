//! Grooms as text: RON (Rusty Object Notation).

use super::{GroomDescription, GroomError};
use crate::text::{ALL_LEVELS, Grammar, read_ron, write_ron};

/// Words of grooms in error messages, as `docs/hair.md` has them.
const GROOM: Grammar = Grammar {
    document: "a groom, such as (name: \"short\", layers: [(length: 0.05, comb: Whorl)])",
    structs: &[
        ("Groom", "a groom"),
        ("Layer", "a layer"),
        ("Tail", "a tail"),
        ("Fringe", "a fringe"),
        ("Clumps", "clumps"),
        ("Curl", "curls"),
        ("HairLook", "a look"),
        ("HairSettings", "settings of the simulation"),
    ],
    enums: &[
        ("Comb", "comb"),
        ("TailStyle", "style of a tail"),
        ("HairRegion", "region"),
        ("HairShading", "shading"),
    ],
    signed: &[],
    hints: &[],
};

/// Reads the description of a groom from RON.
///
/// # Errors
/// When the text is not RON or not a groom, or a value is out of its range: the error has line and column, or the field path.
pub fn groom_from_ron(text: &str) -> Result<GroomDescription, GroomError> {
    let groom: GroomDescription =
        read_ron(text, &GROOM).map_err(|(location, message)| GroomError::field(location, message))?;
    groom.check()?;
    Ok(groom)
}

/// Writes the description of a groom as RON with line breaks and indentation, for people and for [`groom_from_ron`].
///
/// # Errors
/// When a value cannot be written in RON.
pub fn groom_to_ron(groom: &GroomDescription) -> Result<String, GroomError> {
    write_ron(groom, ALL_LEVELS).map_err(|message| GroomError::field("groom", message))
}
