//! Solution of one part of a rig in one frame: goals are brought to model space and passed to the part's
//! solver.

use crate::ik::{BodyGoal, ChainGoal, ChainScratch, FootRollSettings, FullBodyScratch, IkResult};
use crate::math::slerp_shortest;
use crate::rig::IkReport;
use crate::rig::effector::state::EffectorState;
use crate::rig::goal_space::ModelGoal;
use crate::rig::part::{Part, PartKind};
use crate::rig::part_work::PartWork;

/// Weight of the goals from which on a body with pins is solved at full weight: a pin that is half followed
/// does not hold.
const PIN_WEIGHT: f32 = 0.1;

impl PartWork<'_> {
    pub(crate) fn chain(&mut self, part: &Part, state: &mut EffectorState, scratch: &mut ChainScratch) {
        let Some(goal) = state.last else { return };
        state.animated = part.position(0, self.model.as_slice());
        let Some(ModelGoal { position, rotation, pole }) = self.space.goal(&goal, state.animated, self.model)
        else {
            (state.report, state.look_target) = (IkReport::default(), None);
            return;
        };
        let at = ChainGoal { position, rotation, weight: state.weight };
        let result = match &part.kind {
            PartKind::Limb(limb) => limb.solve(self, &at, pole, &mut state.limb, scratch),
            PartKind::Chain(chain, solver) => solver.solve(chain, &at, &mut self.pose(), scratch),
            PartKind::Leg(leg, settings) => {
                let [heel, toes] = state.foot.unwrap_or([settings.heel_lift, settings.toe_lift]);
                let settings = FootRollSettings {
                    heel_lift: heel,
                    toe_lift: toes,
                    pole: pole.or(settings.pole),
                    ..*settings
                };
                leg.solve(&at, &settings, &mut self.pose(), scratch)
            }
            PartKind::Look(look, eyes) => {
                state.look_target = Some(position);
                let (look_state, weight) = (Some((&mut state.look, self.dt)), state.weight);
                let mut looked = look.solve(position, weight, look_state, &mut self.pose(), scratch);
                if let Some(eyes) = eyes {
                    let [left, right] = eyes.pair().map(|eye| eye.chain().tip());
                    let Self { skeleton, local, model, .. } = self;
                    model.update_line(skeleton, local, left, self.first);
                    // Both hang from the head, which is done.
                    let are_twins = skeleton.parent(left) == skeleton.parent(right);
                    let first = if are_twins { right.index() } else { self.first };
                    model.update_line(skeleton, local, right, first);
                    looked.angle_error = eyes.solve(position, weight, &mut self.pose(), scratch);
                }
                state.report = IkReport {
                    weight,
                    angle_error: looked.angle_error,
                    turn_request: looked.turn_request,
                    ..IkReport::default()
                };
                return;
            }
            PartKind::Body(..) | PartKind::Spline(..) => return,
        };
        state.record(result);
    }

    pub(crate) fn body(
        &mut self,
        part: &Part,
        states: &mut [EffectorState],
        scratch: &mut FullBodyScratch,
        goals: &mut Vec<BodyGoal>,
    ) {
        let PartKind::Body(body, solver) = &part.kind else { return };
        goals.clear();
        let is_pinned = |effector: usize| self.rig.effectors[part.effectors.start + effector].is_pinned;
        let goal_of = |effector: usize, state: &EffectorState| {
            let goal = state.last.filter(|_| state.weight > 0.0)?;
            self.space.goal(&goal, body.posed(effector, self.model.as_slice()).0, self.model)
        };
        let weights = states.iter().enumerate().filter(|(n, state)| goal_of(*n, state).is_some());
        let max = weights.map(|(_, state)| state.weight).fold(0.0, f32::max);
        // Pins have priority and stay in place while goals fade in: the goals approach their targets, and the
        // body follows at full weight.
        let any_pinned = (0..states.len()).any(is_pinned);
        for (effector, state) in states.iter_mut().enumerate() {
            state.report = IkReport::default();
            state.animated = body.posed(effector, self.model.as_slice()).0;
            let goal = goal_of(effector, state);
            if max <= 0.0 || (goal.is_none() && !is_pinned(effector)) {
                continue;
            }
            if !any_pinned {
                // Balance and limits fade with the goals.
                goals.extend(goal.map(|ModelGoal { position, rotation, .. }| BodyGoal {
                    rotation,
                    weight: state.weight / max,
                    ..BodyGoal::at(effector, position)
                }));
                continue;
            }
            let (position, rotation) = body.posed(effector, self.model.as_slice());
            let to = goal.as_ref().map_or(position, |goal| goal.position);
            let turned = goal.as_ref().map_or(Some(rotation), |goal| goal.rotation);
            let share = state.weight;
            goals.push(BodyGoal {
                // A pin fades out while its own goal fades in.
                rotation: turned
                    .or(is_pinned(effector).then_some(rotation))
                    .map(|to| slerp_shortest(rotation, to, share)),
                priority: u8::from(goal.is_some()),
                ..BodyGoal::at(effector, position.lerp(to, share))
            });
        }
        if goals.is_empty() {
            return;
        }
        let (mut solver, mut whole) = (*solver, max);
        if any_pinned {
            whole = (max / PIN_WEIGHT).min(1.0);
            if let Some(balance) = &mut solver.balance {
                balance.weight *= max;
            }
        }
        let result = solver.solve(body, goals, whole, &mut self.pose(), scratch);
        for goal in goals.iter() {
            let state = &mut states[goal.effector];
            if state.weight > 0.0 {
                let [error, rotation_error] = scratch.error_of(body, goal.effector);
                state.record(IkResult { error, rotation_error, ..result });
            }
        }
    }
}
