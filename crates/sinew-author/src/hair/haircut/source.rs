//! Sources of hair.

use crate::hair::{GroomDescription, GroomMaps, HairCurves, HairRegion};
use sinew::hair::SavedHair;

/// Hair to put on: a description, imported curves, or hair that has grown before.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum HaircutSource {
    /// A description, with the maps that it names.
    Description(GroomDescription, GroomMaps),
    /// Curves, which are moved onto the head where they lie beside it.
    Curves(HairCurves),
    /// Hair that has grown on this character before.
    Saved(SavedHair),
}

impl HaircutSource {
    /// Regions in which it takes the place of the file's hair; none for hair that has grown before, which
    /// knows the meshes.
    #[must_use]
    pub fn regions(&self) -> Vec<HairRegion> {
        match self {
            Self::Description(groom, _) => groom.layers.iter().map(|layer| layer.region).collect(),
            Self::Curves(_) => vec![HairRegion::Scalp],
            Self::Saved(_) => Vec::new(),
        }
    }

    /// Number of strands that are grown.
    #[must_use]
    pub fn strand_count(&self) -> usize {
        match self {
            Self::Description(groom, _) => groom.layers.iter().map(|layer| layer.strands).sum(),
            _ => 0,
        }
    }
}
