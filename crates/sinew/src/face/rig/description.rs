//! Description of a face: plain data that names its shapes, from code or from text.

use crate::face::viseme_map::{DEFAULT_JAW_ANGLE, DEFAULT_JAW_AXIS};
use crate::face::{Corrective, Viseme};
use glam::Vec3;
use std::collections::BTreeMap;

use super::shapes::{MorphShapes, VisemeShapes};
#[cfg(feature = "serde")]
use super::viseme_keys;
#[cfg(feature = "serde")]
use crate::text::unique;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Description of a [`FaceRig`](crate::face::FaceRig), for faces of any names: the morph targets, expressions
/// and jaw opening of each viseme, the shapes of blinks and emotions, and correctives.
///
/// [`FaceRig::from_description`](crate::face::FaceRig::from_description) makes the face,
/// [`VisemeMap::from_description`](crate::face::VisemeMap::from_description) its mouth alone.
/// [`FaceRigDescription::of`] describes a face, [`FaceRigDescription::of_mouth`] a mouth, such as one that was
/// detected, as a start for an own one.
///
/// ```
/// # use sinew::character::Expression;
/// # use sinew::{Character, CharacterParts};
/// # let mouth = Expression { name: "mouth open".into(), ..Expression::default() };
/// # let character = Character::new(CharacterParts { expressions: vec![mouth], ..Default::default() })?;
/// use sinew::face::{FaceRigDescription, Viseme, VisemeMap, VisemeShapes};
///
/// let open = VisemeShapes { expressions: [("mouth open".into(), 0.8)].into(), ..Default::default() };
/// let description = FaceRigDescription { visemes: [(Viseme::Aa, open)].into(), ..Default::default() };
/// let map = VisemeMap::from_description(&description, &character)?;
/// assert_eq!(FaceRigDescription::of_mouth(&map, &character), description);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "FaceRig"))]
pub struct FaceRigDescription {
    /// Shapes of the visemes. Visemes that are left out, as silence usually is, show the face at rest.
    #[cfg_attr(feature = "serde", serde(with = "viseme_keys"))]
    pub visemes: BTreeMap<Viseme, VisemeShapes>,
    /// Jaw joint; `None` for mouths that open by their shapes alone.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub jaw: Option<JawDescription>,
    /// Shapes that close the eyes; `None` for those that are found by their names.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub blink: Option<MorphShapes>,
    /// Emotions by name. They come before expressions of the same name.
    #[cfg_attr(
        feature = "serde",
        serde(deserialize_with = "unique", skip_serializing_if = "BTreeMap::is_empty")
    )]
    pub emotions: BTreeMap<String, MorphShapes>,
    /// Corrective shapes, in the order in which they are applied.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub correctives: Vec<Corrective>,
}

/// Jaw joint of a [`FaceRigDescription`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields, rename = "Jaw"))]
pub struct JawDescription {
    /// Name of the joint, or `jaw` for the jaw of a humanoid.
    pub joint: String,
    /// Angle of an opening of 1, radians; degrees in text.
    #[cfg_attr(feature = "serde", serde(with = "crate::text::degrees"))]
    pub angle: f32,
    /// Axis of the turn in the model space of a character that faces +Z, of any length but 0: +X opens the
    /// mouth. It turns with the direction in which a character faces.
    pub axis: Vec3,
}

impl Default for JawDescription {
    fn default() -> Self {
        Self { joint: "jaw".into(), angle: DEFAULT_JAW_ANGLE, axis: DEFAULT_JAW_AXIS }
    }
}
