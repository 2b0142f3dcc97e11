//! Eyes that follow a target, by bones or by expressions (VRM Consortium, *VRMC_vrm-1.0*, lookAt).

use crate::character::{LookAtSetup, RangeMap};
use crate::humanoid::BodySide;
use crate::math::ops;
use crate::math::{Transform, axis_angle};
use crate::skeleton::{JointId, Skeleton, mirrored_by};
use glam::{Affine3A, Quat, Vec3};

/// Gaze set by the game: that of the clips, a point in the world, or angles.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[non_exhaustive]
pub enum Gaze {
    /// The gaze that clips animate.
    #[default]
    Animated,
    /// A point in the world.
    Target(Vec3),
    /// A direction relative to the head.
    Angles(GazeAngles),
}

/// A direction relative to the head, (0, 0) straight ahead.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct GazeAngles {
    /// Radians to the character's left.
    pub yaw: f32,
    /// Radians downwards.
    pub pitch: f32,
}

impl GazeAngles {
    /// Gaze angles from a head to a point in model space. `head` is its matrix (model from joint),
    /// `head_rest` the same at rest, turned about +Y so that the character faces +Z where it does not.
    /// Straight ahead for a target between the eyes.
    #[must_use]
    pub fn towards(look_at: &LookAtSetup, head: &Affine3A, head_rest: &Affine3A, model_target: Vec3) -> Self {
        let from = head.transform_point3(look_at.offset_from_head);
        // The head's axes are arbitrary; ahead is where it faced at rest. Matrices, not their rotations,
        // since below a mirroring or uneven scale a matrix has no rotation of its own.
        let back = head_rest.matrix3 * head.matrix3.inverse();
        let seen = back * (model_target - from);
        Self::from_direction(if seen.is_finite() { seen } else { model_target - from })
    }

    /// The angles of a direction in the axes of a character that faces +Z.
    #[must_use]
    pub fn from_direction(direction: Vec3) -> Self {
        match direction.try_normalize() {
            None => Self::default(),
            Some(d) => Self { yaw: ops::atan2(d.x, d.z), pitch: ops::atan2(-d.y, ops::hypot(d.x, d.z)) },
        }
    }

    /// The angles of one eye, capped as `look_at` says: the horizontal cap depends on whether it looks to the
    /// nose.
    #[must_use]
    pub fn for_eye(&self, look_at: &LookAtSetup, eye: BodySide) -> Self {
        let outward = (self.yaw >= 0.0) == (eye == BodySide::Left);
        let horizontal = if outward { &look_at.horizontal_outer } else { &look_at.horizontal_inner };
        Self { yaw: signed(horizontal, self.yaw), pitch: self.capped_pitch(look_at) }
    }

    /// Weights of the expressions `lookLeft`, `lookRight`, `lookUp`, `lookDown`.
    #[must_use]
    pub fn expression_weights(&self, look_at: &LookAtSetup) -> [f32; 4] {
        let map = &look_at.horizontal_outer;
        let (up, down) = (&look_at.vertical_up, &look_at.vertical_down);
        [map.apply(self.yaw), map.apply(-self.yaw), up.apply(-self.pitch), down.apply(self.pitch)]
    }

    /// The angles at `t` (0 to 1) of the way to `other`.
    #[must_use]
    pub fn lerp(self, other: Self, t: f32) -> Self {
        Self {
            yaw: self.yaw + (other.yaw - self.yaw) * t,
            pitch: self.pitch + (other.pitch - self.pitch) * t,
        }
    }

    /// The direction in the axes of a character that faces +Z, of unit length.
    #[must_use]
    pub fn direction(self) -> Vec3 {
        let ((sine, cosine), (down, level)) = (ops::sin_cos(self.yaw), ops::sin_cos(self.pitch));
        Vec3::new(sine * level, -down, cosine * level)
    }

    /// Length of the way between two gazes in yaw and pitch, radians.
    #[must_use]
    pub fn distance(self, other: Self) -> f32 {
        ops::hypot(self.yaw - other.yaw, self.pitch - other.pitch)
    }

    pub(super) fn is_finite(self) -> bool {
        self.yaw.is_finite() && self.pitch.is_finite()
    }

    fn capped_pitch(&self, look_at: &LookAtSetup) -> f32 {
        signed(if self.pitch > 0.0 { &look_at.vertical_down } else { &look_at.vertical_up }, self.pitch)
    }

    fn rotation(&self) -> Quat {
        axis_angle::from_rotation_y(self.yaw) * axis_angle::from_rotation_x(self.pitch)
    }
}

fn signed(map: &RangeMap, angle: f32) -> f32 {
    map.apply(angle.abs()).copysign(angle)
}

/// Turns an eye joint by `angles` from its rest, in the axes of the character: `forward` is the rotation from
/// +Z to the direction in which it faces
/// ([`Character::forward_rotation`](crate::Character::forward_rotation)).
///
/// # Panics
/// When the joint is beyond the slice.
pub fn turn_eye(
    skeleton: &Skeleton,
    eye: JointId,
    forward: Quat,
    angles: GazeAngles,
    local: &mut [Transform],
) {
    // The rotation from the space of the eye's parent to model space at rest, and the signs of the scales
    // between them: below a mirroring scale, rotations count mirrored. From the parent up to the root.
    let (mut above, mut signs, mut joint) = (Quat::IDENTITY, Vec3::ONE, skeleton.parent(eye));
    while let Some(ancestor) = joint {
        let rest = &skeleton.rest()[ancestor.index()];
        let sign = Vec3::from_array(rest.scale.to_array().map(|scale| if scale < 0.0 { -1.0 } else { 1.0 }));
        (above, signs) = (rest.rotation * mirrored_by(sign, above), signs * sign);
        joint = skeleton.parent(ancestor);
    }
    let turn =
        mirrored_by(signs, above.inverse() * (forward * angles.rotation() * forward.inverse()) * above);
    local[eye.index()].rotation = (turn * skeleton.rest()[eye.index()].rotation).normalize();
}
