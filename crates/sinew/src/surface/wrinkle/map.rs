//! Wrinkle maps: layers, masks, regions, drivers and the materials with their images.

use super::driver::WrinkleDriver;
use super::{AutomaticWrinkles, WrinkleTimes};
use crate::character::{Character, Image, MaterialId};

/// Largest number of layers of a wrinkle map.
pub const MAX_WRINKLE_LAYERS: usize = 4;
/// Largest number of masks of a wrinkle map; each has up to four regions.
pub const MAX_WRINKLE_MASKS: usize = 8;
/// Largest number of materials of a wrinkle map.
pub const MAX_WRINKLE_MATERIALS: usize = 16;

/// Wrinkle map of a character: images that appear in regions of its skin as shapes of the face, expressions
/// and joints demand. Shared by all actors of the character
/// ([`Actor::set_wrinkles`](crate::Actor::set_wrinkles)). Made from a
/// [`WrinkleMapDescription`](super::WrinkleMapDescription).
#[derive(Clone, Debug, PartialEq)]
pub struct WrinkleMap {
    pub(super) layers: Vec<WrinkleLayer>,
    pub(super) mask_count: usize,
    pub(super) materials: Vec<WrinkleMaterial>,
    pub(super) regions: Vec<WrinkleRegion>,
    pub(super) drivers: Vec<WrinkleDriver>,
    pub(super) times: WrinkleTimes,
    /// Fingerprint of the shapes and joints of the character.
    pub(super) shapes: u64,
}

/// Layer of a [`WrinkleMap`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WrinkleLayer {
    /// Name.
    pub name: String,
    /// Factor on the slopes of the normal map.
    pub normal_scale: f32,
    /// Repetitions of the images over the texture.
    pub repeat: f32,
    /// Automatic strength by area strain.
    pub automatic: Option<AutomaticWrinkles>,
}

/// Material that a [`WrinkleMap`] lies on, with the images over its texture coordinates.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WrinkleMaterial {
    /// Material.
    pub material: MaterialId,
    /// Images of each layer.
    pub images: Vec<WrinkleImages>,
    /// Masks, as many as the map has.
    pub masks: Vec<Image>,
}

/// Images of a layer of a [`WrinkleMap`] for one material; those that are left out change nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WrinkleImages {
    /// Normal map in tangent space.
    pub normal: Option<Image>,
    /// Occlusion (red) and roughness (green, 0.5 for unchanged).
    pub surface: Option<Image>,
    /// Colour that multiplies the base colour.
    pub color: Option<Image>,
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
    /// True for the character that the map was made for, and others with the same joints, expressions, morph
    /// targets and at least its materials.
    #[must_use]
    pub fn fits(&self, character: &Character) -> bool {
        let is_there = |material: &WrinkleMaterial| material.material.index() < character.materials().len();
        self.shapes == character.shapes_fingerprint() && self.materials.iter().all(is_there)
    }

    /// Materials that get the wrinkles, at least one. They share layers, regions and strengths, and have
    /// images of their own.
    #[must_use]
    pub fn materials(&self) -> &[WrinkleMaterial] {
        &self.materials
    }

    /// Layers, in the order in which they are combined.
    #[must_use]
    pub fn layers(&self) -> &[WrinkleLayer] {
        &self.layers
    }

    /// Number of masks of each material.
    #[must_use]
    pub fn mask_count(&self) -> usize {
        self.mask_count
    }

    /// Regions, mask by mask.
    #[must_use]
    pub fn regions(&self) -> &[WrinkleRegion] {
        &self.regions
    }

    /// Number of drivers.
    #[must_use]
    pub fn driver_count(&self) -> usize {
        self.drivers.len()
    }

    /// True where a driver of the layer moves the region. Both count from 0, in the order of
    /// [`layers`](Self::layers) and [`regions`](Self::regions).
    #[must_use]
    pub fn is_driven(&self, layer: usize, region: usize) -> bool {
        let target = layer * self.regions.len() + region;
        region < self.regions.len() && self.drivers.iter().any(|driver| driver.target == target)
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
