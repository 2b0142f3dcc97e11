use super::{Actor, Stage};
use glam::{Quat, Vec3};

/// How far the character's own motion carries it in one frame, in its model space. Clips play in place until root
/// motion is extracted from them, so the move is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootDelta {
    /// Metres.
    pub translation: Vec3,
    /// Turn, a unit quaternion.
    pub rotation: Quat,
}

impl RootDelta {
    /// No motion.
    pub const NONE: Self = Self { translation: Vec3::ZERO, rotation: Quat::IDENTITY };
}

impl Default for RootDelta {
    fn default() -> Self {
        Self::NONE
    }
}

impl Actor {
    /// The frame's first half: moves time on by `dt` seconds and samples what plays into the local pose. The engine
    /// moves the character by the answer, then calls [`Actor::resolve`].
    pub fn advance(&mut self, dt: f32) -> RootDelta {
        self.advance_observed(dt, |_| ())
    }

    /// [`Actor::advance`], telling `finished` after each stage, so that a tool can time them.
    pub fn advance_observed(&mut self, dt: f32, mut finished: impl FnMut(Stage)) -> RootDelta {
        self.local.reset(self.character.skeleton());
        self.morphs.copy_from(self.character.rest_weights());
        self.expressions.asked.fill(0.0);
        self.clip_gaze = None;
        if let Some(playback) = &mut self.playback {
            let (start, end) = self.ends[playback.clip];
            playback.step(dt, start, end);
            let time = playback.wrap.apply(playback.time, start, end);
            let clip = &self.clips[playback.clip];
            let (local, morphs) = (&mut self.local, &mut self.morphs);
            self.clip_gaze = clip.sample(time, &mut self.cursor, local, morphs, &mut self.expressions.asked);
        }
        finished(Stage::Sample);
        RootDelta::NONE
    }
}
