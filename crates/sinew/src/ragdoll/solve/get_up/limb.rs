//! Limbs of a ragdoll: arms and legs as chains of three parts.

use crate::ik::{TwoBone, hinge_axis};
use crate::math::turn::turned_below;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::Ragdoll;
use crate::ragdoll::solve::frame::RagdollFrame;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat, Vec3};

impl Ragdoll {
    /// Joints of the limb that ends with a part: a chain of three without branches. The neck and the chest
    /// below a head are none.
    pub(super) fn limb(&self, n: usize) -> Option<[JointId; 3]> {
        let below = |n: usize| self.parts[n + 1..].iter().filter(|part| part.parent == Some(n)).count();
        let middle = self.parts[n].parent.filter(|parent| below(n) == 0 && below(*parent) == 1)?;
        let start = self.parts[middle].parent.filter(|parent| below(*parent) == 1)?;
        Some([start, middle, n].map(|part| self.parts[part].joint))
    }
}

/// Moves the end of a limb, whose direction stays, by a way in the world.
pub(super) fn move_limb(
    limb: [JointId; 3],
    way: Vec3,
    input: &RagdollFrame<'_>,
    local: &mut LocalPose,
    model: &mut ModelPose,
) {
    let skeleton = input.skeleton;
    let way = input.world_from_model.inverse().transform_vector3(way);
    if way == Vec3::ZERO || !way.is_finite() {
        return;
    }
    let positions = limb.map(|joint| Vec3::from(model.get(joint).translation));
    let [start, middle, end] = positions;
    let along = (end - start).normalize_or(Vec3::Y);
    let hinge = hinge_axis(start, middle, end).unwrap_or_else(|| along.any_orthonormal_vector());
    let bend = TwoBone::new(positions, hinge, end + way).solve();
    rotate(limb[1], bend.middle_rotation, skeleton, local, model);
    rotate(limb[0], bend.start_rotation, skeleton, local, model);
    rotate(limb[2], (bend.start_rotation * bend.middle_rotation).inverse(), skeleton, local, model);
}

/// Rotates a joint in model space.
fn rotate(joint: JointId, by: Quat, skeleton: &Skeleton, local: &mut LocalPose, model: &mut ModelPose) {
    let above = skeleton.parent(joint).map_or(Affine3A::IDENTITY, |parent| *model.get(parent));
    let joint_local = local.get_mut(joint);
    let turned = turned_below(&above, by, joint_local.rotation);
    if turned.is_finite() {
        joint_local.rotation = turned;
        model.mark_stale(joint);
        model.refresh(skeleton, local);
    }
}
