//! Grooms as text: RON (Rusty Object Notation).

use super::{GroomDescription, GroomMakingError};
use sinew::internal::{ALL_LEVELS, Grammar, Hint, read_ron, write_ron};

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
    hints: &[
        Hint::Fields("fringe: (", "expected fields: a fringe is written (width: 0.6, cut: 0.02)"),
        Hint::Fields("clumps: (", "expected fields: clumps are written (size: 0.012, root: 0, tip: 0.6)"),
        Hint::Fields("curl: (", "expected fields: curls are written (radius: 0.01, turn: 0.03, from: 0.1)"),
        Hint::Fields(
            "tail: (",
            "expected fields: a tail is written (length: 0.3, radius: 0.02, style: Loose)",
        ),
        Hint::Fields("Parted(", "expected fields: a parting is written Parted(at: 0.2, back: 0.5)"),
        Hint::Fields("Swept(", "expected a field: a direction is written Swept(direction: (0, 0.2, -1))"),
        Hint::Fields(
            "Tied(",
            "expected fields: a tie is written \
             Tied(to: (0, 0.3, -1), tail: (length: 0.3, radius: 0.02, style: Loose))",
        ),
        Hint::Fields("Braid(", "expected a field: a braid is written Braid(pitch: 0.06)"),
    ],
};

impl GroomDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not a groom, or a value is out of its range: [`GroomMakingError::Description`] with
    /// line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, GroomMakingError> {
        let groom: Self = read_ron(text, &GROOM)
            .map_err(|(location, message)| GroomMakingError::field(location, message))?;
        groom.check().map_err(|error| error.in_text(text))?;
        Ok(groom)
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, GroomMakingError> {
        write_ron(self, ALL_LEVELS).map_err(|message| GroomMakingError::field("groom", message))
    }
}
