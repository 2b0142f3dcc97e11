use crate::clone_from::impl_clone_from;
use crate::face::hand_weight::HandWeight;

/// Weights set by hand.
#[derive(Debug)]
pub(super) struct ByHand {
    /// Per expression.
    pub(super) expressions: Vec<HandWeight>,
    /// Per morph weight of all instances.
    pub(super) all_morphs: Box<[HandWeight]>,
    /// Whether any morph weight has been set.
    pub(super) has_morphs: bool,
}

impl_clone_from!(ByHand { expressions, all_morphs, has_morphs });

impl ByHand {
    pub(super) fn new(expressions: usize, morphs: usize) -> Self {
        Self {
            expressions: vec![HandWeight::default(); expressions],
            all_morphs: vec![HandWeight::default(); morphs].into(),
            has_morphs: false,
        }
    }

    /// Morph weights set by hand; empty while none has been set.
    pub(super) fn morphs(&self) -> &[HandWeight] {
        if self.has_morphs { &self.all_morphs } else { &[] }
    }

    /// Moves the weights on by `dt` seconds, and lays those of expressions over the layers below.
    pub(super) fn advance(&mut self, seconds: f32, dt: f32, expressions: &mut [f32]) {
        for (weight, by_hand) in expressions.iter_mut().zip(&mut self.expressions) {
            by_hand.advance(seconds, dt);
            *weight = by_hand.over(*weight);
        }
        if self.has_morphs {
            self.all_morphs.iter_mut().for_each(|by_hand| by_hand.advance(seconds, dt));
        }
    }
}
