use sinew::Character;
use sinew::character::ColorSlot;

/// Effect of a character's expressions on one material.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ExpressionEffect {
    /// Whether any expression changes the material.
    pub(super) any: bool,
    /// Whether an expression lowers the alpha of the base colour.
    pub(super) lowers_alpha: bool,
}

/// The effect per material of `character`, followed by that on the default material, which no expression
/// changes.
pub(super) fn expression_effects(character: &Character) -> Vec<ExpressionEffect> {
    let mut effects = vec![ExpressionEffect::default(); character.materials().len() + 1];
    for expression in character.expressions() {
        for bind in &expression.colors {
            effects[bind.material.index()].any = true;
            effects[bind.material.index()].lowers_alpha |= bind.slot == ColorSlot::Base && bind.value.w < 1.0;
        }
        expression.uvs.iter().for_each(|bind| effects[bind.material.index()].any = true);
    }
    effects
}
