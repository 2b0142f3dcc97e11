use crate::skeleton::JointId;
use glam::Vec3;

/// Look-at setup of the eyes (VRM 1.0's `lookAt`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookAtSetup {
    /// Joint of the head.
    pub head: JointId,
    /// Joints of the left and the right eye.
    pub eyes: [Option<JointId>; 2],
    /// Offset from the head joint to the point between the eyes, in the head's space, metres.
    pub offset_from_head: Vec3,
    /// Output of the look-at.
    pub kind: LookAtKind,
    /// Rotation of each eye towards the nose.
    pub horizontal_inner: RangeMap,
    /// Rotation of each eye away from the nose; with expressions, to either side.
    pub horizontal_outer: RangeMap,
    /// Rotation downwards.
    pub vertical_down: RangeMap,
    /// Rotation upwards.
    pub vertical_up: RangeMap,
}

/// Output of a look-at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LookAtKind {
    /// Rotation of the eye joints.
    Bone,
    /// Weights of the expressions `lookUp`, `lookDown`, `lookLeft`, `lookRight`.
    Expression,
}

/// Map from the angle of the target to the output: linear up to `input_max`, then constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeMap {
    /// Angle of the largest output, radians.
    pub input_max: f32,
    /// Largest output: radians of an eye joint, or the weight of an expression.
    pub output_scale: f32,
}

impl RangeMap {
    /// Output for `angle` in radians; 0 for negative angles.
    #[must_use]
    pub fn apply(&self, angle: f32) -> f32 {
        if self.input_max <= 0.0 {
            return if angle > 0.0 { self.output_scale } else { 0.0 };
        }
        angle.clamp(0.0, self.input_max) / self.input_max * self.output_scale
    }
}
