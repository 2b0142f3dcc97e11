use super::MarkDescription;
use serde::{Deserialize, Serialize};
use sinew::surface::DecalBlend;
use std::collections::BTreeMap;

/// Decals of a character: their looks, how many there may be, and marks that it has from the beginning. A part of
/// a set-up, or a text of its own ([`DecalsDescription::from_ron`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Decals")]
pub struct DecalsDescription {
    /// Looks by name, such as `blood`.
    #[serde(deserialize_with = "sinew::internal::unique")]
    pub looks: BTreeMap<String, DecalLookDescription>,
    /// Look of trails that drops leave on the skin; none for drops without trails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trails: Option<String>,
    /// Most decals at a time; the oldest leave first.
    pub max: u32,
    /// Marks that the character has from the beginning.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<MarkDescription>,
}

impl Default for DecalsDescription {
    fn default() -> Self {
        Self { looks: BTreeMap::new(), trails: None, max: 256, marks: Vec::new() }
    }
}

/// Look of decals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Look")]
pub struct DecalLookDescription {
    /// Path of the image: colour and alpha.
    pub color: String,
    /// Path of a normal map in the tangent space of the image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<String>,
    /// Path of a grey image of heights in place of a normal map, white high.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<String>,
    /// Height of white over black, millimetres, on the first mark with the look, else on one of 0.05 m.
    #[serde(skip_serializing_if = "is_one")]
    pub strength: f32,
    /// Roughness: 0 wet, 1 dry.
    pub roughness: f32,
    /// Metalness: 0 skin, 1 metal.
    pub metallic: f32,
    /// Mixing with the skin.
    pub blend: BlendDescription,
}

fn is_one(number: &f32) -> bool {
    *number == 1.0
}

impl Default for DecalLookDescription {
    fn default() -> Self {
        Self {
            color: String::new(),
            normal: None,
            height: None,
            strength: 1.0,
            roughness: 0.6,
            metallic: 0.0,
            blend: BlendDescription::Alpha,
        }
    }
}

/// Mixing of a decal with the skin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlendDescription {
    /// By its alpha.
    Alpha,
    /// Multiplied, for stains.
    Multiply,
}

impl From<DecalBlend> for BlendDescription {
    fn from(blend: DecalBlend) -> Self {
        match blend {
            DecalBlend::Multiply => Self::Multiply,
            _ => Self::Alpha,
        }
    }
}
