//! One part of a rig in one frame: from goals as they are told to the model's space, and to the part's solver.

use crate::ik::{BodyGoal, ChainGoal, ChainScratch, FootRollSettings, FullBodyScratch, IkResult};
use crate::math::turn::rotation_of;
use crate::math::{Transform, slerp_shortest};
use crate::pose::{LocalPose, ModelPose};
use crate::rig::rig::{Part, PartKind};
use crate::rig::shared_spine::CarriedLimbs;
use crate::rig::state::SlotState;
use crate::rig::{IkGoal, IkReport, IkRig, IkTarget};
use crate::skeleton::{JointIndex, Skeleton, Socket};
use glam::{Affine3A, Quat, Vec3};

/// From the world to the model.
pub(crate) struct Space {
    model_from_world: Affine3A,
}

impl Space {
    pub(crate) fn of(world_from_model: &Affine3A) -> Self {
        Self { model_from_world: world_from_model.inverse() }
    }

    pub(crate) fn to_model(&self, place_ws: Vec3) -> Vec3 {
        self.model_from_world.transform_point3(place_ws)
    }

    /// A goal in the model, for `joint`; none for a place on a joint that there is not.
    pub(crate) fn goal(&self, goal: &IkGoal, joint: JointIndex, model: &ModelPose) -> Option<Told> {
        let from = match goal.target {
            IkTarget::Socket(Socket { joint, offset }) => {
                *model.as_slice().get(joint.index())? * offset.to_affine()
            }
            _ => self.model_from_world,
        };
        let place = match goal.target {
            IkTarget::World(place) => from.transform_point3(place),
            IkTarget::Model(place) => place,
            IkTarget::Offset(offset) => Vec3::from(model.get(joint).translation) + offset,
            IkTarget::Socket(_) => from.translation.into(),
        };
        let rotation = goal.rotation.map(|rotation| rotation_of(&from) * rotation);
        Some(Told { place, rotation, pole: goal.pole.map(|pole| from.transform_point3(pole)) })
    }
}

/// A goal in the model.
pub(crate) struct Told {
    pub(crate) place: Vec3,
    pub(crate) rotation: Option<Quat>,
    pub(crate) pole: Option<Vec3>,
}

/// Where something of a body holds on, all of it follows from this weight of its goals on: half followed is not held.
const HOLDS: f32 = 0.1;

/// One part in one frame.
pub(crate) struct PartWork<'a> {
    pub(crate) rig: &'a IkRig,
    /// Which of its parts it is.
    pub(crate) part: usize,
    pub(crate) skeleton: &'a Skeleton,
    pub(crate) space: &'a Space,
    pub(crate) dt: f32,
    /// The first joint that may not be up to date in `model` once the part has turned its own.
    pub(crate) first: usize,
    pub(crate) before: &'a mut Vec<Transform>,
    pub(crate) carried: &'a mut CarriedLimbs,
    /// The first joint of what has leaned with limbs on it that have been bent before.
    pub(crate) leant: Option<JointIndex>,
    pub(crate) local: &'a mut LocalPose,
    pub(crate) model: &'a mut ModelPose,
}

