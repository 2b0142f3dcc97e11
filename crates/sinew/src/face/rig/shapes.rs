//! Shapes of a face by their names, in descriptions.

#[cfg(feature = "serde")]
use crate::text::unique;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Morph targets of a blink or an emotion, by name with their weights: 0 off, 1 the shape as authored;
/// weights may be negative.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename = "MorphShapes"))]
pub struct MorphShapes {
    /// Morph targets; a name stands for the targets of that name in all meshes.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "unique"))]
    pub morphs: BTreeMap<String, f32>,
}

/// Shapes that make one viseme, by name with their weights: 0 off, 1 the shape as authored; weights may be
/// negative.
///
/// While a character speaks, all shapes of its map give way to speech, for every viseme: clips that move them
/// fade out. A shape that is to give way but makes no viseme has the weight 0.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Shapes"))]
pub struct VisemeShapes {
    /// Morph targets; a name stands for the targets of that name in all meshes.
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "unique", skip_serializing_if = "BTreeMap::is_empty")
    )]
    pub morphs: BTreeMap<String, f32>,
    /// Expressions, by their own names or those of VRM 0.x.
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "unique", skip_serializing_if = "BTreeMap::is_empty")
    )]
    pub expressions: BTreeMap<String, f32>,
    /// Opening of the [`jaw`](field@super::FaceRigDescription::jaw) as a share of its angle.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub jaw: f32,
}

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(value: &f32) -> bool {
    *value == 0.0
}
