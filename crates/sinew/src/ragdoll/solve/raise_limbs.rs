//! Hands and feet of a body that gets up, out of ground that is not level.

use super::placement::Placement;
use super::solve::RagdollInput;
use crate::ground::Ground;
use crate::ik::{TwoBone, hinge_axis};
use crate::math::smooth_damp;
use crate::math::turn::turned_below;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::state::RagdollState;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat, Vec3};

/// Time in which a hand or foot rises nine tenths of the way out of the ground, seconds.
const TIME: f32 = 0.12;

/// Radius of the flesh around a hand or foot, metres for a human body.
const RADIUS: f32 = 0.02;

/// Greatest height by which one is raised, metres for a human body: what is deeper is inside of a wall.
const MAX_DEPTH: f32 = 0.3;

impl RagdollState {
    /// Raises hands and feet of the animated pose out of the ground, by their arms and legs: what is led into the ground would be held by
    /// it.
    pub(super) fn raise_limbs(
        &mut self,
        ground: &dyn Ground,
        input: &RagdollInput<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let ragdoll = self.ragdoll.clone();
        let parts = &ragdoll.parts;
        let below = |n: usize| parts[n + 1..].iter().filter(|part| part.parent == Some(n)).count();
        for n in (0..parts.len()).filter(|n| below(*n) == 0) {
            // A limb is a chain without branches: the neck and the chest below a head are none.
            let middle = parts[n].parent.filter(|own| below(*own) == 1);
            let start = middle.and_then(|own| parts[own].parent).filter(|own| below(*own) == 1);
            let (Some(middle), Some(start)) = (middle, start) else { continue };
            let size = self.body_scale();
            let deep = self.depth(n, RADIUS * size, ground, placement, model).max(0.0);
            let deep = if deep < MAX_DEPTH * size { deep } else { 0.0 };
            let (raised, speed) = self.parts[n].raised;
            self.parts[n].raised = smooth_damp(raised, speed, deep, TIME, input.dt);
            let way =
                input.world_from_model.inverse().transform_vector3(Vec3::Y * self.parts[n].raised.0.max(0.0));
            if way != Vec3::ZERO && way.is_finite() {
                raise([start, middle, n].map(|part| parts[part].joint), way, input.skeleton, local, model);
            }
        }
    }
}

/// Moves the end of a limb, whose direction stays.
fn raise(
    limb: [JointIndex; 3],
    way: Vec3,
    skeleton: &Skeleton,
    local: &mut LocalPose,
    model: &mut ModelPose,
) {
    let places = limb.map(|joint| Vec3::from(model.get(joint).translation));
    let [start, middle, end] = places;
    let along = (end - start).normalize_or(Vec3::Y);
    let hinge = hinge_axis(start, middle, end).unwrap_or_else(|| along.any_orthonormal_vector());
    let bend = TwoBone::new(places, hinge, end + way).solve();
    rotate(limb[1], bend.middle_rotation, skeleton, local, model);
    rotate(limb[0], bend.start_rotation, skeleton, local, model);
    rotate(limb[2], (bend.start_rotation * bend.middle_rotation).inverse(), skeleton, local, model);
}

/// Rotates a joint in model space.
fn rotate(joint: JointIndex, by: Quat, skeleton: &Skeleton, local: &mut LocalPose, model: &mut ModelPose) {
    let above = skeleton.parent(joint).map_or(Affine3A::IDENTITY, |parent| *model.get(parent));
    let own = local.get_mut(joint);
    let turned = turned_below(&above, by, own.rotation);
    if turned.is_finite() {
        own.rotation = turned;
        model.mark_stale(joint);
        model.refresh(skeleton, local);
    }
}
