//! IK handles: dragging one sets the goal of an effector.

use super::reload::FileUse;
use super::state::State;
use crate::asset::read_files::ReadFiles;
use crate::asset::size::body_scale;
use crate::drawing::projection::Projection;
use crate::player::rig;
use crate::player::scene_player::ScenePlayer;
use crate::report::failure::Failure;
use crate::scene::kind::SceneKind;
use sinew::Actor;
use sinew::glam::{Vec2, Vec3};
use sinew::rig::{EffectorId, EffectorPose, IkGoal, IkReport, IkRig, IkTarget};
use std::path::Path;
use std::sync::Arc;

/// Distance from the eyes to a look handle without a goal, metres for a body of 1.7 m.
const LOOK_DISTANCE: f32 = 0.6;

/// Largest distance in metres at which a goal counts as reached.
const TOLERANCE: f32 = 1e-3;

/// Handle of an effector, in world space.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    /// Name of the effector.
    pub(crate) effector: String,
    /// True for a look target.
    pub(crate) looks: bool,
    /// The goal; without one, the joint, or a point straight ahead of the eyes.
    pub(crate) position: Vec3,
    /// The effector: hand, foot, or start of the line of sight.
    pub(crate) joint: Vec3,
    /// True while a goal is set.
    pub(crate) has_goal: bool,
    pub(crate) report: IkReport,
}

impl Handle {
    /// True for a goal out of reach or outside of the view cone.
    pub(crate) fn misses(&self) -> bool {
        let IkReport { error, turn_request, .. } = self.report;
        self.has_goal && if self.looks { turn_request != 0.0 } else { error > TOLERANCE }
    }
}

/// Handles of all effectors of `actor`; none without a rig.
fn handles(actor: &Actor) -> Vec<Handle> {
    let Some(ik) = actor.ik() else { return Vec::new() };
    let frame = actor.frame();
    let world = frame.world_from_model();
    let handle = |(effector, name): (EffectorId, &str)| {
        let (joint, ahead) = match ik.rig().effector_pose(effector, frame.model()) {
            EffectorPose::Position(position) => (world.transform_point3(position), None),
            EffectorPose::Line { origin, direction } => {
                let ahead = world.transform_vector3(direction).normalize_or(Vec3::Z);
                (world.transform_point3(origin), Some(ahead * (LOOK_DISTANCE * body_scale(actor))))
            }
            _ => return None,
        };
        let position = match ik.goal(effector).map(|goal| goal.target) {
            Some(IkTarget::World(position)) => position,
            Some(IkTarget::Model(position)) => world.transform_point3(position),
            // Other goals of scenes follow a joint or socket.
            Some(_) => joint,
            None => joint + ahead.unwrap_or_default(),
        };
        position.is_finite().then(|| Handle {
            effector: name.to_owned(),
            looks: ahead.is_some(),
            position,
            joint,
            has_goal: ik.goal(effector).is_some(),
            report: ik.report(effector),
        })
    };
    ik.rig().effectors().filter_map(handle).collect()
}

impl State {
    /// Handles, while they are switched on.
    pub(crate) fn handles(&self) -> Vec<Handle> {
        if self.on.handles { handles(&self.shown.player.actor) } else { Vec::new() }
    }

    /// Projection of the current camera.
    pub(crate) fn projection(&self) -> Option<Projection> {
        Projection::new(&self.orbit.camera(), self.viewport)
    }

    pub(super) fn switch_handles(&mut self, on: bool) {
        self.on.handles = on && self.ensure_rig();
        if on && !self.on.handles {
            self.say("the default rig needs a humanoid; this character is not one".into(), true);
        }
        if !on {
            self.drop_goals();
        }
    }

    /// Uses the rig of a file for the character and all later ones, and shows its handles.
    pub(crate) fn use_rig(&mut self, path: &Path) -> Result<(), Failure> {
        let read = ReadFiles::default();
        read.during(|| self.give_rig(path))?;
        self.watch.set(FileUse::Rig(path.to_owned()), &read);
        self.rig = Some(path.to_owned());
        self.on.handles = true;
        Ok(())
    }

