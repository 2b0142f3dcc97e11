use super::driver::WrinkleDriver;
use super::{AutomaticWrinkles, WrinkleTimes};
use crate::character::{Image, MaterialId};

/// Largest number of layers of a wrinkle map.
pub const MAX_WRINKLE_LAYERS: usize = 4;
/// Largest number of masks of a wrinkle map; each has up to four regions.
pub const MAX_WRINKLE_MASKS: usize = 8;

/// Wrinkle map of a character: images that appear in regions of its skin as shapes of the face, expressions and joints demand. Shared
/// by all actors of the character ([`Actor::set_wrinkles`](crate::Actor::set_wrinkles)). Made from a
/// [`WrinkleDescription`](super::WrinkleDescription).
#[derive(Clone, Debug, PartialEq)]
pub struct WrinkleMap {
    pub(super) material: MaterialId,
    pub(super) layers: Vec<WrinkleLayer>,
    pub(super) masks: Vec<Image>,
    pub(super) regions: Vec<WrinkleRegion>,
    pub(super) drivers: Vec<WrinkleDriver>,
    pub(super) times: WrinkleTimes,
}

/// Layer of a [`WrinkleMap`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WrinkleLayer {
    /// Name.
    pub name: String,
    /// Normal map in tangent space.
    pub normal: Option<Image>,
    /// Occlusion (red) and roughness (green, 0.5 for unchanged).
    pub surface: Option<Image>,
    /// Colour that multiplies the base colour.
    pub color: Option<Image>,
    /// Factor on the slopes of the normal map.
    pub normal_scale: f32,
    /// Repetitions of the images over the texture.
    pub repeat: f32,
    /// Automatic strength by area strain.
    pub automatic: Option<AutomaticWrinkles>,
}

/// Region of a [`WrinkleMap`]: a channel of a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrinkleRegion {
    /// Name.
    pub name: String,
    /// Number of the mask.
    pub mask: usize,
    /// Channel of the mask: 0 red to 3 alpha.
    pub channel: usize,
}

impl WrinkleMap {
    /// Material that gets the wrinkles.
    #[must_use]
    pub fn material(&self) -> MaterialId {
        self.material
    }

    /// Layers, in the order in which they are combined.
    #[must_use]
    pub fn layers(&self) -> &[WrinkleLayer] {
        &self.layers
    }

    /// Masks of the regions.
    #[must_use]
    pub fn masks(&self) -> &[Image] {
        &self.masks
    }

    /// Regions, mask by mask.
    #[must_use]
    pub fn regions(&self) -> &[WrinkleRegion] {
        &self.regions
    }

    /// Time constants of the channels.
    #[must_use]
    pub fn times(&self) -> WrinkleTimes {
        self.times
    }

    /// True for a map with an automatic layer, which needs the area strain of the mesh.
    #[must_use]
    pub fn is_automatic(&self) -> bool {
        self.layers.iter().any(|layer| layer.automatic.is_some())
    }

    /// Number of strengths per channel: layers times regions.
    #[must_use]
    pub fn strength_count(&self) -> usize {
        self.layers.len() * self.regions.len()
    }
}
