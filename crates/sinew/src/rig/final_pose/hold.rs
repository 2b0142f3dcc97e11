//! Limbs with goals on sockets of another limb, brought back to them after physics has moved both.

use super::miss::axes_of;
use crate::ik::chain::thread_scratch::with_chain_scratch;
use crate::ik::{ChainGoal, LimbSettings, LimbState};
use crate::rig::goal_space::GoalSpace;
use crate::rig::part::PartKind;
use crate::rig::part_work::PartWork;
use crate::rig::solve_order::{hangs_on, in_order};
use crate::rig::{IkState, IkTarget};
use crate::skeleton::{Socket, finite_or};
use crate::stage::{StageInput, StagePose};
use glam::Affine3A;

impl IkState {
    /// Brings limbs back to the sockets that they hold on to, after a ragdoll has moved the body: the second
    /// hand on a rifle stays on it through hits.
    ///
    /// Held are the goals of limbs on sockets of joints that the limb does not hang on: of another limb, or
    /// of the head. The limb returns to where [`IkState::solve`] has put it relative to the socket, by the
    /// weight of its goal. Goals on a socket of the trunk, as those of a hand that carries something before
    /// the chest, give in to a hit with the arm. To let go, clear the goal.
    ///
    /// `pose` is that after the ragdoll stage, and is up to date afterwards.
    /// Returns whether any limb was moved.
    ///
    /// # Panics
    /// When the pose is not of the rig's skeleton.
    pub fn hold(&mut self, stage: &StageInput<'_>, pose: &mut StagePose<'_>) -> bool {
        pose.refresh();
        let (skeleton, dt) = (pose.skeleton(), stage.dt);
        let (local, model) = pose.edit();
        let space = GoalSpace::of(&finite_or(stage.world_from_model, Affine3A::IDENTITY));
        let Self { rig, effectors, before, solved, .. } = self;
        let mut is_changed = false;
        for n in in_order(rig, effectors, skeleton) {
            let part = &rig.parts[n];
            let PartKind::Limb(limb) = &part.kind else { continue };
            let state = &effectors[part.effectors.start];
            let (Some(goal), Some((miss, _))) = (state.last, state.missed) else { continue };
            let IkTarget::Socket(Socket { joint, .. }) = goal.target else { continue };
            let root = limb.limb.chain().root();
            if hangs_on(skeleton, root, joint) || hangs_on(skeleton, joint, root) {
                continue;
            }
            let Some(at) = space.goal(&goal, state.animated, model) else { continue };
            let held = ChainGoal {
                position: at.position + axes_of(&goal.target, model) * miss.offset,
                rotation: at.rotation.zip(miss.turn).map(|(rotation, turn)| (rotation * turn).normalize()),
                weight: state.weight,
            };
            let settings = LimbSettings { pole: at.pole.or(limb.settings.pole), ..limb.settings };
            let mut work = PartWork {
                rig,
                part: n,
                skeleton,
                space: &space,
                dt,
                first: part.first,
                before,
                solved,
                bent_spine: None,
                local,
                model,
            };
            // The limb begins where physics has it in every frame, and has no motion of its own.
            let free = &mut LimbState::default();
            with_chain_scratch(|chain| limb.bend(&mut work, &held, &settings, free, chain));
            model.update_from(skeleton, local, root.index());
            is_changed = true;
        }
        is_changed
    }
}
