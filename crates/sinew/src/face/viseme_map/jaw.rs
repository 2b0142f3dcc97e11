//! Jaw joint that opens the mouth for visemes.

use super::targets::{Row, dot};
use crate::Transform;
use crate::character::Character;
use crate::math::axis_angle;
use crate::math::turn::rotation_of;
use crate::pose::LocalPose;
use crate::skeleton::JointId;
use glam::{Quat, Vec3};

/// Angle of the jaw at the widest vowel, radians: 16°.
pub(in crate::face) const DEFAULT_JAW_ANGLE: f32 = 0.28;

/// Axis of the jaw of a character that faces +Z: the chin goes down.
pub(in crate::face) const DEFAULT_JAW_AXIS: Vec3 = Vec3::X;

/// Jaw joint that opens the mouth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::face) struct Jaw {
    pub(in crate::face) joint: JointId,
    /// Axis in the rest pose of a character that faces +Z, of length 1.
    pub(in crate::face) axis: Vec3,
    /// Angle of an opening of 1, radians.
    pub(in crate::face) angle: f32,
    /// Opening for each viseme.
    pub(in crate::face) openings: Row,
    /// Rotation from the parent's axes to those of a character that faces +Z, in the rest pose.
    ahead_from_parent: Quat,
}

impl Jaw {
    pub(super) fn new(character: &Character, joint: JointId, axis: Vec3, angle: f32, openings: Row) -> Self {
        let parent = character.skeleton().parent(joint);
        let rotation =
            parent.map_or(Quat::IDENTITY, |parent| rotation_of(&character.rest_model()[parent.index()]));
        let ahead_from_parent = character.forward_rotation().inverse() * rotation;
        Self { joint, axis, angle, openings, ahead_from_parent }
    }

    /// Local rotation of the jaw for visemes that own it by `share`, from that which is animated and that at
    /// rest; `None` where the pose is not finite.
    pub(super) fn rotation(
        &self,
        visemes: &Row,
        share: f32,
        pose: &LocalPose,
        rest: &[Transform],
    ) -> Option<Quat> {
        let (animated, rest) = (pose.get(self.joint).rotation, rest[self.joint.index()].rotation);
        let animated = animated.lerp(rest, share);
        let open = axis_angle::from_axis_angle(self.axis, self.angle * dot(&self.openings, visemes));
        let turn = self.ahead_from_parent.inverse() * open * self.ahead_from_parent;
        let rotation = turn * animated;
        rotation.is_finite().then_some(rotation)
    }
}
