//! Box of a region in a pose. A linearly blended vertex is a convex combination of its places under each of its joints alone, and a triangle
//! one of its corners: the box around the moved boxes of all joints of a region contains its triangles. Boxes of single joints would not,
//! since skin between two joints lies in neither of theirs.

use super::MeshPose;
use super::pivot::Pivot;
use crate::character::MeshInstanceId;
use crate::math::Bounds;
use crate::skeleton::JointIndex;
use crate::surface::bvh::NodeBox;
use glam::Affine3A;

/// Rounding of skinning against that of moved boxes, as a share of the lengths that are added.
pub(super) const ROUNDING: f32 = 64.0 * f32::EPSILON;

/// Triangles of a mesh instance that one joint moves most.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) instance: MeshInstanceId,
    /// Joints that move its vertices.
    pub(super) joints: Vec<RegionJoint>,
    /// Its vertices by their heaviest joints, which dual quaternions are blended around.
    pub(super) pivots: Vec<Pivot>,
}

/// Vertices of a region that a joint influences.
#[derive(Clone, Debug)]
pub(super) struct RegionJoint {
    pub(super) joint: JointIndex,
    /// Index of the joint in the skin; `None` for vertices that follow the node of the mesh.
    pub(super) slot: Option<usize>,
    /// Joint from mesh.
    pub(super) bind: Affine3A,
    /// The vertices at rest in the joint's space.
    pub(super) rest: Bounds,
    /// Morph targets that move some of the vertices: index, and boxes of the offsets in the joint's space and the mesh's, with zero.
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

impl Region {
    /// Box in model space of the triangles in a pose.
    pub(super) fn posed(&self, model: &[Affine3A], pose: &MeshPose<'_>) -> NodeBox {
        let boxes = |own: &RegionJoint, rest: &Bounds| {
            let matrix = &model[own.joint.index()];
            let moved = own.morphed(rest, pose.weights, JOINT_SPACE).transformed(matrix);
            moved.grown(ROUNDING * matrix.translation.abs().max_element())
        };
        let mut all = NodeBox::EMPTY;
        match pose.dual_quaternions.filter(|_| self.joints.len() > 1) {
            None => self.joints.iter().for_each(|own| all = all.union_of_numbers(&boxes(own, &own.rest))),
            Some(joints) => {
                for pivot in &self.pivots {
                    let moved = boxes(&self.joints[pivot.joint], &pivot.rest);
                    let margin = pivot.margin(&self.joints, model, pose.weights, joints);
                    all = all.union_of_numbers(&moved.grown(margin));
                }
            }
        }
        all
    }
}
