//! Visemes as VRM's mouth expressions, which play on any VRM avatar.

use super::Speak;
use crate::report::failure::{Failure, Outcome};
use sinew::clip::{ExpressionTrack, Interpolation, Track};
use sinew::face::Viseme;
use sinew::{Character, RawClip};
use sinew_import::ExportOptions;
use sinew_speech::timeline::VisemeTimeline;
use std::path::Path;
use std::sync::Arc;

impl Speak {
    /// Writes the weights of the mouth expressions as a VRM animation.
    pub(super) fn write_expressions(
        &self,
        timeline: &VisemeTimeline,
        character: &Character,
        (name, output): (&str, &Path),
    ) -> Outcome {
        let message = match () {
            () if self.emotion.is_some() => "holds the speech alone, without an emotion",
            () if self.map.is_some() => "has VRM's mouth expressions, without --map",
            () if self.no_face || self.seed != 0 => {
                "holds the speech alone, without blinks and eye movements"
            }
            () => "",
        };
        if !message.is_empty() {
            return Err(Failure::Call(format!("-o {}: a .vrma {message}", output.display())));
        }
        let step = 1.0 / self.frame_rate();
        let times: Arc<[f32]> =
            (0..=self.steps(timeline)).map(|number| (number as f64 * step) as f32).collect();
        let mut clip = RawClip { name: "speech".into(), ..RawClip::default() };
        for (number, vowel) in Viseme::VRM_NAMES.into_iter().enumerate() {
            let Some(expression) = character.find_expression(vowel) else { continue };
            let weight = |time: &f32| {
                let weights = timeline.at_frame(f64::from(*time), step).weights;
                Viseme::ALL.iter().map(|viseme| weights[viseme.index()] * viseme.vrm_weights()[number]).sum()
            };
            let weights: Vec<f32> = times.iter().map(weight).collect();
            let track = Track::new(Interpolation::Linear, 1, times.clone(), weights);
            let weight = track.map_err(|error| Failure::input(name, error))?;
            clip.expressions.push(ExpressionTrack { expression, weight });
        }
        if clip.expressions.is_empty() {
            let message = "the character has none of VRM's mouth expressions aa, ih, ou, ee, oh";
            return Err(Failure::input(name, message));
        }
        self.export(character, &clip, ExportOptions::default(), (name, output))
    }
}
