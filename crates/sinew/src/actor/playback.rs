use crate::clip::{RawClip, Wrap};

/// A clip being played: which one, where it stands, how fast it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    pub(super) clip: usize,
    /// File time in seconds, before wrapping.
    pub time: f64,
    /// Factor on time; negative plays backwards, 0 holds.
    pub speed: f32,
    /// What happens past the ends.
    pub wrap: Wrap,
}

impl Playback {
    /// The clip's number in its actor.
    pub fn clip(&self) -> usize {
        self.clip
    }

    /// Plays `speed` times as fast; negative is backwards.
    pub fn speed(&mut self, speed: f32) -> &mut Self {
        self.speed = speed;
        self
    }

    /// Sets what happens past the ends.
    pub fn wrap(&mut self, wrap: Wrap) -> &mut Self {
        self.wrap = wrap;
        self
    }

    /// Jumps to `time`, in file seconds.
    pub fn seek(&mut self, time: f64) -> &mut Self {
        self.time = time;
        self
    }

    /// The file time of `clip` at which this playback stands, wrapped to its keys.
    pub fn file_time(&self, clip: &RawClip) -> f32 {
        self.wrap.apply(self.time, clip.start(), clip.end())
    }
}
