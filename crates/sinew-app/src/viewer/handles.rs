//! Handles on hands, feet and what is looked at: who drags one gives its slot of the rig a goal.

use super::projection::Projection;
use super::state::State;
use crate::asset::size::body_scale;
use crate::player::rig;
use crate::report::failure::Failure;
use crate::scene::SceneKind;
use sinew::Actor;
use sinew::glam::{Vec2, Vec3};
use sinew::rig::{EffectorId, EffectorPose, IkGoal, IkReport, IkRig, IkTarget};
use std::path::Path;
use std::sync::Arc;

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
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub(crate) slot: String,
    /// Whether it is for looking, not for reaching.
    pub(crate) looks: bool,
    /// The goal; without one, where the joint is, or a place straight before what looks.
    pub(crate) place: Vec3,
    /// What comes to the goal: hand, foot, or where the line of sight begins.
    pub(crate) joint: Vec3,
    pub(crate) is_held: bool,
    pub(crate) report: IkReport,
}

impl Handle {
    /// Whether the goal stays out of reach, or out of view.
    pub(crate) fn misses(&self) -> bool {
        let IkReport { error, turn_request, .. } = self.report;
        self.is_held && if self.looks { turn_request != 0.0 } else { error > MISSED }
    }
}

/// What of `actor` can be taken hold of: nothing without a rig.
fn handles(actor: &Actor) -> Vec<Handle> {
    let Some(ik) = actor.ik() else { return Vec::new() };
    let frame = actor.frame();
    let world = frame.world_from_model();
    let handle = |(slot, name): (EffectorId, &str)| {
        let (joint, ahead) = match ik.rig().tip(slot, frame.model()) {
            EffectorPose::Place(place) => (world.transform_point3(place), None),
            EffectorPose::Line { from, direction } => {
                let ahead = world.transform_vector3(direction).normalize_or(Vec3::Z);
                (world.transform_point3(from), Some(ahead * (AHEAD * body_scale(actor))))
            }
        };
        let place = match ik.goal(slot).map(|goal| goal.target) {
            Some(IkTarget::World(place)) => place,
            Some(IkTarget::Model(place)) => world.transform_point3(place),
            // What else a scene tells follows something.
            Some(_) => joint,
            None => joint + ahead.unwrap_or_default(),
        };
        place.is_finite().then(|| Handle {
            slot: name.to_owned(),
            looks: ahead.is_some(),
            place,
            joint,
            is_held: ik.goal(slot).is_some(),
            report: ik.report(slot),
        })
    };
    ik.rig().effectors().filter_map(handle).collect()
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

    /// Counts down the time in which goals may still move.
    pub(super) fn pass(&mut self, dt: f32) {
        self.unrest = (self.unrest - dt).max(0.0);
    }
}

impl State {
    /// What is there to take hold of, while that is on.
    pub(crate) fn handles(&self) -> Vec<Handle> {
        if self.on.reach { handles(&self.shown.cast.lead) } else { Vec::new() }
    }

    /// What of the world lies where in the picture.
    pub(crate) fn sight(&self) -> Option<Projection> {
        Projection::new(&self.orbit.camera(), self.viewport)
    }

    pub(super) fn switch_reach(&mut self, on: bool) {
        self.on.reach = on && self.fit();
        if on && !self.on.reach {
            self.say("only people have handles to reach by, and this is none".into(), true);
        }
        if !on {
            self.let_go(None);
        }
    }

    /// Has the character reach with the rig that is written in a file, and so all that come after it; its handles are shown.
    pub(crate) fn use_rig(&mut self, path: &Path) -> Result<(), Failure> {
        self.give_rig(path)?;
        self.rig = Some(path.to_owned());
        self.on.reach = true;
        Ok(())
    }

    /// The rig of one's own for the character in a `scene`, if there are both; says so where it does not fit. Scenes that have
    /// goals keep their rigs, whose slots they know.
    pub(super) fn own_rig(&mut self, scene: Option<SceneKind>) -> Option<Arc<IkRig>> {
        let path = self.rig.clone().filter(|_| scene.is_none_or(SceneKind::takes_rigs))?;
        match rig::own_rig(&path, self.shown.cast.lead.character(), scene) {
            Ok(rig) => Some(Arc::new(rig)),
            Err(failure) => {
                self.say(failure.message().to_owned(), true);
                None
            }
        }
    }

    fn give_rig(&mut self, path: &Path) -> Result<(), Failure> {
        let scene = self.scene.as_ref().map(|scene| scene.kind);
        scene.map_or(Ok(()), rig::takes_rig)?;
        let rig = rig::own_rig(path, self.shown.cast.lead.character(), scene)?;
        let given = self.with_new_rig(|lead| lead.set_ik_rig(Some(Arc::new(rig))));
        self.reach.stir();
        given.map_err(|e| Failure::input(path.display(), e))
    }

    /// Gives people a rig to reach with, unless they have one. Whether there is one now.
    pub(super) fn fit(&mut self) -> bool {
        let lead = &mut self.shown.cast.lead;
        if lead.ik().is_none()
            && let Some(rig) = rig::usual_rig(lead.character(), self.arms)
        {
            // A rig of the character's own skeleton fits it.
            let _ = lead.set_ik_rig(Some(Arc::new(rig)));
        }
        lead.ik().is_some()
    }

    /// Has `change` give the character another rig, in which goals hold on.
    pub(super) fn with_new_rig<T>(&mut self, change: impl FnOnce(&mut Actor) -> T) -> T {
        let lead = &mut self.shown.cast.lead;
        let goals: Vec<_> = lead.ik().map_or(Vec::new(), |ik| {
            let goals = ik.rig().effectors().map(|(slot, name)| (name.to_owned(), ik.goal(slot).copied()));
            goals.collect()
        });
        let changed = change(lead);
        for (slot, goal) in goals.into_iter().filter_map(|(slot, goal)| Some((slot, goal?))) {
            // What the other rig does not have is let go.
            let _ = lead.ik_mut().map(|ik| ik.set_goal(&slot, goal));
        }
        if let Some(ik) = lead.ik_mut() {
            ik.snap();
        }
        changed
    }

    /// Another character is shown.
    pub(super) fn reach_anew(&mut self) {
        let (reaches, scene) = (self.on.reach, self.scene.as_ref().map(|scene| scene.kind));
        if let Some(own) = self.own_rig(scene) {
            // It was made for the character's own skeleton.
            let _ = self.with_new_rig(|lead| lead.set_ik_rig(Some(own)));
            self.reach.stir();
        }
        self.on.reach = reaches && self.fit();
    }

    /// Moves the goal of `slot` to a point of the picture, in the plane through its handle that faces the camera.
    pub(super) fn pull(&mut self, slot: &str, point: Vec2) {
        let handle = self.handles().into_iter().find(|handle| handle.slot == slot);
        let Some((handle, sight)) = handle.zip(self.sight()) else { return };
        if let Some(place) = sight.moved(handle.place, point) {
            let _ = self.shown.cast.lead.ik_mut().map(|ik| ik.set_goal(slot, IkGoal::at(place)));
            self.reach.stir();
        }
    }

    /// Lets `slot`, or all of them, go back to what is animated.
    pub(super) fn let_go(&mut self, slot: Option<&str>) {
        if let Some(ik) = self.shown.cast.lead.ik_mut() {
            let rig = ik.rig().clone();
            let held = rig.effectors().filter(|(_, name)| slot.is_none_or(|slot| slot == *name));
            held.for_each(|(slot, _)| ik.clear_goal(slot).expect("an effector of the rig"));
        }
        self.reach.stir();
    }
}
