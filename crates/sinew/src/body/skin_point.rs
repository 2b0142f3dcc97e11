use crate::body::SkinVertex;
use crate::skeleton::JointId;
use glam::{Affine3A, Vec3};

/// Point of the skin: a weighted sum of points that move with joints.
#[derive(Clone, Debug)]
pub struct SkinPoint {
    /// Joint, weight, and the point in the joint's space; heaviest first, at least one.
    influences: Vec<(JointId, f32, Vec3)>,
}

impl SkinPoint {
    /// Point that moves with one joint, in its space.
    #[must_use]
    pub fn of_joint(joint: JointId, point: Vec3) -> Self {
        Self { influences: vec![(joint, 1.0, point)] }
    }

    /// Point at a vertex of the skin.
    #[must_use]
    pub fn of_vertex(vertex: &SkinVertex<'_>) -> Self {
        let mut influences: Vec<_> = vertex.influences().collect();
        if influences.is_empty() {
            let (node, point) = vertex.node();
            influences.push((node, 1.0, point));
        }
        Self { influences }
    }

    /// Joint of the heaviest influence, and the point in its space.
    #[must_use]
    pub fn heaviest(&self) -> (JointId, Vec3) {
        let (joint, _, point) = self.influences[0];
        (joint, point)
    }

    /// Position in the model-space pose `model`.
    ///
    /// # Panics
    /// When the slice is shorter than the skeleton.
    #[must_use]
    pub fn at(&self, model: &[Affine3A]) -> Vec3 {
        let weighted = |(joint, weight, point): &(JointId, f32, Vec3)| {
            model[joint.index()].transform_point3(*point) * *weight
        };
        self.influences.iter().map(weighted).sum()
    }

    /// Influences: joint, weight, and the point in the joint's space, heaviest first.
    pub fn influences(&self) -> impl Iterator<Item = (JointId, f32, Vec3)> {
        self.influences.iter().copied()
    }

    /// All joints with a weight.
    pub(crate) fn joints(&self) -> impl Iterator<Item = JointId> {
        self.influences().map(|(joint, ..)| joint)
    }
}
