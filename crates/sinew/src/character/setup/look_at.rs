use crate::skeleton::JointIndex;
use glam::Vec3;

/// How the eyes follow a target (VRM 1.0's `lookAt`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookAt {
    /// The joint that carries the eyes.
    pub head: JointIndex,
    /// The left and the right eye's joint, where there are such.
    pub eyes: [Option<JointIndex>; 2],
    /// From the head joint to the point between the eyes, in the head's space, metres.
    pub offset_from_head: Vec3,
    /// What moves.
    pub kind: LookAtKind,
    /// Each eye towards the nose.
    pub horizontal_inner: RangeMap,
    /// Each eye away from the nose; with expressions, both sides.
    pub horizontal_outer: RangeMap,
    /// Downwards.
    pub vertical_down: RangeMap,
    /// Upwards.
    pub vertical_up: RangeMap,
}

/// What moves when eyes look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LookAtKind {
    /// The eye joints.
    Bone,
    /// The expressions `lookUp`, `lookDown`, `lookLeft`, `lookRight`.
    Expression,
}

/// From the angle of a target to what moves: linear up to `input_max`, then level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeMap {
    /// The largest angle that still counts, radians.
    pub input_max: f32,
    /// What it becomes: radians of an eye joint, or an expression's weight.
    pub output_scale: f32,
}

impl RangeMap {
    /// What `angle` becomes; 0 for negative ones.
    pub fn apply(&self, angle: f32) -> f32 {
        if self.input_max <= 0.0 {
            return if angle > 0.0 { self.output_scale } else { 0.0 };
        }
        angle.clamp(0.0, self.input_max) / self.input_max * self.output_scale
    }
}
