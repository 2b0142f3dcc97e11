use crate::face::Viseme;
use crate::math::smooth_damp_pair;

/// Visemes of a face, as they are set and as they are smoothed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spoken {
    pub(super) wanted: [f32; Viseme::COUNT],
    /// Weights and their changes per second.
    smoothed: [(f32, f32); Viseme::COUNT],
    /// Share by which speech owns the mouth of an emotion, and its change per second.
    share: (f32, f32),
}

/// Time to nine tenths in which speech takes the mouth of an emotion and gives it back, seconds: longer than
/// a pause between words.
const SPEECH_SECONDS: f32 = 0.25;

impl Spoken {
    /// Sets the weights, each within 0 and 1 and their sum at most 1.
    pub(super) fn set(&mut self, weights: [f32; Viseme::COUNT]) {
        let weights = weights.map(|weight| if weight.is_finite() { weight.clamp(0.0, 1.0) } else { 0.0 });
        let sum = weights.iter().sum::<f32>().max(1.0);
        self.wanted = weights.map(|weight| weight / sum);
    }

    /// Moves on by `dt` seconds, with springs of a time; `has_mouth` where the face has a mouth for speech.
    pub(super) fn advance(&mut self, seconds: f32, dt: f32, has_mouth: bool) {
        for (smoothed, wanted) in self.smoothed.iter_mut().zip(self.wanted) {
            *smoothed = smooth_damp_pair(*smoothed, wanted, seconds, dt);
        }
        let share = if has_mouth { self.weights(1.0)[1..].iter().sum::<f32>().min(1.0) } else { 0.0 };
        self.share = smooth_damp_pair(self.share, share, SPEECH_SECONDS, dt);
    }

    /// Weights as they are smoothed, times a share.
    pub(super) fn weights(&self, share: f32) -> [f32; Viseme::COUNT] {
        self.smoothed.map(|(weight, _)| weight.clamp(0.0, 1.0) * share)
    }

    /// Share by which speech owns the mouth of an emotion, 0 to 1.
    pub(super) fn share(&self) -> f32 {
        self.share.0.clamp(0.0, 1.0)
    }
}
