//! Handles on hands, feet and what is looked at: who drags one gives its slot of the rig a goal.

use super::sight::Sight;
use super::state::State;
use crate::stage::body_scale;
use sinew::Actor;
use sinew::glam::{Affine3A, Vec2, Vec3};
use sinew::humanoid::HumanBone;
use sinew::ik::{IkGoal, IkPlace, IkReport, IkRig};
use sinew::pose::{LocalPose, ModelPose};
use std::sync::Arc;

/// The slot that looks; all others reach.
const LOOK: &str = "look";

/// What can be taken hold of, by the names of [`IkRig::human`], and the bone it moves.
const SLOTS: [(&str, HumanBone); 5] = [
    (LOOK, HumanBone::Head),
    ("left hand", HumanBone::LeftHand),
    ("right hand", HumanBone::RightHand),
    ("left foot", HumanBone::LeftFoot),
    ("right foot", HumanBone::RightFoot),
];

/// From the eyes to what is looked at while nobody says what, in metres of somebody as tall as people are.
const AHEAD: f32 = 0.6;

/// A goal that is missed by more, in metres, is not reached.
const MISSED: f32 = 1e-3;

/// What is left to do while nothing plays.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reach {
    /// Seconds for which goals may still be taking hold or letting go.
    unrest: f32,
}

/// Something to take hold of, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handle {
    pub(crate) slot: &'static str,
    /// The goal; without one, where the joint is, or a place straight before the eyes.
    pub(crate) place: Vec3,
    /// Where hand, foot or head are.
    pub(crate) joint: Vec3,
    pub(crate) is_held: bool,
    pub(crate) report: IkReport,
}

impl Handle {
    /// Whether it is for looking, not for reaching.
    pub(crate) fn looks(&self) -> bool {
        self.slot == LOOK
    }

    /// Whether the goal stays out of reach, or out of view.
    pub(crate) fn misses(&self) -> bool {
        let IkReport { error, turn_request, .. } = self.report;
        self.is_held && if self.looks() { turn_request != 0.0 } else { error > MISSED }
    }
}

/// What of `actor` can be taken hold of: nothing without a rig.
fn handles(actor: &Actor) -> impl Iterator<Item = Handle> {
    let frame = actor.frame();
    let world = frame.world_from_model();
    let joint = move |bone| {
        let joint = actor.character().humanoid()?.joint(bone)?;
        Some((joint.index(), world * frame.model()[joint.index()]))
    };
    SLOTS.into_iter().filter_map(move |(slot, bone)| {
        let ik = actor.ik()?;
        let number = ik.rig().slot(slot)?;
        let (index, posed) = joint(bone)?;
        let at = Vec3::from(posed.translation);
        let place = match ik.goal(number).map(|goal| goal.place) {
            Some(IkPlace::World(place)) => place,
            Some(IkPlace::Model(place)) => world.transform_point3(place),
            None if slot == LOOK => {
                let eye = |bone| joint(bone).map(|(_, eye)| Vec3::from(eye.translation));
                let eyes = eye(HumanBone::LeftEye).zip(eye(HumanBone::RightEye));
                let from = eyes.map_or(at, |(left, right)| left.midpoint(right));
                let rest = Affine3A::from_mat3(actor.character().rest_model()[index].matrix3.into());
                let ahead = posed.transform_vector3(rest.inverse().transform_vector3(Vec3::Z));
                from + ahead.normalize_or(Vec3::Z) * (AHEAD * body_scale(actor))
            }
            _ => at,
        };
        let is_held = ik.goal(number).is_some();
        place.is_finite().then(|| Handle { slot, place, joint: at, is_held, report: ik.report(number) })
    })
}

/// Gives people a rig to reach with, unless they have one. Whether there is one now.
pub(super) fn fit(actor: &mut Actor) -> bool {
    let character = actor.character().clone();
    if let (None, Some(body)) = (actor.ik(), character.humanoid()) {
        // A rig of the character's own skeleton fits it.
        let _ = actor.set_rig(Some(Arc::new(IkRig::human(character.skeleton(), body))));
    }
    actor.ik().is_some()
}

