//! Options of a face that moves by itself.

use crate::asset::face_effects::{Effect, FaceEffects};
use crate::asset::face_map;
use crate::options::number::{second_of_play, seed, vector};
use crate::player::rig::default_rig;
use crate::report::failure::Failure;
use crate::report::message::message;
use clap::Args;
use sinew::Actor;
use sinew::face::{BlinkSettings, EmotionFade, EyeMovementSettings, Gaze};
use sinew::glam::Vec3;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// Duration of a face alone, seconds.
pub(crate) const DEFAULT_FACE_SECONDS: f64 = 10.0;

/// Name that ends an emotion.
const NONE: &str = "none";

/// Channels of a face that moves by itself.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FaceOptions {
    /// Let the face move by itself: it blinks, and the eyes make saccades and glance aside
    #[arg(long, help_heading = "Face")]
    pub(crate) face: bool,
    /// Seed of blinks and eyes: the same number gives the same movements
    #[arg(
        long, value_name = "N", value_parser = seed, allow_negative_numbers = true, default_value = "0",
        requires = "face", help_heading = "Face",
    )]
    pub(crate) seed: u64,
    /// Show an emotion, with an intensity from 0 to 1 (default: 1), from a time in seconds on (default: 0);
    /// NAME is an expression, an emotion by ARKit's shapes (`sinew inspect` lists both), or none to end the
    /// emotion; may be repeated
    #[arg(long, value_name = "NAME[=W][@S]", requires = "face", help_heading = "Face")]
    pub(crate) emotion: Vec<Emotion>,
    /// Look at a point with the eyes, and with the head where it is far aside
    #[arg(
        long, value_name = "X,Y,Z", value_parser = point, allow_hyphen_values = true, requires = "face",
        help_heading = "Face",
    )]
    pub(crate) look_at: Option<Vec3>,
    /// The point of --look-at lies between the eyes of a face: the gaze goes from eye to eye to mouth
    #[arg(long, requires = "look_at", help_heading = "Face")]
    pub(crate) social: bool,
    /// Shapes of the face (a RON file): blinks, emotions and correctives of your own;
    /// `sinew inspect FILE --viseme-map` prints a beginning of it
    #[arg(long, value_name = "FILE", requires = "face", help_heading = "Face")]
    pub(crate) map: Option<PathBuf>,
}

/// Value of `--emotion`: `NAME[=W][@S]`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Emotion {
    /// Expression or emotion by ARKit's shapes; `none` ends the emotion.
    pub(crate) name: String,
    pub(crate) intensity: f32,
    /// Seconds of playback.
    pub(crate) at: f64,
}

impl FromStr for Emotion {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (emotion, at) = match text.rsplit_once('@') {
            Some((emotion, at)) => (emotion, second_of_play(at)?),
            None => (text, 0.0),
        };
        let (name, intensity) = match emotion.rsplit_once('=') {
            Some((name, weight)) => (name, weight.parse().ok()),
            None => (emotion, Some(1.0)),
        };
        let intensity = intensity.filter(|intensity| (0.0..=1.0).contains(intensity) && !name.is_empty());
        let intensity = intensity.ok_or("expected NAME, NAME=W with a weight from 0 to 1, or NAME=W@S")?;
        if name == NONE && emotion != NONE {
            return Err("none ends the emotion and has no weight: expected none@S".into());
        }
        Ok(Self { name: name.into(), intensity, at })
    }
}

/// Emotion without a time.
pub(crate) fn steady_emotion(text: &str) -> Result<Emotion, String> {
    if text.contains('@') {
        return Err("expected NAME or NAME=W, without a time".into());
    }
    match text.parse::<Emotion>() {
        Ok(emotion) if emotion.name == NONE => Err("the face shows no emotion without --emotion".into()),
        Ok(emotion) => Ok(emotion),
        Err(_) if text.starts_with("none=") => Err("the face shows no emotion without --emotion".into()),
        Err(_) => Err("expected NAME, or NAME=W with a weight from 0 to 1".into()),
    }
}

fn point(text: &str) -> Result<Vec3, String> {
    vector(text).ok_or_else(|| "expected X,Y,Z in metres, such as 0.4,1.5,1".into())
}

