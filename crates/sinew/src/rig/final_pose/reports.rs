//! Reports of IK goals, updated to the final pose of a frame.

use super::miss::Miss;
use crate::pose::ModelPose;
use crate::rig::IkState;
use crate::rig::effector::state::EffectorState;
use crate::rig::goal_space::GoalSpace;
use crate::rig::part::Part;
use glam::Affine3A;

impl IkState {
    /// Notes where the effectors are, at the end of the rig's stage.
    pub(in crate::rig) fn note_misses(&mut self, space: &GoalSpace, model: &ModelPose) {
        self.each_effector(|part, effector, state| {
            state.missed = miss(part, effector, state, space, model).map(|miss| (miss, state.report));
        });
    }

    /// Updates the [reports](IkState::report) to a pose that later stages have changed, such as that of a
    /// ragdoll: errors are then distances and angles in this pose. [`Actor::resolve`](crate::Actor::resolve)
    /// does so after the last stage that moves joints. `model` is the pose in model space.
    ///
    /// # Panics
    /// When the pose is not of the rig's skeleton.
    pub fn update_reports(&mut self, world_from_model: Affine3A, model: &ModelPose) {
        let space = &GoalSpace::of(&world_from_model);
        self.each_effector(|part, effector, state| {
            let Some((then, report)) = state.missed else { return };
            if let Some(now) = miss(part, effector, state, space, model) {
                state.report = then.report(&now, report);
            }
        });
    }

    fn each_effector(&mut self, mut visit: impl FnMut(&Part, usize, &mut EffectorState)) {
        for part in &self.rig.parts {
            for (effector, state) in self.effectors[part.effectors.clone()].iter_mut().enumerate() {
                visit(part, effector, state);
            }
        }
    }
}

/// Effector relative to its goal in a pose; `None` without a goal.
fn miss(
    part: &Part,
    effector: usize,
    state: &EffectorState,
    space: &GoalSpace,
    model: &ModelPose,
) -> Option<Miss> {
    let goal = state.last.as_ref().filter(|_| state.weight > 0.0)?;
    Miss::of(part, effector, (goal, state.animated), space, model)
}