impl PartWork<'_> {
    pub(crate) fn chain(&mut self, part: &Part, state: &mut SlotState, scratch: &mut ChainScratch) {
        let Some(goal) = state.last else { return };
        let Self { skeleton, space, local, model, .. } = self;
        let Some(Told { place, rotation, pole }) = space.goal(&goal, part.tip(), model) else {
            (state.report, state.look_target) = (IkReport::default(), None);
            return;
        };
        let at = ChainGoal { position: place, rotation, weight: state.weight };
        let told = match &part.kind {
            PartKind::Limb(limb) => limb.solve(self, &at, pole, scratch),
            PartKind::Chain(chain, solver) => {
                solver.solve(skeleton, chain, &at, local.as_mut_slice(), model.as_slice(), scratch)
            }
            PartKind::Leg(leg, settings) => {
                let [heel, toes] = state.foot.unwrap_or([settings.heel_lift, settings.toe_lift]);
                let settings = FootRollSettings {
                    heel_lift: heel,
                    toe_lift: toes,
                    pole: pole.or(settings.pole),
                    ..*settings
                };
                leg.solve(skeleton, &at, &settings, local.as_mut_slice(), model.as_slice(), scratch)
            }
            PartKind::Look(look, eyes) => {
                state.look_target = Some(place);
                let (own, weight) = (Some((&mut state.look, self.dt)), state.weight);
                let mut looked =
                    look.solve(skeleton, place, weight, own, local.as_mut_slice(), model.as_slice(), scratch);
                if let Some(eyes) = eyes {
                    let [left, right] = eyes.each().map(|eye| eye.chain().tip());
                    model.update_line(skeleton, local, left, self.first);
                    // Both hang from the head, which is done.
                    let are_twins = skeleton.parent(left) == skeleton.parent(right);
                    let first = if are_twins { right.index() } else { self.first };
                    model.update_line(skeleton, local, right, first);
                    let local = local.as_mut_slice();
                    looked.error = eyes.solve(skeleton, place, weight, local, model.as_slice(), scratch);
                }
                state.report = IkReport {
                    weight,
                    error: looked.error,
                    turn_request: looked.turn_request,
                    ..IkReport::default()
                };
                return;
            }
            PartKind::Body(..) | PartKind::Spline(..) => return,
        };
        state.told(told);
    }

    pub(crate) fn body(
        &mut self,
        part: &Part,
        states: &mut [SlotState],
        scratch: &mut FullBodyScratch,
        goals: &mut Vec<BodyGoal>,
    ) {
        let PartKind::Body(body, solver) = &part.kind else { return };
        goals.clear();
        let holds = |effector: usize| self.rig.slots[part.slots.start + effector].is_pinned;
        let told = |effector: usize, state: &SlotState| {
            let goal = state.last.filter(|_| state.weight > 0.0)?;
            self.space.goal(&goal, body.effector(effector), self.model)
        };
        let weights = states.iter().enumerate().filter(|(n, state)| told(*n, state).is_some());
        let most = weights.map(|(_, state)| state.weight).fold(0.0, f32::max);
        // What holds on comes first, and stays where it is while goals of others take hold: their places come nearer, and the body
        // follows whole.
        let any_holds = (0..states.len()).any(holds);
        for (effector, state) in states.iter_mut().enumerate() {
            state.report = IkReport::default();
            let goal = told(effector, state);
            if most <= 0.0 || (goal.is_none() && !holds(effector)) {
                continue;
            }
            if !any_holds {
                // Balance and limits take hold and let go with the goals, not all at once.
                goals.extend(goal.map(|Told { place, rotation, .. }| BodyGoal {
                    rotation,
                    weight: state.weight / most,
                    ..BodyGoal::at(effector, place)
                }));
                continue;
            }
            let (place, rotation) = body.posed(effector, self.model);
            let to = goal.as_ref().map_or(place, |goal| goal.place);
            let turned = goal.as_ref().map_or(Some(rotation), |goal| goal.rotation);
            let share = state.weight;
            goals.push(BodyGoal {
                // Lets go as its goal takes hold.
                rotation: turned
                    .or(holds(effector).then_some(rotation))
                    .map(|to| slerp_shortest(rotation, to, share)),
                priority: u8::from(goal.is_some()),
                ..BodyGoal::at(effector, place.lerp(to, share))
            });
        }
        if goals.is_empty() {
            return;
        }
        let (mut solver, mut whole) = (*solver, most);
        if any_holds {
            whole = (most / HOLDS).min(1.0);
            if let Some(balance) = &mut solver.balance {
                balance.weight *= most;
            }
        }
        let (local, model) = (self.local.as_mut_slice(), self.model.as_slice());
        let told = solver.solve(self.skeleton, body, goals, whole, local, model, scratch);
        for goal in goals.iter() {
            let state = &mut states[goal.effector];
            if state.weight > 0.0 {
                let [error, rotation_error] = scratch.error_of(body, goal.effector);
                state.told(IkResult { error, rotation_error, ..told });
            }
        }
    }
}
