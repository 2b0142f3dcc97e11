use crate::skeleton::JointId;
use glam::Vec3;

/// Collider shape of a trunk: a rounded slab, all points within `radius` of the flat piece between two lines
/// across the body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ColliderSlab {
    /// Middle of each end, in the space of a joint.
    pub ends: [(JointId, Vec3); 2],
    /// Vector from each middle to the left border, in the same spaces; zero makes the slab a capsule.
    pub half_widths: [Vec3; 2],
    /// Radius in the space of the first joint.
    pub radius: f32,
}

impl ColliderSlab {
    /// Capsule between two points, each in the space of a joint, with a radius in the space of the first.
    #[must_use]
    pub fn capsule(from: (JointId, Vec3), to: (JointId, Vec3), radius: f32) -> Self {
        Self { ends: [from, to], half_widths: [Vec3::ZERO; 2], radius }
    }
}
