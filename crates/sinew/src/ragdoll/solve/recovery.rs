use super::placement::Placement;
use super::solve::RagdollInput;
use crate::pose::{LocalPose, ModelPose};
use crate::ragdoll::state::{RagdollState, Recovery};
use glam::Affine3A;

impl RagdollState {
    /// Lifts a body whose animation is being blended in, so that no part goes below where it lay: limbs on the way from one pose to the other
    /// would go through the ground.
    pub(super) fn keep_above_ground(
        &mut self,
        input: &RagdollInput<'_>,
        placement: &Placement,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let Some(recovery) = &mut self.recovery else { return };
        recovery.left -= input.dt;
        let Recovery { left, ground } = *recovery;
        if left <= 0.0 {
            self.recovery = None;
        }
        let up = input.up();
        let deep = ground - self.lowest_at(up, |n| placement.to_world(self.ragdoll.parts[n].place(model)));
        if deep.is_nan() || deep <= 0.0 {
            return;
        }
        let root = self.ragdoll.parts[0].joint;
        let above = input.skeleton.parent(root).map_or(Affine3A::IDENTITY, |joint| *model.get(joint));
        let lift = (input.world_from_model * above).inverse().transform_vector3(up * deep);
        if lift.is_finite() {
            local.get_mut(root).translation += lift;
            model.mark_stale(root);
            model.refresh(input.skeleton, local);
        }
    }
}
