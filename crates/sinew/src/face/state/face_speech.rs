use crate::face::{Viseme, VisemeTrack};
use std::sync::Arc;

/// Speech of a face: a track of visemes and its time. [`FaceState::speak`](super::FaceState::speak) begins it.
#[derive(Clone, Debug)]
pub struct FaceSpeech {
    track: Arc<VisemeTrack>,
    time: f64,
    /// Whether the time has been set since the last frame, so that the next one shows it.
    is_set: bool,
}

impl FaceSpeech {
    pub(super) fn new(track: Arc<VisemeTrack>) -> Self {
        Self { track, time: 0.0, is_set: true }
    }

    /// The visemes.
    #[must_use]
    pub fn track(&self) -> &Arc<VisemeTrack> {
        &self.track
    }

    /// Time of the last frame, or the one to which it has been sought since, in seconds.
    #[must_use]
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Duration in seconds.
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.track.duration()
    }

    pub(super) fn seek(&mut self, seconds: f64) {
        if seconds.is_finite() {
            (self.time, self.is_set) = (seconds, true);
        }
    }

    /// Moves on to a frame that stands for `dt` seconds, and returns its weights; `None` after the end.
    pub(super) fn advance(&mut self, dt: f64) -> Option<[f32; Viseme::COUNT]> {
        if dt > 0.0 && !std::mem::take(&mut self.is_set) {
            self.time += dt;
        }
        (self.time < self.duration()).then(|| self.track.at_frame(self.time, dt).weights)
    }

    /// Whether a frame of `dt` seconds shows something else than the last one.
    pub(super) fn moves(&self, dt: f64) -> bool {
        dt > 0.0 || self.is_set
    }
}
