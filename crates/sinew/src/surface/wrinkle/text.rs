//! Wrinkle maps as text: RON (Rusty Object Notation).

use super::{WrinkleError, WrinkleImageReader, WrinkleMap, WrinkleMapDescription};
use crate::character::Character;
use crate::text::{Grammar, read_ron, write_ron};

/// Words of wrinkle maps in error messages, as `docs/wrinkles.md` has them.
const WRINKLES: Grammar = Grammar {
    document: "a wrinkle map, such as (layers: {\"compress\": (normal: \"n.png\")}, \
               masks: […], drivers: […])",
    structs: &[
        ("WrinkleMap", "a wrinkle map"),
        ("Layer", "a layer"),
        ("Mask", "a mask"),
        ("Material", "a further material"),
        ("Images", "the images of a layer"),
        ("Driver", "a driver"),
        ("Joint", "a joint input"),
        ("Automatic", "automatic wrinkles"),
        ("Times", "the time constants"),
    ],
    enums: &[("WrinkleDriverInput", "input"), ("WrinkleCurve", "curve"), ("StrainKind", "strain")],
    signed: &[],
    hints: &[],
};

/// Levels of brackets that are written on lines of their own.
const LINE_LEVELS: usize = 2;

impl WrinkleMapDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not a wrinkle map: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, WrinkleError> {
        read_ron(text, &WRINKLES).map_err(|(location, message)| WrinkleError::new(location, message))
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron) reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, WrinkleError> {
        write_ron(self, LINE_LEVELS).map_err(|message| WrinkleError::new("wrinkle map", message))
    }
}

impl WrinkleMap {
    /// The wrinkle map of a description in RON: [`WrinkleMapDescription::from_ron`] and
    /// [`from_description`](Self::from_description) at once.
    ///
    /// # Errors
    /// As theirs, all with line and column.
    pub fn from_ron(
        text: &str,
        character: &Character,
        read_image: WrinkleImageReader<'_>,
    ) -> Result<Self, WrinkleError> {
        let description = WrinkleMapDescription::from_ron(text)?;
        Self::from_description(&description, character, read_image).map_err(|error| error.in_text(text))
    }
}
