//! Emotion of a face: one expression or set of morph targets at a time, reached by critically damped
//! cross-fades.

use super::shape_emotion::{Closing, ShapeWeight};
use super::{EmotionFade, EmotionTable, MouthShapes};
use crate::clone_from::impl_clone_from;
use crate::math::smooth_damp_pair;
use crate::morph::MorphWeights;

/// State of the emotions of one face, numbered as in its [`EmotionTable`].
#[derive(Debug)]
pub(crate) struct Emotions {
    /// Weight and its change per second, per emotion. All change in the same time, so that their sum stays
    /// within 1.
    weights: Vec<(f32, f32)>,
    current: Option<(usize, f32)>,
    seconds: f32,
    /// Whether any weight is above 0.
    is_shown: bool,
}

impl_clone_from!(Emotions { weights, current, seconds, is_shown });

impl Emotions {
    pub(crate) fn new(table: &EmotionTable) -> Self {
        Self { weights: vec![(0.0, 0.0); table.len()], current: None, seconds: 0.0, is_shown: false }
    }

    /// Begins a cross-fade to an emotion, or to none.
    pub(crate) fn set(&mut self, emotion: Option<usize>, fade: EmotionFade) {
        let EmotionFade { intensity, seconds } = fade.bounded();
        self.current = emotion.map(|number| (number, intensity));
        self.seconds = seconds;
    }

    /// Emotion that is shown or faded to, and its intensity.
    pub(crate) fn current(&self) -> Option<(usize, f32)> {
        self.current
    }

    /// Weight of an emotion.
    pub(crate) fn weight(&self, number: usize) -> f32 {
        self.weights[number].0.clamp(0.0, 1.0)
    }

    pub(crate) fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Whether a fade is under way.
    pub(crate) fn is_fading(&self) -> bool {
        // Changes of a weight, and per second, that nobody sees.
        const NOTHING: f32 = 1e-3;
        let differs = |(n, &(weight, speed)): (usize, &(f32, f32))| {
            (weight - self.goal(n)).abs() > NOTHING || speed.abs() > NOTHING
        };
        (self.current.is_some() || self.is_shown) && self.weights.iter().enumerate().any(differs)
    }

    /// Weight to which an emotion fades.
    fn goal(&self, number: usize) -> f32 {
        self.current.filter(|(current, _)| *current == number).map_or(0.0, |(_, intensity)| intensity)
    }

    /// Moves the fades on by `dt` seconds.
    pub(crate) fn advance(&mut self, dt: f32) {
        if self.current.is_none() && !self.is_shown {
            return;
        }
        self.is_shown = false;
        for n in 0..self.weights.len() {
            let goal = self.goal(n);
            let weight = &mut self.weights[n];
            *weight = smooth_damp_pair(*weight, goal, self.seconds, dt);
            // The rest of a fade that nobody sees.
            const NOTHING: f32 = 1e-4;
            if goal == 0.0 && weight.0.abs() < NOTHING && weight.1.abs() < NOTHING {
                *weight = (0.0, 0.0);
            }
            self.is_shown |= *weight != (0.0, 0.0);
        }
    }

    /// Lays the emotion over the animated weights of expressions: emotions of clips keep the share that it
    /// leaves.
    pub(crate) fn write(&self, table: &EmotionTable, weights: &mut [f32]) {
        if !self.is_shown {
            return;
        }
        let share = (0..self.weights.len()).map(|n| self.weight(n)).sum::<f32>().min(1.0);
        for (n, weight) in weights.iter_mut().enumerate() {
            let emotion = self.weight(n);
            if table.is_preset(n) || emotion > 0.0 {
                *weight = *weight * (1.0 - share) + emotion;
            }
        }
    }

    /// Adds the emotions by morph targets: mouth shapes by a factor, shapes that open lids or lips by the
    /// shares that blinks and closed lips of speech leave.
    pub(crate) fn write_morphs(
        &self,
        table: &EmotionTable,
        mouth: (&MouthShapes, f32),
        open: OpenShares,
        morphs: &mut MorphWeights,
    ) {
        if !self.is_shown {
            return;
        }
        let weights = morphs.as_mut_slice();
        let (shapes, factor) = mouth;
        for (n, emotion) in table.by_shapes() {
            let intensity = self.weight(n);
            let morphs = emotion.morphs.iter().filter(|_| intensity > 0.0);
            for &ShapeWeight { position, weight, opposes } in morphs {
                let mouth = if shapes.contains(position) { factor } else { 1.0 };
                let open = match opposes {
                    None => 1.0,
                    Some(Closing::Lids) => open.lids,
                    Some(Closing::Lips) => open.lips,
                };
                weights[position] += intensity * weight * mouth * open;
            }
        }
    }
}

/// Shares that blinks leave of open lids, and visemes of closed lips of open lips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OpenShares {
    pub(crate) lids: f32,
    pub(crate) lips: f32,
}
