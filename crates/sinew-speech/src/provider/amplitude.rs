//! Lip-sync by amplitude as textbooks have it: the mean amplitude of 100 ms against the maximum chooses one
//! of four shapes (Carl Granberg, *Character Animation with Direct3D*, 2009, chapter 9).

use super::opening::{STEP_COUNT, step_frame};
use super::provider::VisemeProvider;
use crate::front_end::{HOP_SAMPLES, SAMPLE_RATE};
use crate::timeline::VisemeFrame;

/// Samples of a window: 100 ms.
const WINDOW: usize = 1600;
/// Share of the maximum at which the mouth is widest.
const WIDEST_SHARE: f32 = 0.3;
/// Least maximum, so that the noise of silence opens no mouth: −40 dB of full scale.
const MIN_MAXIMUM: f32 = 0.01;

/// Provider of one of four shapes per 100 ms of sound, by the mean amplitude against 30 % of the maximum.
#[derive(Clone, Debug)]
pub struct AmplitudeProvider {
    /// Known maximum of the whole sound; else the maximum so far counts.
    fixed: Option<f32>,
    maximum: f32,
    sum: f32,
    count: usize,
}

impl Default for AmplitudeProvider {
    fn default() -> Self {
        Self::new()
    }
}

impl AmplitudeProvider {
    /// Provider for live sound: amplitudes are compared with the maximum so far.
    #[must_use]
    pub fn new() -> Self {
        Self { fixed: None, maximum: MIN_MAXIMUM, sum: 0.0, count: 0 }
    }

    /// Provider for a sound whose maximum amplitude is known.
    #[must_use]
    pub fn with_maximum(maximum: f32) -> Self {
        let maximum = if maximum.is_finite() { maximum.abs().max(MIN_MAXIMUM) } else { 1.0 };
        Self { fixed: Some(maximum), maximum, sum: 0.0, count: 0 }
    }
}

impl VisemeProvider for AmplitudeProvider {
    fn latency(&self) -> f32 {
        WINDOW as f32 / SAMPLE_RATE as f32
    }

    fn push(&mut self, samples: &[f32], out: &mut dyn FnMut(&VisemeFrame)) {
        for sample in samples {
            let amplitude = if sample.is_finite() { sample.abs().min(1000.0) } else { 0.0 };
            self.maximum = if self.fixed.is_some() { self.maximum } else { self.maximum.max(amplitude) };
            self.sum += amplitude;
            self.count += 1;
            if self.count == WINDOW {
                let level = self.sum / WINDOW as f32 / (WIDEST_SHARE * self.maximum);
                let step = (level * STEP_COUNT as f32) as usize;
                let frame = step_frame(step.min(STEP_COUNT - 1));
                (0..WINDOW / HOP_SAMPLES).for_each(|_| out(&frame));
                (self.sum, self.count) = (0.0, 0);
            }
        }
    }

    fn reset(&mut self) {
        *self = self.fixed.map_or_else(Self::new, Self::with_maximum);
    }
}
