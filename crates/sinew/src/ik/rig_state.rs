use super::rig::{Part, PartKind};
use super::{
    BodyGoal, ChainGoal, ChainScratch, FeetState, FullBodyScratch, Ground, IkRig, IkSlot, LimbSettings,
    LookState, Reach,
};
use crate::math::{Transform, follow};
use crate::pose::{LocalPose, ModelPose};
use crate::skeleton::Skeleton;
use glam::{Affine3A, Quat, Vec3};
use std::sync::Arc;

/// Where a slot of a rig is to reach, or what it is to look at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IkGoal {
    /// Where.
    pub place: IkPlace,
    /// How the joint is to be turned there, in the world; of looks nothing.
    pub rotation: Option<Quat>,
    /// A place in the world that elbow or knee are to turn to; none leaves it to the limb.
    pub pole: Option<Vec3>,
    /// How much of the way, 0 to 1, once it has taken hold.
    pub weight: f32,
}

/// A place to reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IkPlace {
    /// In the world.
    World(Vec3),
    /// In the model.
    Model(Vec3),
    /// As far from where the joint is animated, in the model: what clips do goes on.
    Offset(Vec3),
}

impl IkGoal {
    /// A place in the world, all the way, turned as it comes.
    pub fn at(place_ws: Vec3) -> Self {
        Self { place: IkPlace::World(place_ws), rotation: None, pole: None, weight: 1.0 }
    }
}

/// What came of a slot's goal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IkReport {
    /// How much the goal holds, 0 to 1.
    pub weight: f32,
    /// How far the joint stays from the goal at full weight: metres; of looks radians.
    pub error: f32,
    /// How far its rotation stays off, in radians.
    pub rotation_error: f32,
    /// Of looks: how far the body would have to turn to its left to see what is outside of the view cone, in radians.
    pub turn_request: f32,
}

/// The goals of an [`IkRig`] and how far they have taken hold. It is all that goes from frame to frame; poses never do.
#[derive(Clone, Debug)]
pub struct IkState {
    rig: Arc<IkRig>,
    slots: Vec<SlotState>,
    /// The pose as it was animated, to begin from where a frame is solved again.
    animated: Vec<Transform>,
    chain: ChainScratch,
    bodies: Vec<FullBodyScratch>,
    goals: Vec<BodyGoal>,
    feet: FeetState,
}

#[derive(Clone, Copy, Debug, Default)]
struct SlotState {
    goal: Option<IkGoal>,
    /// What lets go still has a goal.
    last: Option<IkGoal>,
    weight: f32,
    rate: f32,
    look: LookState,
    report: IkReport,
}

impl IkState {
    /// A state in which nothing has a goal.
    pub fn new(rig: Arc<IkRig>) -> Self {
        Self::for_joints(rig, 0)
    }

    /// The same with room for a pose of so many joints.
    pub(crate) fn for_joints(rig: Arc<IkRig>, joints: usize) -> Self {
        let (mut links, mut effectors) = (0, 0);
        let mut bodies = Vec::new();
        for part in &rig.parts {
            match &part.kind {
                PartKind::Limb(..) => links = links.max(3),
                PartKind::Chain(chain, _) => links = links.max(chain.links().len()),
                PartKind::Look(look) => links = links.max(look.chain().links().len()),
                PartKind::Body(body, _) => {
                    effectors = effectors.max(body.effectors());
                    bodies.push(FullBodyScratch::new(body));
                }
            }
        }
        Self {
            slots: vec![SlotState::default(); rig.slots.len()],
            animated: Vec::with_capacity(joints),
            chain: ChainScratch::with_capacity(links),
            goals: Vec::with_capacity(effectors),
            bodies,
            feet: rig.feet.as_ref().map_or_else(FeetState::default, FeetState::new),
            rig,
        }
    }

    /// The rig.
    pub fn rig(&self) -> &Arc<IkRig> {
        &self.rig
    }

