//! Wrinkle maps: layers of normals, occlusion, roughness and colour that appear in regions of the skin as the
//! face moves, and area strain.
//!
//! A [`WrinkleMap`] (from a [`WrinkleMapDescription`], as code or RON) is shared by all actors of a
//! character; a [`WrinkleState`] is the state of one actor.

mod blend;
mod curve;
mod description;
mod driver;
mod error;
mod map;
mod materials;
mod resolve;
mod state;
mod strain;
#[cfg(all(test, feature = "ron"))]
mod tests;
#[cfg(feature = "ron")]
mod text;

pub use blend::reoriented_normal;
pub use curve::WrinkleCurve;
pub use description::{
    AutomaticWrinkles, StrainKind, WrinkleDriverDescription, WrinkleDriverInput, WrinkleImagesDescription,
    WrinkleJoint, WrinkleLayerDescription, WrinkleMapDescription, WrinkleMaskDescription,
    WrinkleMaterialDescription, WrinkleTimes,
};
pub use driver::WrinkleInput;
pub use error::WrinkleError;
pub use map::{
    MAX_WRINKLE_LAYERS, MAX_WRINKLE_MASKS, MAX_WRINKLE_MATERIALS, WrinkleImages, WrinkleLayer, WrinkleMap,
    WrinkleMaterial, WrinkleRegion,
};
pub use materials::WrinkleImageReader;
pub use state::{WrinkleChannel, WrinkleState};
pub use strain::{MAX_AREA_STRAIN, StrainEntry, StrainRings, StrainScratch, area_strain};
