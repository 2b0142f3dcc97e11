//! Viseme weights of posteriors.

use crate::network::container::Tensors;
use crate::network::error::WeightsError;
use crate::network::posterior::{Posterior, STATES};
use crate::network::states::States;
use sinew_viseme::Viseme;

/// Least opening of lips that are not judged closed.
const MIN_OPENING: f32 = 0.06;

/// Decoder of a mode: posteriors to viseme weights.
#[derive(Clone, Debug)]
pub(crate) struct VisemeDecoder {
    visemes: [usize; STATES],
    /// Factors of the states: 1 / prior^power.
    factors: [f32; STATES],
    /// Share of the output "closed" in the weight of closed lips.
    share: f32,
    closed_gain: f32,
    silence_gain: f32,
    /// Frames of the mean of live modes, cost of a change in whole sounds.
    pub(crate) last: f32,
}

impl VisemeDecoder {
    /// Decoder of a settings tensor whose last number is in this range.
    pub(crate) fn read(
        tensors: &Tensors<'_>,
        name: &str,
        states: &States,
        last: [f32; 2],
    ) -> Result<Self, WeightsError> {
        let ranges = [[0.0, 1.0], [0.0, 1.0], [0.0, 100.0], [0.0, 100.0], last];
        let [power, share, closed_gain, silence_gain, last] = tensors.settings(name, ranges)?;
        Ok(Self {
            visemes: states.visemes,
            factors: states.prior.map(|prior| libm::powf(prior, -power)),
            share,
            closed_gain,
            silence_gain,
            last,
        })
    }

    /// Weights of a frame; their sum is 1.
    pub(crate) fn weights(&self, posterior: &Posterior) -> [f32; Viseme::COUNT] {
        let mut weights = [0.0; Viseme::COUNT];
        let mut sum = 0.0;
        for ((state, factor), viseme) in posterior.states.iter().zip(&self.factors).zip(&self.visemes) {
            weights[*viseme] += state * factor;
            sum += state * factor;
        }
        let mut weights = weights.map(|weight| weight / sum);
        let (silence, closed) = (Viseme::Sil.index(), Viseme::PP.index());
        weights[silence] *= self.silence_gain;
        weights[closed] = self.closed_gain
            * libm::powf(weights[closed], 1.0 - self.share)
            * libm::powf(posterior.closed, self.share);
        let sum: f32 = weights.iter().sum();
        if sum > f32::MIN_POSITIVE {
            return weights.map(|weight| weight / sum);
        }
        let mut rest = [0.0; Viseme::COUNT];
        rest[silence] = 1.0;
        rest
    }
}

/// Opening of lips that show these weights: the network's, at least a little, and the less the more closed
/// lips and silence weigh.
pub(crate) fn shown_openness(weights: &[f32; Viseme::COUNT], openness: f32) -> f32 {
    let closed = weights[Viseme::PP.index()] + weights[Viseme::Sil.index()];
    openness.max(MIN_OPENING) * (1.0 - closed * closed).max(0.0)
}
