use crate::clip::{Motion, Wrap};

/// A clip being played: which one, where it stands, how fast it goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    pub(super) clip: usize,
    /// File time in seconds; counts on over the rounds of a loop, stops at the ends of a clamped clip.
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

    /// Whether a clamped clip stands at the end that it plays towards. A loop never ends.
    pub fn is_finished(&self, clip: &Motion) -> bool {
        let ahead = if self.speed < 0.0 {
            self.time > f64::from(clip.start())
        } else {
            self.time < f64::from(clip.end())
        };
        self.wrap == Wrap::Clamp && !ahead
    }

    /// Moves on by `dt` seconds of a clip with keys from `start` to `end`. A step that is no number moves nothing.
    pub(super) fn step(&mut self, dt: f32, start: f32, end: f32) {
        let step = f64::from(dt) * f64::from(self.speed);
        if step.is_finite() && step != 0.0 {
            self.time += step;
            if self.wrap == Wrap::Clamp {
                self.time = self.time.clamp(f64::from(start), f64::from(end));
            }
        }
    }

    /// The file time of `clip` at which this playback stands, wrapped to its keys.
    pub fn file_time(&self, clip: &Motion) -> f32 {
        self.wrap.apply(self.time, clip.start(), clip.end())
    }
}
