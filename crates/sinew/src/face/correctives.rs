//! Corrective shapes: morph targets whose weight is a product of others (J. P. Lewis, K. Anjyo, T. Rhee, M.
//! Zhang, F. Pighin, Z. Deng, *Practice and Theory of Blendshape Facial Models*, 2014, combination shapes).

use super::FaceError;
use super::hand_weight::HandWeight;
use crate::character::{Character, MorphTargetId};
use crate::morph::MorphWeights;
use crate::skeleton::MAX_WEIGHT;
use crate::text::suggest;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Corrective shape: `gain` times the product of the weights of `inputs` is added to the weight of `target`.
/// All are names of morph targets, such as a smile and a squint whose cheeks would both rise.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Corrective {
    /// Morph target that corrects: all of the name.
    pub target: String,
    /// Morph targets whose weights are multiplied, each taken from 0 to 1: those of the target's own mesh
    /// instance, else the first of the name.
    pub inputs: Vec<String>,
    /// Factor of the product; -8 to 8. Default in text: 1.
    #[cfg_attr(feature = "serde", serde(default = "default_gain"))]
    pub gain: f32,
}

impl Corrective {
    /// Corrective of some inputs, with a gain of 1.
    #[must_use]
    pub fn new(target: impl Into<String>, inputs: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { target: target.into(), inputs: inputs.into_iter().map(Into::into).collect(), gain: 1.0 }
    }

    /// Sets the gain. One that is not finite counts as 0.
    #[must_use]
    pub fn with_gain(self, gain: f32) -> Self {
        Self { gain, ..self }
    }
}

#[cfg(feature = "serde")]
fn default_gain() -> f32 {
    1.0
}

/// Correctives of a character.
#[derive(Clone, Debug, Default)]
pub(super) struct Correctives {
    /// Positions of targets among all morph weights, ends of their inputs, gains.
    rows: Vec<(usize, usize, f32)>,
    inputs: Vec<usize>,
    /// The same by names.
    table: Vec<Corrective>,
}

/// Largest gain either way.
pub(super) const MAX_GAIN: f32 = 8.0;

impl Correctives {
    pub(super) fn new(character: &Character, table: &[Corrective]) -> Result<Self, FaceError> {
        let weights = character.rest_weights();
        let find = |name: &str| -> Result<Vec<MorphTargetId>, FaceError> {
            let found: Vec<_> = character.find_morphs(name).collect();
            if found.is_empty() {
                let known = suggest(name, character.morph_targets().map(|(_, name)| name));
                return Err(FaceError::UnknownMorph { name: name.to_owned(), known });
            }
            Ok(found)
        };
        let mut made = Self::default();
        for corrective in table.iter().filter(|corrective| !corrective.inputs.is_empty()) {
            let inputs = corrective.inputs.iter().map(|name| find(name)).collect::<Result<Vec<_>, _>>()?;
            let gain = if corrective.gain.is_finite() { corrective.gain } else { 0.0 };
            let gain = gain.clamp(-MAX_GAIN, MAX_GAIN);
            made.table.push(Corrective { gain, ..corrective.clone() });
            for target in find(&corrective.target)? {
                let nearest = |ids: &Vec<MorphTargetId>| {
                    let same = ids.iter().find(|id| id.instance == target.instance);
                    same.or(ids.first()).and_then(|id| weights.position(*id))
                };
                made.inputs.extend(inputs.iter().filter_map(nearest));
                let end = made.inputs.len();
                made.rows.extend(weights.position(target).map(|n| (n, end, gain)));
            }
        }
        Ok(made)
    }

    /// Correctives of one table after those of another.
    pub(super) fn append(&mut self, other: Self) {
        let before = self.inputs.len();
        self.inputs.extend(other.inputs);
        self.table.extend(other.table);
        self.rows.extend(other.rows.into_iter().map(|(target, end, gain)| (target, end + before, gain)));
    }

    /// The correctives by the names of their targets.
    pub(super) fn table(&self) -> &[Corrective] {
        &self.table
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the products to the targets, in the order of the table; targets set by hand stay.
    pub(super) fn apply(&self, by_hand: &[HandWeight], morphs: &mut MorphWeights) {
        let weights = morphs.as_mut_slice();
        let mut start = 0;
        for &(target, end, gain) in &self.rows {
            let inputs = self.inputs[start..end].iter();
            start = end;
            let product: f32 = inputs.map(|&n| weights[n].clamp(0.0, 1.0)).product();
            let product = if product.is_finite() { product } else { 0.0 };
            let share = 1.0 - by_hand.get(target).map_or(0.0, HandWeight::share);
            let weight = &mut weights[target];
            *weight = (*weight + gain * product * share).clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}