    /// Gives a slot a goal, or lets it go of the one it has; it takes hold and lets go as its fade says. A goal may be set
    /// anew in every frame.
    ///
    /// # Panics
    /// When the slot is of another rig.
    pub fn set_goal(&mut self, slot: IkSlot, goal: Option<IkGoal>) {
        let slot = &mut self.slots[slot.index()];
        slot.goal = goal;
        slot.last = goal.or(slot.last);
    }

    /// What a slot is to reach; none where nothing is set.
    ///
    /// # Panics
    /// When the slot is of another rig.
    pub fn goal(&self, slot: IkSlot) -> Option<&IkGoal> {
        self.slots[slot.index()].goal.as_ref()
    }

    /// How a slot fared in the last frame.
    ///
    /// # Panics
    /// When the slot is of another rig.
    pub fn report(&self, slot: IkSlot) -> IkReport {
        self.slots[slot.index()].report
    }

    /// Goals hold at once, and what lets go is gone at once: after a cut.
    pub fn settle(&mut self) {
        for slot in &mut self.slots {
            (slot.weight, slot.rate) = (slot.goal.map_or(0.0, |goal| clamped(goal.weight)), 0.0);
            slot.look = LookState::default();
        }
        self.feet.reset();
    }

    /// How the rig's feet stand, by their numbers: see [`IkRig::with_feet`].
    pub fn feet(&self) -> &FeetState {
        &self.feet
    }

    /// Puts the rig's feet on the ground, if it has any; without a ground they stay as they are animated.
    /// Otherwise as [`IkState::solve`], before which it comes.
    ///
    /// # Panics
    /// When the poses are not of the rig's skeleton.
    pub fn stand(
        &mut self,
        skeleton: &Skeleton,
        ground: Option<&dyn Ground>,
        world_from_model: &Affine3A,
        dt: f32,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) {
        let Self { rig, feet, .. } = self;
        let Some(placement) = &rig.feet else { return };
        let Some(ground) = ground else { return feet.reset() };
        let local_slice = local.as_mut_slice();
        feet.solve(skeleton, placement, ground, world_from_model, dt, 1.0, local_slice, model.as_slice());
        model.update_from(skeleton, local, placement.hips.index());
    }

    /// Keeps the pose as it is animated, or brings it back where nothing has been animated since it was kept.
    pub(crate) fn begin(&mut self, local: &mut [Transform], is_new: bool) {
        if is_new || self.animated.len() != local.len() {
            self.animated.clear();
            self.animated.extend_from_slice(local);
        } else {
            local.copy_from_slice(&self.animated);
        }
    }

    /// Moves the fades on by `dt` seconds and bends the pose towards the goals, part after part. `local` holds the pose
    /// as it is animated and `model` the same in model space; both are up to date afterwards. Whether anything was bent.
    ///
    /// # Panics
    /// When the poses are not of the rig's skeleton.
    pub fn solve(
        &mut self,
        skeleton: &Skeleton,
        world_from_model: &Affine3A,
        dt: f32,
        local: &mut LocalPose,
        model: &mut ModelPose,
    ) -> bool {
        let Self { rig, slots, chain, bodies, goals, .. } = self;
        let space = Space::of(world_from_model);
        let mut bent = false;
        let mut bodies = bodies.iter_mut();
        for part in &rig.parts {
            let own = &mut slots[part.slots.clone()];
            for (slot, state) in rig.slots[part.slots.clone()].iter().zip(own.iter_mut()) {
                state.fade(slot.fade, dt);
            }
            let scratch = match &part.kind {
                PartKind::Body(..) => bodies.next(),
                _ => None,
            };
            if own.iter().all(|state| state.weight <= 0.0) {
                continue;
            }
            let mut work = PartWork { skeleton, space: &space, dt, local: local.as_mut_slice(), model };
            match scratch {
                Some(scratch) => work.body(part, own, scratch, goals),
                None => work.chain(part, &mut own[0], chain),
            }
            model.update_from(skeleton, local, part.first);
            bent = true;
        }
        bent
    }
}

