use crate::character::Character;
use crate::face::{MaterialOverride, resolve_expressions};

/// The weights of an actor's expressions, and what they make of materials.
#[derive(Clone, Debug)]
pub(super) struct ExpressionWeights {
    /// What the clip and the gaze ask for.
    pub(super) asked: Vec<f32>,
    /// Weights set by hand, which win.
    pub(super) overrides: Vec<Option<f32>>,
    /// What is left of both after expressions have held back one another.
    pub(super) effective: Vec<f32>,
    /// Per material; none where no expression reaches it.
    pub(super) looks: Vec<MaterialOverride>,
    pub(super) is_reached: Vec<bool>,
}

impl ExpressionWeights {
    pub(super) fn new(character: &Character) -> Self {
        let expressions = &character.setup().expressions;
        let mut is_reached = vec![false; character.materials().len()];
        for expression in expressions {
            let colors = expression.colors.iter().map(|bind| bind.material);
            for material in colors.chain(expression.uvs.iter().map(|bind| bind.material)) {
                is_reached[material] = true;
            }
        }
        Self {
            asked: vec![0.0; expressions.len()],
            overrides: vec![None; expressions.len()],
            effective: vec![0.0; expressions.len()],
            looks: character.materials().iter().map(MaterialOverride::of).collect(),
            is_reached,
        }
    }

    /// Brings `effective` up to date.
    pub(super) fn settle(&mut self, character: &Character) {
        for (asked, over) in self.asked.iter_mut().zip(&self.overrides) {
            *asked = over.unwrap_or(*asked);
        }
        resolve_expressions(&character.setup().expressions, &self.asked, &mut self.effective);
    }
}
