//! Descriptions of wrinkle maps: plain data that names images, regions and shapes, from code or from text.

use super::WrinkleCurve;
use glam::Vec3;
use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use crate::text::unique;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Description of a [`WrinkleMap`](super::WrinkleMap): layers of images, regions in masks, and the shapes
/// that drive them.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "WrinkleMap"))]
pub struct WrinkleMapDescription {
    /// Name of the material that gets the wrinkles; `None` for the only material of the character.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub material: Option<String>,
    /// Layers of images by name, at most [`MAX_WRINKLE_LAYERS`](super::MAX_WRINKLE_LAYERS). They are combined
    /// in the order of their names.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub layers: BTreeMap<String, WrinkleLayerDescription>,
    /// Masks, at most [`MAX_WRINKLE_MASKS`](super::MAX_WRINKLE_MASKS).
    pub masks: Vec<WrinkleMaskDescription>,
    /// Further materials by name, which get the same layers and regions with images of their own, as for a
    /// face whose ears or lips are another material.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "unique")
    )]
    pub materials: BTreeMap<String, WrinkleMaterialDescription>,
    /// Drivers. Drivers of the same region and layer add up, to at most 1.
    pub drivers: Vec<WrinkleDriverDescription>,
    /// Time constants of the channels.
    pub times: WrinkleTimes,
}

/// Layer of a wrinkle map: images over the texture coordinates of the material's base colour. Images that are
/// left out change nothing.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Layer"))]
pub struct WrinkleLayerDescription {
    /// Normal map in tangent space.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub normal: Option<String>,
    /// Heights in place of a normal map: a grey image, white high. `sinew_author::surface::wrinkle` makes it into
    /// a normal map before the description is used.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub height: Option<String>,
    /// Height of white over black, millimetres. Default: 1.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_one"))]
    pub strength: f32,
    /// Occlusion (red: 1 for none) and roughness (green: 0.5 for unchanged, more for rougher).
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub surface: Option<String>,
    /// Colour in sRGB that multiplies the base colour: white for unchanged. Alpha is its share.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub color: Option<String>,
    /// Factor on the slopes of the normal map, 0 to 10.
    pub normal_scale: f32,
    /// Repetitions of the images over the texture, 1 to 1000; masks are not repeated.
    pub repeat: f32,
    /// Automatic strength by area strain per vertex, in addition to that of the drivers.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub automatic: Option<AutomaticWrinkles>,
}

#[cfg(feature = "serde")]
fn is_one(number: &f32) -> bool {
    *number == 1.0
}

impl Default for WrinkleLayerDescription {
    fn default() -> Self {
        Self {
            normal: None,
            height: None,
            strength: 1.0,
            surface: None,
            color: None,
            normal_scale: 1.0,
            repeat: 1.0,
            automatic: None,
        }
    }
}

/// Mask of a wrinkle map: up to four regions in the channels of an image.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "Mask"))]
pub struct WrinkleMaskDescription {
    /// Image: 0 outside of a region, 1 inside.
    pub image: String,
    /// Names of the regions in red, green, blue and alpha, in this order.
    pub regions: Vec<String>,
}

/// Images of a wrinkle map for a further material, over the texture coordinates of its base colour.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Material"))]
pub struct WrinkleMaterialDescription {
    /// Images of layers by the names of the layers; layers that are left out change nothing there.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub layers: BTreeMap<String, WrinkleImagesDescription>,
    /// Mask images in the order of [`WrinkleMapDescription::masks`], as many, with the same regions in their
    /// channels.
    pub masks: Vec<String>,
}

/// Images of a layer for a further material; see [`WrinkleLayerDescription`]. Images that are left out change
/// nothing.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Images"))]
pub struct WrinkleImagesDescription {
    /// Normal map in tangent space.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub normal: Option<String>,
    /// Occlusion and roughness.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub surface: Option<String>,
    /// Colour that multiplies the base colour.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub color: Option<String>,
}

/// Driver of a region: the strength is `curve((input · input · … − threshold) · gain)`, clamped to 0..1.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "Driver"))]
pub struct WrinkleDriverDescription {
    /// Region, of one of the masks.
    pub region: String,
    /// Layer whose images appear there, such as one for compressed and one for stretched skin.
    pub layer: String,
    /// Inputs, one to eight; several are multiplied.
    pub inputs: Vec<WrinkleDriverInput>,
    /// Product of the inputs up to which nothing appears.
    #[cfg_attr(feature = "serde", serde(default))]
    pub threshold: f32,
    /// Strength per product above the threshold.
    #[cfg_attr(feature = "serde", serde(default = "one"))]
    pub gain: f32,
    /// Response curve.
    #[cfg_attr(feature = "serde", serde(default))]
    pub curve: WrinkleCurve,
}

#[cfg(feature = "serde")]
fn one() -> f32 {
    1.0
}

/// Input of a driver: a number of the resolved frame, usually 0 to 1. Negative numbers count as 0.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[non_exhaustive]
pub enum WrinkleDriverInput {
    /// Weight of an expression.
    Expression(String),
    /// Largest weight of the morph targets of a name.
    Morph(String),
    /// Largest weight of the morph targets of an ARKit blend shape in any usual spelling; a name without
    /// side, such as `browDown`, stands for both.
    ArKit(String),
    /// Rotation of a joint from its rest pose around an axis.
    Joint(WrinkleJoint),
}

/// Rotation of a joint from its rest pose around an axis: 0 at the angle `from`, 1 at `to`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "Joint"))]
pub struct WrinkleJoint {
    /// Name of the joint.
    pub joint: String,
    /// Axis in the joint's own space at rest; its length does not matter.
    pub axis: Vec3,
    /// Angle of input 0, radians; degrees in text.
    #[cfg_attr(feature = "serde", serde(default, with = "crate::text::degrees"))]
    pub from: f32,
    /// Angle of input 1, radians; degrees in text.
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees"))]
    pub to: f32,
}

/// Automatic strength of a layer by the area strain of the morphed and skinned mesh: `(s − threshold) ·
/// gain`, clamped to 0..1, where s is the natural logarithm of the area ratio (negated for compression).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "Automatic"))]
pub struct AutomaticWrinkles {
    /// Direction of the strain.
    pub strain: StrainKind,
    /// Strain up to which nothing appears.
    #[cfg_attr(feature = "serde", serde(default))]
    pub threshold: f32,
    /// Strength per strain above the threshold.
    pub gain: f32,
}

/// Direction of a strain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum StrainKind {
    /// The skin has less area than at rest.
    Compression,
    /// The skin has more area than at rest.
    Stretch,
}

/// Time constants of the channels of a wrinkle map, seconds until 63 % of a change; 0 for at once. Finite, at
/// most a minute.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Times"))]
#[non_exhaustive]
pub struct WrinkleTimes {
    /// Normals. Default: 0.
    pub normal: f32,
    /// Occlusion and roughness. Default: 0.
    pub surface: f32,
    /// Colour: blood follows slowly. Default: 0.6.
    pub color: f32,
}

impl Default for WrinkleTimes {
    fn default() -> Self {
        Self { normal: 0.0, surface: 0.0, color: 0.6 }
    }
}

impl WrinkleTimes {
    /// Times of normals, of occlusion and roughness, and of colour, seconds.
    #[must_use]
    pub fn new(normal: f32, surface: f32, color: f32) -> Self {
        Self { normal, surface, color }
    }
}
