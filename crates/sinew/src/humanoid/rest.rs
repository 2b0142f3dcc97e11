use super::{BoneMap, HumanBone};
use glam::{Affine3A, Vec3};

/// How a body stands at rest, by its upper arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RestKind {
    /// Arms level.
    T,
    /// Arms half down.
    A,
    /// Anything else, such as arms hanging.
    N,
}

/// How far upper arms may be from level for a T, and from there for an A, in radians.
const LEVEL: f32 = 20.0 * std::f32::consts::PI / 180.0;
const LOWERED: f32 = 65.0 * std::f32::consts::PI / 180.0;

impl RestKind {
    /// The kind of pose that `model` (model from joint, Y up) is.
    ///
    /// # Panics
    /// When `model` is shorter than the skeleton of `map`.
    pub fn of(map: &BoneMap, model: &[Affine3A]) -> Self {
        let place = |bone| map.joint(bone).map(|joint| Vec3::from(model[joint.index()].translation));
        let lowered = |upper, lower| {
            let arm: Vec3 = place(lower)? - place(upper)?;
            Some((-arm.y).atan2(arm.x.hypot(arm.z)))
        };
        let arms = [
            lowered(HumanBone::LeftUpperArm, HumanBone::LeftLowerArm),
            lowered(HumanBone::RightUpperArm, HumanBone::RightLowerArm),
        ];
        let within = |least: f32, most: f32| arms.iter().flatten().all(|a| (least..=most).contains(a));
        match () {
            () if within(-LEVEL, LEVEL) => Self::T,
            () if within(LEVEL * 0.5, LOWERED) => Self::A,
            () => Self::N,
        }
    }
}
