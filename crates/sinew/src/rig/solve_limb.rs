//! Solution of a limb in one frame: spine assist, grip, collider and limb, faded in together.

use crate::ik::analytic::limb_state::Reaching;
use crate::ik::{ChainGoal, ChainScratch, IkResult, LimbSettings, LimbState};
use crate::math::{Transform, slerp_shortest};
use crate::rig::limb::LimbPart;
use crate::rig::part_work::PartWork;
use glam::{Vec3, Vec3A};

impl LimbPart {
    pub(crate) fn solve(
        &self,
        work: &mut PartWork<'_>,
        goal: &ChainGoal,
        pole: Option<Vec3>,
        state: &mut LimbState,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        state.begin(work.dt);
        let settings = LimbSettings { pole: pole.or(self.settings.pole), ..self.settings };
        if work.rig.has_spine_assist() {
            work.solved.record(work.skeleton, work.part, self, (*goal, settings), work.local.as_slice());
        }
        if let Some(grip) = &self.grip {
            grip.close(goal.weight, work.local.as_mut_slice());
        }
        let Some(spine_assist) = &self.spine_assist else {
            return self.bend(work, goal, &settings, state, scratch);
        };
        // Solved at full weight and then blended back: a limb on a half-bent spine would try to reach a goal
        // that only the fully bent one reaches.
        let whole = ChainGoal { weight: 1.0, ..*goal };
        let begins_at = spine_assist.chain().root().index();
        let fades = goal.weight < 1.0;
        let shared = work.measure_limbs(self, spine_assist);
        let first = shared.map_or(begins_at, |shared| shared.root.index());
        let stood = work.model.get(self.limb.chain().root()).translation;
        if fades {
            work.before.clear();
            work.before.extend_from_slice(&work.local.as_slice()[first..]);
        }
        let wrist = self.grip.as_ref().map_or(whole, |grip| grip.wrist(&whole, work.model.as_slice()));
        spine_assist.solve(&self.limb, &wrist, &mut work.pose(), scratch);
        work.model.update_from(work.skeleton, work.local, begins_at);
        let mut bends = begins_at..=self.limb.chain().tip().index();
        if let Some(shared) = shared
            && work.model.get(self.limb.chain().root()).translation != stood
        {
            work.bend_spines(self, &whole, shared.root, scratch);
            work.bent_spine = Some(shared.root);
            // Spines shared with other limbs fade with this limb.
            bends = first..=shared.last.index();
        }
        let result = self.bend(work, &whole, &settings, state, scratch);
        if fades {
            let before = &work.before[bends.start() - first..];
            let transforms = &mut work.local.as_mut_slice()[bends];
            transforms
                .iter_mut()
                .zip(before)
                .for_each(|(transform, before)| fade(transform, before, goal.weight));
        }
        result
    }

    pub(crate) fn bend(
        &self,
        work: &mut PartWork<'_>,
        goal: &ChainGoal,
        settings: &LimbSettings,
        state: &mut LimbState,
        scratch: &mut ChainScratch,
    ) -> IkResult {
        let (skeleton, limb, model) = (work.skeleton, &self.limb, work.model.as_slice());
        let bend = |goal: &ChainGoal, scratch: &mut ChainScratch| match &self.collider {
            Some(collider) => collider.bend(skeleton, limb, goal, settings, model, scratch),
            None => limb.bend(skeleton, goal, settings, model, scratch),
        };
        let bend = match &self.grip {
            Some(grip) => grip.solve_palm(goal, model, scratch, bend),
            None => bend(goal, scratch),
        };
        let Some(mut bend) = bend else {
            *state = LimbState::default();
            return IkResult::default();
        };
        let (offset, rotation) = match &self.grip {
            Some(grip) => (grip.palm_in_hand(model), grip.wrist(goal, model).rotation),
            None => (Vec3A::ZERO, goal.rotation),
        };
        let reaching = Reaching { offset, goal: goal.position.into(), rotation };
        state.follow(limb.chain(), scratch, &reaching, &mut bend.reach);
        limb.store(skeleton, &bend, goal.weight, work.local.as_mut_slice(), scratch);
        bend.reach
    }
}

/// Blends from `before` by `weight`.
pub(crate) fn fade(transform: &mut Transform, before: &Transform, weight: f32) {
    transform.rotation = slerp_shortest(before.rotation, transform.rotation, weight);
    transform.translation = before.translation.lerp(transform.translation, weight);
}
