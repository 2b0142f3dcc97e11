//! Posterior of a frame: the decoded outputs of a network.

use super::layer::sigmoid;

/// Number of phone states: phones, silence, and both halves of diphthongs.
pub(crate) const STATES: usize = 46;
/// Outputs of a network: state logits, logit of closed lips, opening.
pub(crate) const OUTPUTS: usize = STATES + 2;

/// Probabilities of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Posterior {
    /// Probabilities of the states; their sum is 1.
    pub(crate) states: [f32; STATES],
    /// Probability of lips closed by p, b or m.
    pub(crate) closed: f32,
    /// Opening of the lips, 0 to 1.
    pub(crate) openness: f32,
}

impl Posterior {
    pub(crate) fn from_outputs(outputs: &[f32; OUTPUTS]) -> Self {
        let mut states: [f32; STATES] = std::array::from_fn(|n| outputs[n]);
        let largest = states.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        states = states.map(|logit| libm::expf(logit - largest));
        let [closed, openness] = [outputs[STATES], outputs[STATES + 1]];
        Self { states: normalised(states), closed: sigmoid(closed), openness: openness.clamp(0.0, 1.0) }
    }

    /// Weighted geometric mean of probabilities, and mean of openings; `share` is that of the other one.
    pub(crate) fn blend(&self, other: &Self, share: f32) -> Self {
        let mean = |a: f32, b: f32| libm::powf(a, 1.0 - share) * libm::powf(b, share);
        Self {
            states: normalised(std::array::from_fn(|n| mean(self.states[n], other.states[n]))),
            closed: mean(self.closed, other.closed),
            openness: (1.0 - share) * self.openness + share * other.openness,
        }
    }
}

/// Probabilities divided by their sum; all the same where there are none.
fn normalised(states: [f32; STATES]) -> [f32; STATES] {
    let sum: f32 = states.iter().sum();
    if sum > 0.0 { states.map(|state| state / sum) } else { [1.0 / STATES as f32; STATES] }
}
