//! One part of a rig in one frame: from goals as they are told to the model's space, and to the part's solver.

use super::bent::rotation_of;
use super::rig::{Part, PartKind};
use super::rig_state::SlotState;
use super::{BodyGoal, ChainGoal, ChainScratch, FullBodyScratch, IkGoal, IkPlace, IkReport, LegSettings};
use crate::math::Transform;
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::{JointIndex, Skeleton, Socket};
use glam::{Affine3A, Quat, Vec3};

/// From the world to the model.
pub(super) struct Space {
    model_from_world: Affine3A,
    rotation: Quat,
}

impl Space {
    pub(super) fn of(world_from_model: &Affine3A) -> Self {
        Self {
            rotation: rotation_of(world_from_model).inverse(),
            model_from_world: world_from_model.inverse(),
        }
    }

    pub(super) fn to_model(&self, place_ws: Vec3) -> Vec3 {
        self.model_from_world.transform_point3(place_ws)
    }

    /// Where `joint` is to be in the model, and how turned; none for a place on a joint that there is not.
    pub(super) fn goal(
        &self,
        goal: &IkGoal,
        joint: JointIndex,
        model: &ModelPose,
    ) -> Option<(Vec3, Option<Quat>)> {
        let in_world = goal.rotation.map(|rotation| self.rotation * rotation);
        Some(match goal.place {
            IkPlace::World(place) => (self.model_from_world.transform_point3(place), in_world),
            IkPlace::Model(place) => (place, in_world),
            IkPlace::Offset(offset) => (Vec3::from(model.get(joint).translation) + offset, in_world),
            IkPlace::Socket(Socket { joint, offset }) => {
                let carrier = model.as_slice().get(joint.index())?;
                let turned = rotation_of(carrier) * offset.rotation;
                (
                    carrier.transform_point3(offset.translation),
                    goal.rotation.map(|rotation| turned * rotation),
                )
            }
        })
    }
}

/// One part in one frame.
pub(super) struct PartWork<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) space: &'a Space,
    pub(super) dt: f32,
    pub(super) before: &'a mut Vec<Transform>,
    pub(super) local: &'a mut LocalPose,
    pub(super) model: &'a mut ModelPose,
}

impl PartWork<'_> {
    pub(super) fn chain(&mut self, part: &Part, state: &mut SlotState, scratch: &mut ChainScratch) {
        let Some(goal) = state.last else { return };
        let Self { skeleton, space, local, model, .. } = self;
        let Some((place, rotation)) = space.goal(&goal, part.tip(), model) else { return };
        let at = ChainGoal { place, rotation, weight: state.weight };
        let told = match &part.kind {
            PartKind::Limb(limb) => {
                let pole = goal.pole.map(|pole| space.model_from_world.transform_point3(pole));
                limb.solve(self, &at, pole, scratch)
            }
            PartKind::Chain(chain, solver) => {
                solver.solve(skeleton, chain, &at, local.as_mut_slice(), model.as_slice(), scratch)
            }
            PartKind::Leg(leg, settings) => {
                let pole = goal.pole.map(|pole| space.model_from_world.transform_point3(pole));
                let [heel, toes] = state.foot.unwrap_or([settings.heel, settings.toes]);
                let settings = LegSettings { heel, toes, pole: pole.or(settings.pole), ..*settings };
                leg.solve(skeleton, &at, &settings, local.as_mut_slice(), model.as_slice(), scratch)
            }
            PartKind::Look(look) => {
                let (own, weight) = (Some((&mut state.look, self.dt)), state.weight);
                let looked =
                    look.solve(skeleton, place, weight, own, local.as_mut_slice(), model.as_slice(), scratch);
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

    pub(super) fn body(
        &mut self,
        part: &Part,
        states: &mut [SlotState],
        scratch: &mut FullBodyScratch,
        goals: &mut Vec<BodyGoal>,
    ) {
        let PartKind::Body(body, solver) = &part.kind else { return };
        goals.clear();
        for (effector, state) in states.iter().enumerate() {
            let Some(goal) = state.last.filter(|_| state.weight > 0.0) else { continue };
            let Some((place, rotation)) = self.space.goal(&goal, body.effector(effector), self.model) else {
                continue;
            };
            let place = Some(place);
            goals.push(BodyGoal { effector, place, rotation, weight: state.weight, priority: 0 });
        }
        let (local, model) = (self.local.as_mut_slice(), self.model.as_slice());
        let told = solver.solve(self.skeleton, body, goals, 1.0, local, model, scratch);
        states.iter_mut().for_each(|state| state.told(told));
    }
}
