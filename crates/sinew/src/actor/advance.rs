use super::drive::Driver;
use super::{Actor, Stage};
use crate::clip::RootDelta;

impl Actor {
    /// The frame's first half: moves time on by `dt` seconds and writes what plays into the local pose. The engine
    /// moves the character by the answer, then calls [`Actor::resolve`]. Clips without root motion stay in place.
    pub fn advance(&mut self, dt: f32) -> RootDelta {
        self.advance_observed(dt, |_| ())
    }

    /// [`Actor::advance`], telling `finished` after each stage, so that a tool can time them.
    pub fn advance_observed(&mut self, dt: f32, mut finished: impl FnMut(Stage)) -> RootDelta {
        (self.dt, self.is_advanced) = (dt, true);
        let Self { driver, clips, rest, cursor, pose, events, .. } = self;
        events.begin_frame();
        self.root_delta = match driver {
            Driver::Player(player) => player.advance(dt, clips, rest, cursor, pose, events),
            Driver::Mixer(mixer) => mixer.advance(dt, clips, rest, cursor, pose, events),
            Driver::Graph(graph) => graph.advance(dt, clips, cursor, pose, events),
        };
        events.end_frame();
        self.expressions.asked.copy_from_slice(&self.pose.expressions);
        finished(Stage::Sample);
        self.root_delta
    }
}
