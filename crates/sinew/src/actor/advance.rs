//! First half of a frame: the clips, the mixer or the graph of an actor advance by a time step.

use super::Actor;
use super::animation::Animation;
use super::playback_source::PlaybackSource;
use crate::clip::RootMotion;

impl Actor {
    /// The first half of a frame: moves clips, mixer or graph on by `dt` seconds, writes the animated pose
    /// and returns the root motion of the step. The engine moves the character by it, then calls
    /// [`Actor::resolve`]. Clips without root motion stay in place; of a character whose ragdoll falls it is
    /// the motion of the body.
    ///
    /// Several steps may come before one `resolve`, as with fixed time steps: the frame then holds the events
    /// and the root motion of all of them.
    pub fn advance(&mut self, dt: f32) -> RootMotion {
        let Self { clips, animation, pose, frame, ragdoll, .. } = self;
        let Animation { source, cursor, inertialization, pose: animated } = animation;
        frame.begin_step();
        inertialization.take_last(animated);
        let fallen = ragdoll.as_mut().and_then(|ragdoll| {
            let skeleton = clips.character().skeleton();
            ragdoll.hand_over(skeleton, &pose.model, frame.world_from_model, frame.dt, inertialization)
        });
        let events = &mut frame.events;
        let settles = ragdoll.as_ref().is_some_and(|ragdoll| ragdoll.is_settling());
        let step = match source {
            // A clip that gets the body up waits for it in its first pose.
            PlaybackSource::Player(player) => {
                let dt = if settles { 0.0 } else { dt };
                player.advance(dt, clips, cursor, animated, events)
            }
            PlaybackSource::Mixer(mixer) => mixer.advance(dt, clips, cursor, animated, events),
            PlaybackSource::Graph(graph) => graph.advance(dt, clips, cursor, animated, events),
        };
        let root_motion = inertialization.shift(animated, step, dt);
        // A body that falls goes its own way.
        let mut root_motion = fallen.unwrap_or(root_motion);
        if let Some(ragdoll) = ragdoll {
            root_motion = ragdoll.catch_up(root_motion, frame.world_from_model);
        }
        frame.end_step(root_motion, inertialization.has_jumped());
        self.advance_attachments(dt);
        root_motion
    }
}
