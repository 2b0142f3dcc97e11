//! Sound of the window that keeps step with the time of what is seen.

use crate::sound::{Loudspeaker, SoundOutput};
use std::sync::Arc;

/// Difference to the loudspeaker from which on the picture jumps to it, in seconds; smaller ones are caught up
/// by a tenth per frame.
const MAX_DRIFT: f64 = 0.08;
const CATCH_UP: f64 = 0.1;
/// Time after which a loudspeaker that does not move on is gone, seconds.
const MAX_STALL: f64 = 1.0;

/// Sound with the loudspeaker that plays it; silent where there is none.
#[derive(Default)]
pub(crate) struct SoundPlayback {
    output: Option<Box<dyn SoundOutput>>,
    /// Speed at which it plays; `None` while it is paused.
    speed: Option<f64>,
    /// Position of the loudspeaker in the last frame, and the time for which it has not moved on.
    position: f64,
    stalled: f64,
}

impl SoundPlayback {
    /// Opens the loudspeaker for a sound; paused at first. The error says why it cannot be heard.
    pub(super) fn open(samples: Arc<[f32]>) -> Result<Self, String> {
        Ok(Self::on(Box::new(Loudspeaker::open(samples)?)))
    }

    /// Sound on an output.
    pub(super) fn on(output: Box<dyn SoundOutput>) -> Self {
        Self { output: Some(output), ..Self::default() }
    }

    /// True if a loudspeaker plays the sound.
    #[cfg(test)]
    pub(super) fn is_heard(&self) -> bool {
        self.output.is_some()
    }

    /// Speed at which it plays; `None` while it is paused.
    pub(super) fn speed(&self) -> Option<f64> {
        self.speed
    }

    /// Plays from a time in seconds, this many times as fast.
    pub(super) fn play(&mut self, seconds: f64, speed: f64) {
        (self.speed, self.stalled) = (Some(speed), 0.0);
        self.output.iter().for_each(|output| output.play(seconds, speed));
    }

    /// Is silent from now on.
    pub(super) fn pause(&mut self) {
        if self.speed.take().is_some() {
            self.output.iter().for_each(|output| output.pause());
        }
    }

    /// Brings a time in seconds closer to what is heard, in a frame of `dt` seconds. A loudspeaker that has
    /// gone away is followed no longer.
    pub(super) fn follow(&mut self, time: f64, dt: f64) -> f64 {
        let Some(output) = self.output.as_ref().filter(|_| self.speed.is_some()) else { return time };
        let position = output.position();
        self.stalled = if position == self.position { self.stalled + dt } else { 0.0 };
        self.position = position;
        if self.stalled > MAX_STALL {
            self.output = None;
            return time;
        }
        let ahead = position - time;
        time + if ahead.abs() > MAX_DRIFT { ahead } else { CATCH_UP * ahead }
    }
}
