//! Provider by distance to templates.

use super::profile::{FEATURES, VoiceProfile};
use crate::front_end::{Cepstrum, LOOK_AHEAD_SAMPLES, LogMel, MELS, SAMPLE_RATE};
use crate::provider::provider::VisemeProvider;
use crate::timeline::VisemeFrame;
use sinew_viseme::Viseme;
use std::sync::Arc;

/// Sharpness of the choice between templates: 1 takes coefficients as independent, which they are not.
const SHARPNESS: f32 = 0.5;
/// Part of the way to the present weights that is taken per frame.
const SMOOTHING: f32 = 0.45;

/// Provider of the visemes whose templates lie nearest to the sound.
#[derive(Clone, Debug)]
pub struct TemplateProvider {
    log_mel: LogMel,
    matcher: Matcher,
}

#[derive(Clone, Debug)]
struct Matcher {
    profile: Arc<VoiceProfile>,
    cepstrum: Cepstrum,
    last: VisemeFrame,
}

impl TemplateProvider {
    /// Provider of a voice.
    #[must_use]
    pub fn new(profile: Arc<VoiceProfile>) -> Self {
        let matcher = Matcher { profile, cepstrum: Cepstrum::default(), last: VisemeFrame::REST };
        Self { log_mel: LogMel::new(), matcher }
    }
}

/// Level of a frame in dB.
pub(super) fn level(log_mel: &[f32; MELS]) -> f32 {
    let energy: f32 = log_mel.iter().map(|x| libm::expf(*x)).sum();
    10.0 * libm::log10f(energy.max(1e-12))
}

impl Matcher {
    fn step(&mut self, log_mel: &[f32; MELS]) -> VisemeFrame {
        let all = self.cepstrum.of(log_mel);
        let profile = &*self.profile;
        let distance = |mean: &[f32; FEATURES]| -> f32 {
            let squares = mean.iter().zip(&all[1..]).zip(&profile.precision);
            squares.map(|((mean, x), precision)| (x - mean) * (x - mean) * precision).sum()
        };
        let nearest = profile.templates.iter().map(|t| distance(&t.mean)).fold(f32::INFINITY, f32::min);
        let mut weights = [0.0; Viseme::COUNT];
        for template in &profile.templates {
            let beyond = distance(&template.mean) - nearest;
            weights[template.viseme.index()] += libm::expf(-0.5 * SHARPNESS * beyond);
        }
        let [low, high] = profile.gate;
        let open = ((level(log_mel) - low) / (high - low)).clamp(0.0, 1.0);
        let sum: f32 = weights.iter().sum();
        let mut weights = weights.map(|weight| open * weight / sum);
        weights[Viseme::Sil.index()] += 1.0 - open;
        let smooth: [f32; Viseme::COUNT] =
            std::array::from_fn(|n| self.last.weights[n] + SMOOTHING * (weights[n] - self.last.weights[n]));
        self.last = VisemeFrame::new(smooth);
        self.last
    }
}

impl VisemeProvider for TemplateProvider {
    fn latency(&self) -> f32 {
        LOOK_AHEAD_SAMPLES as f32 / SAMPLE_RATE as f32
    }

    fn push(&mut self, samples: &[f32], out: &mut dyn FnMut(&VisemeFrame)) {
        let matcher = &mut self.matcher;
        self.log_mel.push(samples, |log_mel| out(&matcher.step(log_mel)));
    }

    fn reset(&mut self) {
        *self = Self::new(self.matcher.profile.clone());
    }
}