impl Reach {
    /// Whether goals may still be on their way.
    pub(super) fn is_restless(&self) -> bool {
        self.unrest > 0.0
    }

    fn stir(&mut self) {
        // Fades and looks are long over by then.
        self.unrest = 1.5;
    }

    /// Moves goals on by `dt` seconds; where nothing `plays`, time passes for them all the same. To be called between the
    /// halves of a frame.
    pub(super) fn pass(&mut self, actor: &mut Actor, place: &Affine3A, dt: f32, plays: bool) {
        if !self.is_restless() {
            return;
        }
        self.unrest -= dt;
        if plays {
            return;
        }
        // The rig's clock is the actor's, which stands still. It is moved on by the pose as it is animated, of which only what
        // the rig remembers is kept.
        let character = actor.character().clone();
        let (skeleton, mut local) = (character.skeleton(), LocalPose::rest(character.skeleton()));
        local.as_mut_slice().copy_from_slice(actor.frame().local());
        let mut model = ModelPose::rest(skeleton);
        model.update(skeleton, &local);
        if let Some(ik) = actor.ik_mut() {
            ik.solve(skeleton, place, dt, &mut local, &mut model);
        }
    }
}

impl State {
    /// What is there to take hold of, while that is on.
    pub(crate) fn handles(&self) -> Vec<Handle> {
        if self.on.reach { handles(&self.shown.cast.lead).collect() } else { Vec::new() }
    }

    /// What of the world lies where in the picture.
    pub(crate) fn sight(&self) -> Option<Sight> {
        Sight::new(&self.orbit.camera(), self.viewport)
    }

    pub(super) fn switch_reach(&mut self, on: bool) {
        self.on.reach = on && fit(&mut self.shown.cast.lead);
        if on && !self.on.reach {
            self.say("only people have handles to reach by, and this is none".into(), true);
        }
        if !on {
            self.let_go(None);
        }
    }

    /// Has `change` give the character another rig, in which goals hold on.
    pub(super) fn with_new_rig<T>(&mut self, change: impl FnOnce(&mut Actor) -> T) -> T {
        let lead = &mut self.shown.cast.lead;
        let goals: Vec<_> = lead.ik().map_or(Vec::new(), |ik| {
            let goals = SLOTS.into_iter().map(|(slot, _)| (slot, ik.rig().slot(slot)));
            goals.filter_map(|(slot, number)| Some((slot, *ik.goal(number?)?))).collect()
        });
        let changed = change(lead);
        for (slot, goal) in goals {
            // What the other rig does not have is let go.
            let _ = lead.reach(slot, goal);
        }
        if let Some(ik) = lead.ik_mut() {
            ik.settle();
        }
        changed
    }

    /// Another character is shown.
    pub(super) fn reach_anew(&mut self) {
        self.on.reach = self.on.reach && fit(&mut self.shown.cast.lead);
    }

    /// Moves the goal of `slot` to a point of the picture, in the plane through its handle that faces the camera.
    pub(super) fn pull(&mut self, slot: &str, point: Vec2) {
        let handle = self.handles().into_iter().find(|handle| handle.slot == slot);
        let Some((handle, sight)) = handle.zip(self.sight()) else { return };
        if let Some(place) = sight.moved(handle.place, point) {
            let _ = self.shown.cast.lead.reach(slot, IkGoal::at(place));
            self.reach.stir();
        }
    }

    /// Lets `slot`, or all of them, go back to what is animated.
    pub(super) fn let_go(&mut self, slot: Option<&str>) {
        for (name, _) in SLOTS.iter().filter(|(name, _)| slot.is_none_or(|slot| slot == *name)) {
            // What the rig does not have cannot hold anything.
            let _ = self.shown.cast.lead.let_go(name);
        }
        self.reach.stir();
    }
}
