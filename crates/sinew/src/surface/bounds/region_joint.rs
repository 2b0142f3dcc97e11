//! Joint of a region: the box of the vertices that it influences.

use crate::math::Bounds;
use crate::skeleton::JointId;
use glam::Affine3A;

/// Rounding of skinning against that of moved boxes, as a share of the lengths that are added.
pub(super) const ROUNDING: f32 = 64.0 * f32::EPSILON;

/// Vertices of a region that a joint influences.
#[derive(Clone, Debug)]
pub(super) struct RegionJoint {
    pub(super) joint: JointId,
    /// Index of the joint in the skin; `None` for vertices that follow the node of the mesh.
    pub(super) slot: Option<usize>,
    /// Joint from mesh.
    pub(super) bind: Affine3A,
    /// The vertices at rest in the joint's space.
    pub(super) rest: Bounds,
    /// Morph targets that move some of the vertices: index, and boxes of the offsets in the joint's space and
    /// the mesh's, with zero.
    pub(super) morphs: Vec<(u32, [Bounds; 2])>,
}

/// Index of the joint's space in the pairs of boxes.
pub(super) const JOINT_SPACE: usize = 0;
/// Index of the mesh's space in the pairs of boxes.
pub(super) const MESH_SPACE: usize = 1;

impl RegionJoint {
    /// Box of some of its vertices in one of the spaces, extended by what morph targets move them.
    pub(super) fn morphed(&self, rest: &Bounds, weights: &[f32], space: usize) -> Bounds {
        let mut bounds = *rest;
        for (target, offsets) in &self.morphs {
            let weight = weights.get(*target as usize).copied().unwrap_or(0.0);
            // Vertices of weights that are no numbers are hit by no ray.
            if weight.is_finite() && weight != 0.0 {
                let (a, b) = (offsets[space].min * weight, offsets[space].max * weight);
                bounds = Bounds { min: bounds.min + a.min(b), max: bounds.max + a.max(b) };
            }
        }
        bounds
    }
}
