//! First half of a frame: the clips, the mixer or the graph of an actor advance by a time step.

use super::Actor;
use crate::clip::RootMotion;

impl Actor {
    /// The first half of a frame: moves the montage, or else clips, mixer or graph, on by `dt` seconds, writes the animated pose
    /// and returns the root motion of the step. The engine moves the character by it, then calls
    /// [`Actor::resolve`]. Clips without root motion stay in place; of a character whose ragdoll falls it is
    /// the motion of the body.
    ///
    /// Several steps may come before one `resolve`, as with fixed time steps: the frame then holds the events
    /// and the root motion of all of them.
    pub fn advance(&mut self, dt: f32) -> RootMotion {
        let Self { clips, animation, pose, frame, ragdoll, .. } = self;
        frame.begin_step();
        animation.inertialization.take_last(&mut animation.pose);
        let fallen = ragdoll.as_mut().and_then(|ragdoll| {
            let skeleton = clips.character().skeleton();
            let inertialization = &mut animation.inertialization;
            ragdoll.hand_over(skeleton, &pose.model, frame.world_from_model, frame.dt, inertialization)
        });
        let step = animation.step(dt, clips, &mut frame.events, ragdoll.as_deref());
        let root_motion = animation.inertialization.shift(&mut animation.pose, step, dt);
        // A body that falls goes its own way.
        let mut root_motion = fallen.unwrap_or(root_motion);
        if let Some(ragdoll) = ragdoll {
            root_motion = ragdoll.catch_up(root_motion, frame.world_from_model);
        }
        frame.end_step(root_motion, animation.inertialization.has_jumped());
        self.advance_attachments(dt);
        root_motion
    }
}
