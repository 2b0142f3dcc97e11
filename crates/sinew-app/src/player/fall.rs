//! Falls of the character as a ragdoll, and hits to which it reacts.

use super::fall_state::Fall;
use super::scene_player::ScenePlayer;
use crate::asset::size::reference_bounds;
use crate::drawing::instances;
use crate::fall::course::{add_meshes, scale_of};
use sinew::glam::Vec3;
use sinew::ragdoll::{BodyState, HitReaction, Ragdoll, RagdollState};
use sinew_rapier::RapierWorld;
use std::sync::Arc;

/// Impulse of a hit, N s on a body of human size.
const HIT: f32 = 60.0;

impl ScenePlayer {
    /// True while the character falls as a ragdoll.
    pub(crate) fn is_falling(&self) -> bool {
        self.fall.is_whole
    }

    /// True while a part of a falling or hit character moves.
    pub(crate) fn is_tumbling(&self) -> bool {
        self.actor.ragdoll().is_some_and(|ragdoll| ragdoll.has_bodies() && !ragdoll.is_at_rest())
    }

    /// True while physics moves a part of the character.
    pub(crate) fn has_bodies(&self) -> bool {
        self.actor.ragdoll().is_some_and(RagdollState::has_bodies)
    }

    /// True when the root motion of the current frame was that of a body that falls or begins to get up.
    pub(crate) fn moved_with_body(&self) -> bool {
        self.fall.moved_body
    }

    /// Gives the character another ragdoll, and ends a fall. The message is about one that does not fit it.
    pub(crate) fn use_ragdoll(&mut self, ragdoll: Arc<Ragdoll>) -> Result<(), String> {
        self.drop_fall();
        self.actor.set_ragdoll(Some(ragdoll)).map_err(|error| error.to_string())?;
        self.resolve(self.frame_input(0.0));
        Ok(())
    }

    /// Gives a character that has none the ragdoll of its file, else a fitted one. The message is about a
    /// character that cannot have one.
    pub(crate) fn ensure_ragdoll(&mut self) -> Result<(), String> {
        if self.actor.ragdoll().is_some() {
            return Ok(());
        }
        let character = self.actor.character();
        let ragdoll = match &self.file_ragdoll {
            Some(own) => Ragdoll::from_description(own, character),
            None => Ragdoll::fit(character),
        };
        let ragdoll = ragdoll.map_err(|error| error.to_string())?;
        self.actor.set_ragdoll(Some(Arc::new(ragdoll))).map_err(|error| error.to_string())?;
        // The ragdoll takes note of the current pose, so that a fall in the next frame has the velocities of
        // the animation.
        self.resolve(self.frame_input(0.0));
        Ok(())
    }

