use crate::skeleton::JointIndex;
use glam::{Affine3A, Vec3};

/// A point of the skin: a weighted sum of points that move with joints.
#[derive(Clone, Debug)]
pub(crate) struct SkinPoint {
    /// Joint, weight, and the point in the joint's space.
    pub(crate) parts: Vec<(JointIndex, f32, Vec3)>,
}

impl SkinPoint {
    /// A point that moves with one joint, in its space.
    pub(crate) fn of(joint: JointIndex, point: Vec3) -> Self {
        Self { parts: vec![(joint, 1.0, point)] }
    }

    /// The first joint, and the point in its space.
    pub(crate) fn first(&self) -> (JointIndex, Vec3) {
        self.parts.first().map_or((JointIndex(0), Vec3::ZERO), |(joint, _, point)| (*joint, *point))
    }

    /// Position in the pose `model`.
    pub(crate) fn at(&self, model: &[Affine3A]) -> Vec3 {
        let part = |(joint, weight, point): &(JointIndex, f32, Vec3)| {
            model[joint.index()].transform_point3(*point) * *weight
        };
        self.parts.iter().map(part).sum()
    }

    /// All joints with a weight.
    pub(crate) fn joints(&self) -> impl Iterator<Item = JointIndex> {
        self.parts.iter().map(|(joint, ..)| *joint)
    }
}
