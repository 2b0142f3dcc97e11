use crate::body::SkinPoint;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Vec3};

/// Underside of a foot.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Sole {
    /// Height of the ankle above the ground with the foot flat, metres.
    pub ankle_height: f32,
    /// Points of the skin that may touch the ground first in some orientation of the foot;
    /// empty without a skin.
    pub points: Vec<SkinPoint>,
}

/// Default height of an ankle, leg lengths: that of an adult's bare foot.
const DEFAULT_ANKLE_HEIGHT: f32 = 0.08;
/// Largest distance from the lowest joint of a foot down to a ground at height 0 that the body is taken to
/// stand on, leg lengths.
const MAX_GROUND_DISTANCE: f32 = 0.15;

/// Height of an ankle above the ground without a skin, metres. The lowest joint of the foot lies `drop` below
/// the ankle; `ankle` is the ankle's height in the reference pose of a body that stands in it.
pub(super) fn estimate_ankle_height(ankle: Option<f32>, drop: f32, leg: f32) -> f32 {
    let is_near_ground = |ankle: &f32| (-0.03 * leg..=MAX_GROUND_DISTANCE * leg).contains(&(ankle - drop));
    match ankle.filter(is_near_ground) {
        Some(ankle) => ankle.max(drop),
        None => drop.max(DEFAULT_ANKLE_HEIGHT * leg),
    }
}

/// Vertical distance from an ankle down to its lowest descendant joint,
/// metres, in the pose `pose` rotated by `turn`.
pub(super) fn lowest_joint_drop(
    skeleton: &Skeleton,
    pose: &[Affine3A],
    ankle: JointId,
    turn: glam::Quat,
) -> f32 {
    let from = pose[ankle.index()].translation;
    let low = |joint: JointId| -(turn * Vec3::from(pose[joint.index()].translation - from)).y;
    skeleton.joints().filter(|joint| skeleton.is_descendant_of(*joint, ankle)).map(low).fold(0.0, f32::max)
}
