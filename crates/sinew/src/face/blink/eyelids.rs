use crate::character::{Character, ExpressionId, MorphTargetId};
use crate::face::arkit::spelled_morphs;
use crate::morph::MorphWeights;
use std::collections::BTreeSet;

/// Shapes that close the eyes of a character.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Eyelids {
    expressions: Vec<ExpressionId>,
    morphs: Vec<(MorphTargetId, f32)>,
    /// Morph targets by which clips may blink: these, and others by their names.
    closers: Vec<MorphTargetId>,
}

impl Eyelids {
    /// Lids of a character: VRM's expression `blink`, else one for each eye, else morph targets by name. `None` where the eyes cannot close.
    pub(crate) fn detect(character: &Character) -> Option<Self> {
        let expression = |name: &str| character.find_expression(name);
        if let Some(both) = expression("blink") {
            return Some(Self::new(character, vec![both], Vec::new()));
        }
        if let Some((left, right)) = expression("blinkLeft").zip(expression("blinkRight")) {
            return Some(Self::new(character, vec![left, right], Vec::new()));
        }
        let spelled = spelled_morphs(character);
        character.face_names().blinks().iter().find_map(|family| {
            let found = family.find(&spelled)?;
            // Where a shape closes both eyes, those of one eye are not needed.
            let is_both = |(_, number): &&(MorphTargetId, usize)| family.meanings[*number][0].0 == "both";
            let has_both = found.iter().any(|own| is_both(&own));
            let closing = found.iter().filter(|own| !has_both || is_both(own));
            Some(Self::of_morphs(character, closing.map(|(id, _)| (*id, 1.0)).collect()))
        })
    }

    /// Lids that close by morph targets with weights.
    pub(crate) fn of_morphs(character: &Character, morphs: Vec<(MorphTargetId, f32)>) -> Self {
        Self::new(character, Vec::new(), morphs)
    }

    fn new(character: &Character, expressions: Vec<ExpressionId>, morphs: Vec<(MorphTargetId, f32)>) -> Self {
        let spelled = spelled_morphs(character);
        let named = character.face_names().blinks().iter().flat_map(|family| family.named(&spelled));
        let closers: BTreeSet<MorphTargetId> = morphs.iter().map(|(id, _)| *id).chain(named).collect();
        let closers = closers.into_iter().collect();
        Self { expressions, morphs, closers }
    }

    /// Opens the lids of expressions, which clips may have closed.
    pub(crate) fn open_expressions(&self, weights: &mut [f32]) {
        self.expressions.iter().for_each(|id| weights[id.index()] = 0.0);
    }

    /// Opens the lids of morph targets likewise.
    pub(crate) fn open_morphs(&self, weights: &mut MorphWeights) {
        self.closers.iter().for_each(|id| weights.row_mut(id.instance)[id.target] = 0.0);
    }

    /// Closes the lids of expressions that are less closed.
    pub(crate) fn write_expressions(&self, closed: f32, weights: &mut [f32]) {
        self.expressions.iter().for_each(|id| weights[id.index()] = weights[id.index()].max(closed));
    }

    /// Closes the lids of morph targets likewise.
    pub(crate) fn write_morphs(&self, closed: f32, weights: &mut MorphWeights) {
        for (id, weight) in &self.morphs {
            let own = &mut weights.row_mut(id.instance)[id.target];
            let closed = closed * weight;
            *own = if closed < 0.0 { own.min(closed) } else { own.max(closed) };
        }
    }
}