impl SlotState {
    fn fade(&mut self, seconds: f32, dt: f32) {
        let wanted = self.goal.map_or(0.0, |goal| clamped(goal.weight));
        (self.weight, self.rate) = follow(self.weight, self.rate, wanted, seconds, dt);
        // Below that nobody sees it, and the spring would go on for long.
        const NOTHING: f32 = 1e-4;
        if wanted == 0.0 && self.weight < NOTHING {
            (self.weight, self.rate) = (0.0, 0.0);
            (self.last, self.look) = (None, LookState::default());
            self.report = IkReport::default();
        }
    }
}

fn clamped(weight: f32) -> f32 {
    if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) }
}

/// From the world to the model.
struct Space {
    model_from_world: Affine3A,
    rotation: Quat,
}

impl Space {
    fn of(world_from_model: &Affine3A) -> Self {
        let inverse = world_from_model.inverse();
        Self { rotation: super::bent::rotation_of(world_from_model).inverse(), model_from_world: inverse }
    }

    fn place(&self, place: IkPlace, animated: Vec3) -> Vec3 {
        match place {
            IkPlace::World(place) => self.model_from_world.transform_point3(place),
            IkPlace::Model(place) => place,
            IkPlace::Offset(offset) => animated + offset,
        }
    }
}

/// One part in one frame.
struct PartWork<'a> {
    skeleton: &'a Skeleton,
    space: &'a Space,
    dt: f32,
    local: &'a mut [Transform],
    model: &'a ModelPose,
}

impl PartWork<'_> {
    fn chain(&mut self, part: &Part, state: &mut SlotState, scratch: &mut ChainScratch) {
        let Some(goal) = state.last else { return };
        let Self { skeleton, space, local, model, .. } = self;
        let at = |tip: crate::skeleton::JointIndex| {
            let animated = model.get(tip).translation.into();
            let rotation = goal.rotation.map(|rotation| space.rotation * rotation);
            ChainGoal { place: space.place(goal.place, animated), rotation, weight: state.weight }
        };
        let told = match &part.kind {
            PartKind::Limb(limb, settings) => {
                let pole = goal.pole.map(|pole| space.model_from_world.transform_point3(pole));
                let settings = LimbSettings { pole: pole.or(settings.pole), ..*settings };
                let goal = at(limb.chain().tip());
                limb.solve(skeleton, &goal, &settings, local, model.as_slice(), scratch)
            }
            PartKind::Chain(chain, solver) => {
                solver.solve(skeleton, chain, &at(chain.tip()), local, model.as_slice(), scratch)
            }
            PartKind::Look(look) => {
                let target = at(look.chain().tip()).place;
                let (own, weight) = (Some((&mut state.look, self.dt)), state.weight);
                let looked = look.solve(skeleton, target, weight, own, local, model.as_slice(), scratch);
                state.report = IkReport {
                    weight,
                    error: looked.error,
                    turn_request: looked.turn_request,
                    ..IkReport::default()
                };
                return;
            }
            PartKind::Body(..) => return,
        };
        state.told(told);
    }

    fn body(
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
            let animated = self.model.get(body.effector(effector)).translation.into();
            goals.push(BodyGoal {
                effector,
                place: Some(self.space.place(goal.place, animated)),
                rotation: goal.rotation.map(|rotation| self.space.rotation * rotation),
                weight: state.weight,
                priority: 0,
            });
        }
        let told = solver.solve(self.skeleton, body, goals, 1.0, self.local, self.model.as_slice(), scratch);
        states.iter_mut().for_each(|state| state.told(told));
    }
}

impl SlotState {
    fn told(&mut self, reach: Reach) {
        let (error, rotation_error) = (reach.error, reach.rotation_error);
        self.report = IkReport { weight: self.weight, error, rotation_error, turn_request: 0.0 };
    }
}
