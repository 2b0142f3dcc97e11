//! Viseme weights at one time.

use crate::viseme::Viseme;

/// Frames per second of a [`VisemeTrack`](crate::VisemeTrack).
pub const VISEME_TRACK_RATE: u32 = 100;

/// Mouth at one time: weights of all visemes in the order of [`Viseme::ALL`], each 0 to 1 with the sum 1, and
/// the opening of the lips.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct VisemeFrame {
    /// Weights.
    pub weights: [f32; Viseme::COUNT],
    /// Opening of the lips: 0 closed, 1 widest.
    pub openness: f32,
}

impl VisemeFrame {
    /// Mouth at rest.
    pub const REST: Self = Self { weights: rest(), openness: 0.0 };

    /// Frame of these weights. They are clamped to 0 and more, and divided by their sum; all zeros are rest,
    /// and numbers that are not finite count as 0. The opening is the mean of the visemes' own.
    #[must_use]
    pub fn new(mut weights: [f32; Viseme::COUNT]) -> Self {
        weights = weights.map(|weight| if weight.is_finite() { weight.clamp(0.0, 1e6) } else { 0.0 });
        let sum: f32 = weights.iter().sum();
        if sum <= 1e-6 {
            return Self::REST;
        }
        let weights = weights.map(|weight| weight / sum);
        let openness = weights.iter().zip(OPENNESS).map(|(weight, open)| weight * open).sum();
        Self { weights, openness }
    }

    /// The same frame with another opening, clamped to 0 and 1.
    #[must_use]
    pub fn with_openness(mut self, openness: f32) -> Self {
        self.openness = if openness.is_finite() { openness.clamp(0.0, 1.0) } else { 0.0 };
        self
    }

    /// Viseme with the largest weight; the first of several.
    #[must_use]
    pub fn dominant(&self) -> Viseme {
        let mut best = 0;
        for (at, weight) in self.weights.iter().enumerate() {
            if *weight > self.weights[best] {
                best = at;
            }
        }
        Viseme::ALL[best]
    }

    /// Mixture of two frames, with this part of the other one.
    pub(crate) fn blend(&self, other: &Self, part: f32) -> Self {
        let mix = |a: f32, b: f32| a + (b - a) * part;
        Self {
            weights: std::array::from_fn(|n| mix(self.weights[n], other.weights[n])),
            openness: mix(self.openness, other.openness),
        }
    }
}

const fn rest() -> [f32; Viseme::COUNT] {
    let mut weights = [0.0; Viseme::COUNT];
    weights[Viseme::Sil.index()] = 1.0;
    weights
}

/// Openings of the lips of all visemes: about the middle of those that the articulatory table gives the
/// phones of each.
const OPENNESS: [f32; Viseme::COUNT] =
    [0.0, 0.0, 0.12, 0.28, 0.28, 0.35, 0.25, 0.2, 0.3, 0.3, 0.9, 0.6, 0.33, 0.6, 0.2];