    /// The user's rig for the character in a `scene`; an error adds a message. Scenes with goals of their own
    /// keep their rigs.
    pub(super) fn custom_rig(&mut self, scene: Option<SceneKind>) -> Option<Arc<IkRig>> {
        let path = self.rig.clone().filter(|_| scene.is_none_or(SceneKind::takes_custom_rig))?;
        match rig::rig_from_file(&path, self.shown.player.actor.character(), scene) {
            Ok(rig) => Some(Arc::new(rig)),
            Err(failure) => {
                self.say(failure.message().to_owned(), true);
                None
            }
        }
    }

    /// Gives the character the rig of a file; goals of its effectors stay.
    pub(super) fn give_rig(&mut self, path: &Path) -> Result<(), Failure> {
        let scene = self.shown.player.scene_kind();
        scene.map_or(Ok(()), rig::refuse_custom_rig)?;
        let rig = rig::rig_from_file(path, self.shown.player.actor.character(), scene)?;
        let given = self.with_new_rig(|player| player.actor.set_ik(Some(Arc::new(rig))));
        self.goal_fades.restart();
        given.map_err(|e| Failure::input(path.display(), e))
    }

    /// Gives a humanoid without a rig the default one. Returns true if there is a rig now.
    pub(super) fn ensure_rig(&mut self) -> bool {
        let lead = &mut self.shown.player.actor;
        if lead.ik().is_none()
            && let Some(rig) = rig::default_rig(lead.character(), self.arms)
        {
            // The rig was built for this character.
            let _ = lead.set_ik(Some(Arc::new(rig)));
        }
        lead.ik().is_some()
    }

    /// Runs `change`, which gives the character another rig, and sets the goals of the old rig on the new
    /// one. Limbs that follow a socket of their rig follow that of the new one.
    pub(super) fn with_new_rig<T>(&mut self, change: impl FnOnce(&mut ScenePlayer) -> T) -> T {
        let lead = &mut self.shown.player.actor;
        let goals: Vec<_> = lead.ik().map_or(Vec::new(), |ik| {
            let set = ik.rig().effectors().filter(|(effector, _)| !ik.is_following(*effector));
            set.map(|(effector, name)| (name.to_owned(), ik.goal(effector).copied())).collect()
        });
        let changed = change(&mut self.shown.player);
        let lead = &mut self.shown.player.actor;
        for (effector, goal) in goals.into_iter().filter_map(|(effector, goal)| Some((effector, goal?))) {
            // Goals of effectors that the new rig lacks are dropped.
            let _ = lead.ik_mut().map(|ik| ik.set_goal(&effector, goal));
        }
        if let Some(ik) = lead.ik_mut() {
            ik.snap();
        }
        changed
    }

    /// Fits rig and handles to a new character.
    pub(super) fn refit_rig(&mut self) {
        let (reaches, scene) = (self.on.handles, self.shown.player.scene_kind());
        if let Some(rig) = self.custom_rig(scene) {
            // The rig was built for this character.
            let _ = self.with_new_rig(|player| player.actor.set_ik(Some(rig)));
            self.goal_fades.restart();
        }
        self.on.handles = reaches && self.ensure_rig();
    }

    /// Moves the goal of an effector to a point of the picture, in the plane through its handle that faces
    /// the camera.
    pub(super) fn drag_goal(&mut self, effector: &str, point: Vec2) {
        let handle = self.handles().into_iter().find(|handle| handle.effector == effector);
        let Some((handle, projection)) = handle.zip(self.projection()) else { return };
        if let Some(position) = projection.unproject_onto_plane(handle.position, point) {
            let _ = self.shown.player.actor.ik_mut().map(|ik| ik.set_goal(effector, IkGoal::at(position)));
            self.goal_fades.restart();
        }
    }

    /// Drops all goals; limbs that the rig lets follow a socket do so again.
    pub(super) fn drop_goals(&mut self) {
        if let Some(ik) = self.shown.player.actor.ik_mut() {
            let rig = ik.rig().clone();
            rig.effectors().for_each(|(effector, _)| ik.follow(effector).expect("an effector of the rig"));
        }
        self.goal_fades.restart();
    }

    /// Clears the goal of an effector, or all goals, also those of limbs that follow a socket of the rig: they let go.
    pub(super) fn clear_goal(&mut self, effector: Option<&str>) {
        if let Some(ik) = self.shown.player.actor.ik_mut() {
            let rig = ik.rig().clone();
            let held = rig.effectors().filter(|(_, name)| effector.is_none_or(|effector| effector == *name));
            held.for_each(|(effector, _)| ik.clear_goal(effector).expect("an effector of the rig"));
        }
        self.goal_fades.restart();
    }
}
