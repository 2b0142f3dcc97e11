//! Shows as text: RON (Rusty Object Notation).

use super::ShowDescription;
use crate::SetupError;
use sinew::internal::{ALL_LEVELS, Grammar, read_ron, write_ron};

/// Words of shows in error messages, as `docs/setup.md` has them.
const SHOW: Grammar = Grammar {
    document: "a show, such as (seconds: 4, cast: {\"hero\": (setup: \"hero.ron\")})",
    structs: &[
        ("Show", "a show"),
        ("Cast", "an actor"),
        ("Cue", "a cue"),
        ("Shot", "a shot"),
        ("Box", "a box"),
        ("Stairs", "stairs"),
        ("Hit", "a hit"),
    ],
    enums: &[("PropDescription", "prop"), ("CueAction", "cue"), ("LookCue", "target")],
    signed: &[],
    hints: &[],
};

/// Name of the text in errors of [`ShowDescription::from_ron`].
pub(super) const SHOW_TEXT: &str = "show";

impl ShowDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not a show: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, SetupError> {
        let failed = |(location, message)| SetupError::new(SHOW_TEXT, location, message);
        read_ron(text, &SHOW).map_err(failed)
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron)
    /// reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, SetupError> {
        write_ron(self, ALL_LEVELS).map_err(|message| SetupError::new(SHOW_TEXT, "", message))
    }
}
