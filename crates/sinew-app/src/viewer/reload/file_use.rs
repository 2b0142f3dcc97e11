//! Uses of files in the viewer.

use crate::viewer::wrinkles::WrinkleChoice;
use std::path::PathBuf;

/// Use of one or several files in the viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileUse {
    /// The shown character: its file or set-up with all that it refers to, texts of its options.
    Character,
    /// Animation graph that was opened for the character.
    Graph(PathBuf),
    /// IK rig in place of the default one.
    Rig(PathBuf),
    /// Ragdoll of a text.
    Ragdoll(PathBuf),
    FaceMap(PathBuf),
    /// Table of wrinkles with its images.
    Wrinkles(WrinkleChoice),
    /// Haircuts with their maps, and landmarks.
    Hair,
    /// Text of decals with its images.
    Marks(PathBuf),
    /// Image of a look of decals.
    DecalImage(PathBuf),
    /// Picture of the environment.
    Environment(PathBuf),
    /// Sound that the character speaks, with phones or a transcript beside it.
    Sound(PathBuf),
    /// Show with its set-ups.
    Show(PathBuf),
}

impl FileUse {
    /// True where this use ends when `other` begins.
    pub(super) fn is_replaced_by(&self, other: &Self) -> bool {
        match self {
            Self::Marks(_) | Self::DecalImage(_) => self == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// True for a use that an error alone may have ended, and that goes on when the error is mended.
    pub(super) fn waits_for_mending(&self) -> bool {
        matches!(
            self,
            Self::Graph(_) | Self::FaceMap(_) | Self::Wrinkles(_) | Self::Marks(_) | Self::DecalImage(_)
        )
    }

    /// True where this use goes on with another character.
    pub(in crate::viewer) fn outlives_character(&self) -> bool {
        matches!(self, Self::Rig(_) | Self::Environment(_) | Self::Sound(_))
    }
}
