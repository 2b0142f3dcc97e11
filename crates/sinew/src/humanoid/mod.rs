//! What makes a skeleton a human body: which joint is which bone, and how the body stands at rest.

mod bone;
mod bone_map;
mod rest;

pub use bone::HumanBone;
pub use bone_map::{BoneMap, BoneMapError};
pub use rest::RestKind;

use crate::skeleton::{JointIndex, Skeleton};
use glam::Affine3A;
use std::borrow::Cow;

/// A character's human body.
#[derive(Clone, Debug, PartialEq)]
pub struct Humanoid {
    /// Which joint is which bone.
    pub map: BoneMap,
    /// How the map was found: `vrm` for one that the file states.
    pub profile: Cow<'static, str>,
    /// How sure it is, 0 to 1.
    pub confidence: f32,
    /// How the body stands at rest.
    pub rest: RestKind,
}

impl Humanoid {
    /// The body that a file states itself. `rest_model` is the rest pose, model from joint.
    ///
    /// # Errors
    /// As [`BoneMap::new`].
    ///
    /// # Panics
    /// When `rest_model` is shorter than the skeleton.
    pub fn stated(
        profile: &'static str,
        skeleton: &Skeleton,
        bones: impl IntoIterator<Item = (HumanBone, JointIndex)>,
        rest_model: &[Affine3A],
    ) -> Result<Self, BoneMapError> {
        let map = BoneMap::new(skeleton, bones)?;
        let rest = RestKind::of(&map, rest_model);
        Ok(Self { map, profile: Cow::Borrowed(profile), confidence: 1.0, rest })
    }
}
