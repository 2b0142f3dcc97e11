//! Box of a region in a pose. A linearly blended vertex is a convex combination of its positions under each
//! of its joints alone, and a triangle one of its corners: the box around the moved boxes of all joints of a
//! region contains its triangles. Boxes of single joints would not, since skin between two joints lies in
//! neither of theirs.

use super::mesh_pose::MeshPose;
use super::pivot::Pivot;
use super::region_joint::{JOINT_SPACE, ROUNDING, RegionJoint};
use crate::character::MeshInstanceId;
use crate::math::Bounds;
use crate::surface::bvh::NodeBox;
use glam::Affine3A;

/// Triangles of a mesh instance that one joint moves most.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) instance: MeshInstanceId,
    /// Joints that move its vertices.
    pub(super) joints: Vec<RegionJoint>,
    /// Its vertices by their heaviest joints, which dual quaternions are blended around.
    pub(super) pivots: Vec<Pivot>,
}

impl Region {
    /// Box in model space of the triangles in a pose.
    pub(super) fn posed(&self, model: &[Affine3A], pose: &MeshPose<'_>) -> NodeBox {
        let boxes = |joint: &RegionJoint, rest: &Bounds| {
            let matrix = &model[joint.joint.index()];
            let moved = joint.morphed(rest, pose.weights, JOINT_SPACE).transformed(matrix);
            moved.grown(ROUNDING * matrix.translation.abs().max_element())
        };
        let mut all = NodeBox::EMPTY;
        match pose.dual_quaternions.filter(|_| self.joints.len() > 1) {
            None => {
                self.joints.iter().for_each(|joint| all = all.union_of_numbers(&boxes(joint, &joint.rest)))
            }
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
