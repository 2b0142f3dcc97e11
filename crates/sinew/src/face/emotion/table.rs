//! Table of the emotions of a face: expressions and sets of morph targets.

use super::shape_emotion::{ShapeEmotion, ShapeEmotions};
use crate::character::{Character, Expression, ExpressionId};

/// VRM's emotions.
const PRESETS: [&str; 5] = ["happy", "angry", "sad", "relaxed", "surprised"];

/// Emotions of a face: those by expressions, in the order of the character, then those by morph targets.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct EmotionTable {
    /// Whether an expression is one of VRM's emotions: clips that animate it give way.
    is_preset: Vec<bool>,
    shapes: ShapeEmotions,
}

impl EmotionTable {
    pub(crate) fn new(expressions: &[Expression], shapes: ShapeEmotions) -> Self {
        let is_preset = |expression: &Expression| PRESETS.contains(&expression.name.as_str());
        Self { is_preset: expressions.iter().map(is_preset).collect(), shapes }
    }

    /// The number of emotions.
    pub(crate) fn len(&self) -> usize {
        self.is_preset.len() + self.shapes.all.len()
    }

    /// Whether an expression is one of VRM's emotions.
    pub(crate) fn is_preset(&self, expression: usize) -> bool {
        self.is_preset[expression]
    }

    /// Emotions by morph targets, with their numbers among all.
    pub(crate) fn by_shapes(&self) -> impl Iterator<Item = (usize, &ShapeEmotion)> {
        (self.is_preset.len()..).zip(&self.shapes.all)
    }

    /// The name of an emotion by its number.
    pub(crate) fn name<'a>(&'a self, expressions: &'a [Expression], number: usize) -> Option<&'a str> {
        let expression = expressions.get(number).map(|expression| expression.name.as_str());
        let shapes = || self.by_shapes().find(|(n, _)| *n == number).map(|(_, emotion)| &*emotion.name);
        expression.or_else(shapes)
    }

    /// The names of all emotions: expressions that are neither blinks, looks nor mouths, then emotions by
    /// morph targets.
    pub(crate) fn names<'a>(&'a self, expressions: &'a [Expression]) -> impl Iterator<Item = &'a str> {
        let shapes = || self.by_shapes().map(|(_, emotion)| emotion.name.as_str());
        let is_replaced = move |expression: &Expression| {
            let mut described = shapes().take(self.shapes.described);
            described.any(|name| name == expression.name)
                || !expression.has_effect() && shapes().any(|name| name == expression.name)
        };
        let shown = move |expression: &&Expression| expression.group().is_none() && !is_replaced(expression);
        expressions.iter().filter(shown).map(|expression| expression.name.as_str()).chain(shapes())
    }

    /// The number of the emotion of a name: described ones come before expressions, and expressions without
    /// an effect last.
    pub(crate) fn find(&self, character: &Character, name: &str) -> Option<usize> {
        let mut described = self.by_shapes().take(self.shapes.described);
        let described = described.find(|(_, emotion)| emotion.name == name).map(|(number, _)| number);
        let effective = || character.find_effective_expression(name).map(ExpressionId::index);
        let shapes = || self.by_shapes().find(|(_, emotion)| emotion.name == name).map(|(number, _)| number);
        let empty = || character.find_expression(name).map(ExpressionId::index);
        described.or_else(effective).or_else(shapes).or_else(empty)
    }
}