    /// Lets the character fall from its present pose onto the ground and the props of its scene, with muscles
    /// of a `strength` from 0 to 1. The message is about a character that cannot.
    pub(crate) fn start_fall(&mut self, strength: f32) -> Result<(), String> {
        self.ensure_ragdoll()?;
        self.ensure_world();
        self.end_get_up();
        if let Some(active) = &self.scene {
            self.fall
                .transform
                .get_or_insert_with(|| active.scene.transform(self.actor.character(), &self.travelled));
            self.clear_ik_goals();
        }
        self.fall.is_whole = true;
        self.actor.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.start());
        self.set_strength(strength);
        Ok(())
    }

    /// Sets the strength of the muscles of a falling character, from 0 to 1.
    pub(crate) fn set_strength(&mut self, strength: f32) {
        if let Some(ragdoll) = self.actor.ragdoll_mut().filter(|_| self.fall.is_whole) {
            ragdoll.set_strength(strength);
        }
    }

    /// Gives the character back to its animation, which is blended in over `seconds`.
    pub(crate) fn stop_fall(&mut self, seconds: f32) {
        let was_moving = self.is_body_moving();
        self.actor.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.stop_over(seconds));
        self.leave_fall(was_moving);
    }

    /// Takes note of a body that could not get up and falls again.
    pub(super) fn notice_fall(&mut self) {
        let state = self.actor.body_state();
        self.fall.is_whole |= matches!(state, BodyState::Falling | BodyState::Resting | BodyState::Blocked);
    }

    /// Leaves the fall after the ragdoll was stopped. Where physics moved the whole body, the next root
    /// motion is that of the body. Limbs that let go of their sockets follow them again.
    pub(super) fn leave_fall(&mut self, was_moving: bool) {
        if self.fall.transform.is_some() {
            self.follow_sockets();
        }
        (self.fall.is_whole, self.fall.moves_body) = (false, was_moving);
    }

    /// Hits a part of the animated character at a point in the world, in a unit direction; it reacts and
    /// recovers. The message is about a character that has no ragdoll.
    pub(crate) fn hit(&mut self, part: usize, point: Vec3, direction: Vec3) -> Result<(), String> {
        self.ensure_ragdoll()?;
        self.ensure_world();
        let Some(ragdoll) = self.actor.ragdoll_mut() else { return Ok(()) };
        // Mass grows with the third power of size, velocity with the first.
        let impulse = direction * (HIT * scale_of(ragdoll.ragdoll()).powi(4));
        ragdoll.hit(part, impulse, Some(point), &HitReaction::default());
        Ok(())
    }

    /// Removes the bodies at once, for a character that starts over; the ragdoll is animated again.
    pub(super) fn drop_fall(&mut self) {
        if self.has_bodies() || self.fall.moves_body {
            let ragdoll = self.actor.ragdoll().map(|state| state.ragdoll().clone());
            // Off and on again, it is animated. The ragdoll was fitted to the same character.
            let _ = self.actor.set_ragdoll(None);
            let _ = self.actor.set_ragdoll(ragdoll);
        }
        self.end_get_up();
        self.fall = Fall::default();
    }

    /// True while physics moves the whole body.
    pub(super) fn is_body_moving(&self) -> bool {
        self.fall.is_whole && self.actor.ragdoll().is_some_and(RagdollState::is_active)
    }

    /// True when the root motion of the step that the actor has just made is that of the body.
    pub(super) fn take_body_motion(&mut self) -> bool {
        self.fall.moved_body = std::mem::take(&mut self.fall.moves_body);
        self.fall.moved_body
    }

    /// Makes a physics world with the ground and the props of the scene, unless bodies are in one.
    fn ensure_world(&mut self) {
        if self.has_bodies() && self.fall.world.is_some() {
            return;
        }
        let Some(ragdoll) = self.actor.ragdoll() else { return };
        let ground = match self.scene {
            Some(_) => 0.0,
            None => instances::ground(&reference_bounds(&self.actor)).height,
        };
        let scale = scale_of(ragdoll.ragdoll());
        let mut world = RapierWorld::new().with_units_per_metre(scale).with_floor(ground);
        let props = self.actors().skip(self.body().count());
        props.for_each(|prop| add_meshes(prop, &mut world));
        self.fall.ground = Some(world.ground());
        self.fall.world = Some(Box::new(world));
    }

    /// Clears all IK goals, which the scene does not renew while the character falls.
    fn clear_ik_goals(&mut self) {
        let Some(ik) = self.actor.ik_mut() else { return };
        let rig = ik.rig().clone();
        for (effector, _) in rig.effectors() {
            ik.clear_goal(effector).expect("an effector of the rig");
        }
    }

    /// Lets limbs without a goal follow the sockets of their rig again.
    fn follow_sockets(&mut self) {
        let Some(ik) = self.actor.ik_mut() else { return };
        let rig = ik.rig().clone();
        for (effector, _) in rig.effectors() {
            if ik.goal(effector).is_none() {
                ik.follow(effector).expect("an effector of the rig");
            }
        }
    }
}
