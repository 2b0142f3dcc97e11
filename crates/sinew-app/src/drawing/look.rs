//! Look of materials in pictures and in the viewer.

use sinew::Character;
use sinew_render::MaterialLooks;

/// Look of the materials of characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Look {
    /// Skin, eyes and teeth of people as such.
    #[default]
    Natural,
    /// Every material as its file says.
    Plain,
    /// Materials without a toon look of their own as toons.
    Toon,
}

impl Look {
    /// Looks of the materials of a character.
    pub(crate) fn of(self, character: &Character) -> MaterialLooks {
        match self {
            Self::Natural => MaterialLooks::detect(character),
            Self::Plain => MaterialLooks::default(),
            Self::Toon => MaterialLooks::toon(character),
        }
    }
}
