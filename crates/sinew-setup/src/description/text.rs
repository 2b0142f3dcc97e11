//! Set-ups as text: RON (Rusty Object Notation).

use super::{DecalsDescription, SetupDescription};
use crate::SetupError;
use sinew::internal::{ALL_LEVELS, Grammar, in_text, read_ron, write_ron};

/// Words of set-ups in error messages, as `docs/setup.md` has them.
const SETUP: Grammar = Grammar {
    document: "a set-up, such as (model: \"hero.vrm\")",
    structs: &[
        ("Setup", "a set-up"),
        ("Clips", "the clips of a file"),
        ("Face", "a face"),
        ("Hair", "hair"),
        ("RagdollSetup", "a ragdoll"),
        ("Decals", "decals"),
        ("Look", "a look"),
        ("Mark", "a mark"),
        ("MarkPoint", "a point of the surface"),
        ("Drips", "drips"),
        ("Attachment", "an attachment"),
        ("Transform", "a transform"),
        ("SecondHand", "the grip of a second hand"),
        ("Outfit", "an outfit"),
        ("Level", "a level of detail"),
    ],
    enums: &[
        ("RootMotionDescription", "root motion"),
        ("HandDescription", "hand"),
        ("ItemGripDescription", "grip"),
        ("BlendDescription", "blend"),
        ("System", "system"),
    ],
    signed: &[],
    hints: &[],
};

/// Words of texts of decals alone in error messages.
const DECALS: Grammar =
    Grammar { document: "decals, such as (marks: [(look: \"blood\", on: \"chest\")])", ..SETUP };

/// Name of the text in errors of [`DecalsDescription::from_ron`].
const DECALS_TEXT: &str = "decals";
/// Name of the text in errors of [`SetupDescription::from_ron`].
pub(crate) const SETUP_TEXT: &str = "set-up";

impl SetupDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not a set-up: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, SetupError> {
        let failed = |(location, message)| SetupError::new(SETUP_TEXT, location, message);
        let setup: Self = read_ron(text, &SETUP).map_err(failed)?;
        if setup.model.is_empty() {
            let location = in_text("model".to_owned(), text);
            return Err(failed((location, "expected the path of a model, such as \"hero.vrm\"".to_owned())));
        }
        Ok(setup)
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron)
    /// reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, SetupError> {
        write_ron(self, ALL_LEVELS).map_err(|message| SetupError::new(SETUP_TEXT, "", message))
    }
}

impl DecalsDescription {
    /// Reads a description from RON.
    ///
    /// # Errors
    /// When the text is not RON or not one of decals: the error has line, column and field path.
    pub fn from_ron(text: &str) -> Result<Self, SetupError> {
        read_ron(text, &DECALS).map_err(|(location, message)| SetupError::new(DECALS_TEXT, location, message))
    }

    /// Writes the description as RON with line breaks and indentation, which [`from_ron`](Self::from_ron)
    /// reads.
    ///
    /// # Errors
    /// When a value cannot be written in RON.
    pub fn to_ron(&self) -> Result<String, SetupError> {
        write_ron(self, MARK_LEVELS).map_err(|message| SetupError::new(DECALS_TEXT, "", message))
    }
}

/// Levels of brackets of decals that are written on lines of their own: a mark takes one line.
const MARK_LEVELS: usize = 2;
