//! Look of materials in pictures and in the viewer.

use sinew::Character;
use sinew_render::SurfaceLooks;

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
    pub(crate) fn of(self, character: &Character) -> SurfaceLooks {
        match self {
            Self::Natural => SurfaceLooks::detect(character),
            Self::Plain => SurfaceLooks::default(),
            Self::Toon => SurfaceLooks::toon(character),
        }
    }
}
