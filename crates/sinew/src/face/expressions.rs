//! Expressions as VRM 1.0 defines them (VRM Consortium, *VRMC_vrm-1.0*, expressions): binary expressions, and
//! overrides of groups of others.

use super::MaterialOverride;
use crate::character::Material;
use crate::character::{Expression, ExpressionGroup, OverrideKind};
use crate::morph::MorphWeights;

/// Shares that the overrides of expressions leave to blinks, gaze and mouth, each 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct OverrideShares {
    /// Share of blinks: `overrideBlink`.
    pub blink: f32,
    /// Share of the gaze: `overrideLookAt`.
    pub look_at: f32,
    /// Share of the mouth: `overrideMouth`.
    pub mouth: f32,
}

impl Default for OverrideShares {
    /// No overrides.
    fn default() -> Self {
        Self { blink: 1.0, look_at: 1.0, mouth: 1.0 }
    }
}

/// Resolves the weights of all expressions: clamps them to 0..1, rounds binary expressions to 0 or 1, and
/// applies the overrides (none, block, blend) of blink, look-at and mouth. Writes as many weights as all
/// three slices have. A weight that is NaN counts as 0.
///
/// Returns the shares that the overrides leave: for eye joints, and for blinks and speech by morph targets or
/// joints.
pub fn resolve_expressions(
    expressions: &[Expression],
    weights: &[f32],
    resolved: &mut [f32],
) -> OverrideShares {
    let effective = |expression: &Expression, weight: f32| match expression.is_binary {
        true => f32::from(u8::from(weight > 0.5)),
        false if weight.is_nan() => 0.0,
        false => weight.clamp(0.0, 1.0),
    };
    let left = |held: fn(&Expression) -> OverrideKind| {
        let held_back = expressions.iter().zip(weights).map(|(expression, &weight)| {
            let weight = effective(expression, weight);
            match held(expression) {
                OverrideKind::None => 0.0,
                OverrideKind::Block => f32::from(u8::from(weight > 0.0)),
                OverrideKind::Blend => weight,
            }
        });
        (1.0 - held_back.sum::<f32>()).clamp(0.0, 1.0)
    };
    let (blink, look_at, mouth) =
        (left(|e| e.override_blink), left(|e| e.override_look_at), left(|e| e.override_mouth));
    for ((expression, &weight), resolved) in expressions.iter().zip(weights).zip(resolved) {
        let left = match expression.group() {
            None => 1.0,
            Some(ExpressionGroup::Blink) => blink,
            Some(ExpressionGroup::LookAt) => look_at,
            Some(ExpressionGroup::Mouth) => mouth,
        };
        // A binary one cannot show a part of itself.
        let left = if expression.is_binary && left < 1.0 { 0.0 } else { left };
        *resolved = effective(expression, weight) * left;
    }
    OverrideShares { blink, look_at, mouth }
}

/// Adds the expressions' morphs at their resolved weights.
///
/// # Panics
/// When a bind names an instance or target that `morphs` does not have.
pub fn apply_expression_morphs(expressions: &[Expression], resolved: &[f32], morphs: &mut MorphWeights) {
    for (expression, &weight) in expressions.iter().zip(resolved).filter(|(_, weight)| **weight != 0.0) {
        for bind in &expression.morphs {
            morphs.row_mut(bind.instance)[bind.target] += bind.weight * weight;
        }
    }
}

/// Applies the colour and texture-transform binds of expressions to material overrides, one per material,
/// beginning with the materials' own values.
///
/// # Panics
/// When a bind names a material beyond `overrides` or `materials`.
pub fn apply_material_binds(
    expressions: &[Expression],
    resolved: &[f32],
    materials: &[Material],
    overrides: &mut [MaterialOverride],
) {
    let bound = |e: &Expression| !e.colors.is_empty() || !e.uvs.is_empty();
    for expression in expressions.iter().filter(|e| bound(e)) {
        let colors = expression.colors.iter().map(|bind| bind.material);
        for material in colors.chain(expression.uvs.iter().map(|bind| bind.material)) {
            overrides[material.index()] = MaterialOverride::from_material(&materials[material]);
        }
    }
    for (expression, &weight) in expressions.iter().zip(resolved).filter(|(_, weight)| **weight != 0.0) {
        for bind in &expression.colors {
            overrides[bind.material.index()].add_color(
                &materials[bind.material],
                bind.slot,
                bind.value,
                weight,
            );
        }
        for bind in &expression.uvs {
            overrides[bind.material.index()].add_uv(bind.offset, bind.scale, weight);
        }
    }
}
