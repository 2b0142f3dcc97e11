use crate::humanoid::HumanBone::{LeftEye, RightEye};
use crate::humanoid::Humanoid;
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::Vec3;

/// Eyes of a humanoid in the reference pose: left and right.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EyePair {
    /// Joints of the eyes.
    pub joints: [JointId; 2],
    /// Positions of the joints in the reference pose, model space.
    pub positions: [Vec3; 2],
}

impl EyePair {
    /// Eyes of a humanoid; `None` without both eye joints.
    #[must_use]
    pub fn of(skeleton: &Skeleton, humanoid: &Humanoid) -> Option<Self> {
        let joints = [humanoid.joint(LeftEye)?, humanoid.joint(RightEye)?];
        let rest = ModelPose::reference(skeleton);
        Some(Self { joints, positions: joints.map(|joint| rest.get(joint).translation.into()) })
    }

    /// Distance between the eyes, metres of the model.
    #[must_use]
    pub fn distance(&self) -> f32 {
        let [left, right] = self.positions;
        left.distance(right)
    }
}