impl FaceOptions {
    /// Lets the face of an actor move by itself. `file` names its file in messages.
    pub(crate) fn start(&self, actor: &mut Actor, file: &str) -> Result<(), Failure> {
        if !self.face {
            return Ok(());
        }
        if self.look_at.is_some() && actor.ik().is_none() {
            let rig = default_rig(actor.character(), crate::options::arms::ArmOptions::default());
            actor.set_ik(rig.map(Arc::new)).map_err(|error| Failure::input(file, error))?;
        }
        let character = actor.character().clone();
        let Some(face) = actor.face_mut() else {
            return Err(Failure::input(file, "the character has no expressions, morph targets, eyes or jaw"));
        };
        let map = self.map.as_ref().map(|path| face_map::set(face, path)).transpose()?.unwrap_or_default();
        for warning in &map.warnings {
            message!("sinew: {warning}");
        }
        for emotion in self.emotion.iter().filter(|emotion| emotion.name != NONE) {
            let found = face.set_emotion(&emotion.name, EmotionFade::default());
            found.map_err(|error| Failure::input(file, error))?;
        }
        face.clear_emotion(EmotionFade::default());
        let parts = FaceEffects::new(&character, Some(&map.description));
        report_eyes(&parts, file, true);
        for emotion in self.emotion.iter().filter(|emotion| emotion.name != NONE) {
            report_emotion(&parts, &emotion.name, file, true);
        }
        face.set_blinks(Some(BlinkSettings::new(self.seed)));
        face.set_eye_movements(Some(EyeMovementSettings::new(self.seed).with_social_gaze(self.social)));
        if let Some(target) = self.look_at {
            face.set_gaze(Gaze::Target(target));
            face.set_turns_head(true);
        }
        self.show_emotion(actor, 0.0);
        Ok(())
    }

    /// Reports emotions that begin after the last frame, at `end` seconds of playback.
    pub(crate) fn report_late(&self, end: f64) {
        for emotion in self.emotion.iter().filter(|emotion| emotion.at > end + 1e-6) {
            let Emotion { name, at, .. } = emotion;
            message!("sinew: --emotion {name}@{at}: ignored: the last frame is at {:.3} s", end);
        }
    }

    /// Sets the emotion of a time of playback, seconds.
    pub(crate) fn show_emotion(&self, actor: &mut Actor, time: f64) {
        let due = self.emotion.iter().filter(|emotion| emotion.at <= time + 1e-6);
        let Some(emotion) = due.reduce(|last, next| if next.at >= last.at { next } else { last }) else {
            return;
        };
        let Some(face) = actor.face_mut() else { return };
        let fade = EmotionFade::default().with_intensity(emotion.intensity);
        let wanted = (emotion.name != NONE).then_some((emotion.name.as_str(), emotion.intensity));
        if face.emotion() != wanted {
            match wanted {
                // Names were checked at the start.
                Some((name, _)) => drop(face.set_emotion(name, fade)),
                None => face.clear_emotion(fade),
            }
        }
    }
}

/// Says which movements of eyes and lids a face lacks. `is_clip` is true for an output that holds morph
/// weights and joints alone.
pub(crate) fn report_eyes(face: &FaceEffects, file: &str, is_clip: bool) {
    let lacks = |effect: Effect, what: &str, why: &str| match effect {
        Effect { moves: true, .. } => {}
        Effect { paints: true, .. } if !is_clip => {}
        Effect { paints: true, .. } => {
            message!(
                "sinew: {file}: no {what}: they change textures or colours alone, which a clip does not hold"
            );
        }
        _ => message!("sinew: {file}: no {what}: {why}"),
    };
    let lids = "the face has no shapes that close the lids (docs/face.md lists their names)";
    lacks(face.blink(), "blinks", lids);
    let eyes = "the character has no look-at setup, no eye joints and not all eight shapes eyeLook… of ARKit";
    lacks(face.look(), "eye movements", eyes);
}

/// Says why an emotion shows nothing. `is_clip` as in [`report_eyes`].
pub(crate) fn report_emotion(face: &FaceEffects, name: &str, file: &str, is_clip: bool) {
    match face.emotion(name) {
        Effect { moves: true, .. } => {}
        Effect { paints: true, .. } if !is_clip => {}
        Effect { paints: true, .. } => message!(
            "sinew: {file}: --emotion {name} shows nothing: the expression changes textures or colours \
             alone, which a clip does not hold; pictures show it"
        ),
        _ => message!("sinew: {file}: --emotion {name} shows nothing: the expression has no effect"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emotions_have_an_intensity_and_a_time() {
        let emotion = |name: &str, intensity, at| Ok(Emotion { name: name.into(), intensity, at });
        assert_eq!("happy".parse(), emotion("happy", 1.0, 0.0));
        assert_eq!("happy=0.5@2.5".parse(), emotion("happy", 0.5, 2.5));
        assert_eq!("none@3".parse(), emotion("none", 1.0, 3.0));
        for wrong in ["", "happy=2", "=1", "happy=x", "happy@-1", "happy@x", "happy=nan", "none=0.5@2"] {
            assert!(wrong.parse::<Emotion>().is_err(), "{wrong}");
        }
        assert!(steady_emotion("happy=0.5").is_ok());
        for wrong in ["none", "none=0.5", "happy=1.5", "happy@1"] {
            let message = steady_emotion(wrong).unwrap_err();
            assert!(!message.contains("@S"), "{message}");
        }
    }
}
