use super::Actor;
use super::playback_source::PlaybackSource;
use crate::clip::RootDelta;

impl Actor {
    /// The first half of a frame: moves clips, mixer or graph on by `dt` seconds, writes the animated pose and returns the
    /// root motion of the step. The engine moves the character by it, then calls [`Actor::resolve`]. Clips without root
    /// motion stay in place.
    ///
    /// Several steps may come before one `resolve`, as with fixed time steps: the frame then holds the events and the root motion
    /// of all of them.
    pub fn advance(&mut self, dt: f32) -> RootDelta {
        let Self { clips, source, cursor, inertialization, animated, frame, .. } = self;
        frame.begin_step();
        inertialization.take_last(animated);
        let events = &mut frame.events;
        let step = match source {
            PlaybackSource::Player(player) => player.advance(dt, clips, cursor, animated, events),
            PlaybackSource::Mixer(mixer) => mixer.advance(dt, clips, cursor, animated, events),
            PlaybackSource::Graph(graph) => graph.advance(dt, clips, cursor, animated, events),
        };
        let root_motion = inertialization.shift(animated, step, dt);
        frame.end_step(root_motion, inertialization.has_jumped());
        root_motion
    }
}
