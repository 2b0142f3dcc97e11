//! Emotion of a face: one expression at a time, reached by critically damped cross-fades.

use super::EmotionFade;
use crate::character::{Expression, ExpressionId};
use crate::math::smooth_damp_pair;

/// State of the emotions of one face.
#[derive(Clone, Debug)]
pub(crate) struct Emotions {
    /// Weight and its change per second, per expression. All change in the same time, so that their sum stays within 1.
    weights: Vec<(f32, f32)>,
    /// Whether an expression is one of VRM's emotions: clips that animate it give way.
    is_preset: Vec<bool>,
    current: Option<(ExpressionId, f32)>,
    seconds: f32,
    /// Whether any weight is above 0.
    is_shown: bool,
}

/// VRM's emotions.
const PRESETS: [&str; 5] = ["happy", "angry", "sad", "relaxed", "surprised"];

impl Emotions {
    pub(crate) fn new(expressions: &[Expression]) -> Self {
        let is_preset = |expression: &Expression| PRESETS.contains(&expression.name.as_str());
        Self {
            weights: vec![(0.0, 0.0); expressions.len()],
            is_preset: expressions.iter().map(is_preset).collect(),
            current: None,
            seconds: 0.0,
            is_shown: false,
        }
    }

    /// Begins a cross-fade to an emotion, or to none.
    pub(crate) fn set(&mut self, emotion: Option<ExpressionId>, fade: EmotionFade) {
        let EmotionFade { intensity, seconds } = fade.bounded();
        self.current = emotion.map(|id| (id, intensity));
        self.seconds = seconds;
    }

    /// Emotion that is shown or faded to, and its intensity.
    pub(crate) fn current(&self) -> Option<(ExpressionId, f32)> {
        self.current
    }

    /// Weight of an expression as an emotion.
    pub(crate) fn weight(&self, expression: usize) -> f32 {
        self.weights[expression].0.clamp(0.0, 1.0)
    }

    pub(crate) fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Moves the fades on by `dt` seconds.
    pub(crate) fn advance(&mut self, dt: f32) {
        if self.current.is_none() && !self.is_shown {
            return;
        }
        self.is_shown = false;
        for (n, weight) in self.weights.iter_mut().enumerate() {
            let goal = self.current.filter(|(id, _)| id.index() == n).map_or(0.0, |(_, intensity)| intensity);
            *weight = smooth_damp_pair(*weight, goal, self.seconds, dt);
            // The rest of a fade that nobody sees.
            const NOTHING: f32 = 1e-4;
            if goal == 0.0 && weight.0.abs() < NOTHING && weight.1.abs() < NOTHING {
                *weight = (0.0, 0.0);
            }
            self.is_shown |= *weight != (0.0, 0.0);
        }
    }

    /// Lays the emotion over the animated weights: emotions of clips keep the share that it leaves.
    pub(crate) fn write(&self, weights: &mut [f32]) {
        if !self.is_shown {
            return;
        }
        let share = (0..self.weights.len()).map(|n| self.weight(n)).sum::<f32>().min(1.0);
        for (n, weight) in weights.iter_mut().enumerate() {
            let own = self.weight(n);
            if self.is_preset[n] || own > 0.0 {
                *weight = *weight * (1.0 - share) + own;
            }
        }
    }
}
