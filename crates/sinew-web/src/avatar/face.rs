//! Emotions, expressions, gaze and speech.

use super::{AvatarError, Body};
use sinew::face::{EmotionFade, FaceState, Gaze, VisemeTrack};
use sinew::glam::Vec3;
use std::sync::Arc;

impl Body {
    fn face(&mut self) -> Result<&mut FaceState, AvatarError> {
        let missing = || AvatarError::new("no-face", "the character has no face that moves");
        self.actor.face_mut().ok_or_else(missing)
    }

    /// Shows an emotion, of 0 to 1, within `seconds`.
    ///
    /// # Errors
    /// When the face has no such emotion.
    pub fn set_emotion(&mut self, name: &str, intensity: f32, seconds: f32) -> Result<(), AvatarError> {
        let fade = EmotionFade::new(seconds).with_intensity(intensity);
        self.face()?.set_emotion(name, fade).map_err(|error| AvatarError::new("no-emotion", error))?;
        self.asked.emotion = Some((name.to_owned(), intensity));
        Ok(())
    }

    /// Returns to a neutral face within `seconds`.
    pub fn clear_emotion(&mut self, seconds: f32) {
        self.asked.emotion = None;
        self.actor.face_mut().into_iter().for_each(|face| face.clear_emotion(EmotionFade::new(seconds)));
    }

    /// Sets the weight of an expression of the file, over what animates it; `None` gives it back.
    ///
    /// # Errors
    /// When the face has no such expression.
    pub fn set_expression(&mut self, name: &str, weight: Option<f32>) -> Result<(), AvatarError> {
        let face = self.face()?;
        let set = match weight {
            Some(weight) => face.set_expression(name, weight),
            None => face.clear_expression(name),
        };
        set.map_err(|error| AvatarError::new("no-expression", error))?;
        match weight {
            Some(weight) => self.asked.expressions.insert(name.to_owned(), weight),
            None => self.asked.expressions.remove(name),
        };
        Ok(())
    }

    /// Looks at a point of the world; `None` for the gaze of the motion.
    pub fn look_at(&mut self, target: Option<Vec3>) {
        self.asked.gaze = target.filter(|target| target.is_finite());
        let gaze = self.asked.gaze.map_or(Gaze::Animated, Gaze::Target);
        self.actor.face_mut().into_iter().for_each(|face| face.set_gaze(gaze));
    }

    /// Speaks visemes from their start on.
    ///
    /// # Errors
    /// When the character has no mouth that moves.
    pub fn speak(&mut self, track: Arc<VisemeTrack>) -> Result<(), AvatarError> {
        let face = self.face()?;
        if face.rig().viseme_map().is_none() {
            return Err(AvatarError::new("no-mouth", "the character has no mouth that moves"));
        }
        face.speak(track.clone());
        self.asked.speech = Some(track);
        Ok(())
    }

    /// Goes to a time of the speech, in seconds.
    pub fn seek_speech(&mut self, seconds: f64) {
        self.actor.face_mut().into_iter().for_each(|face| face.seek_speech(seconds));
    }

    /// Ends the speech.
    pub fn stop_speech(&mut self) {
        self.asked.speech = None;
        self.actor.face_mut().into_iter().for_each(FaceState::stop_speech);
    }

    /// Shows visemes until others come, for live sound.
    pub fn set_visemes(&mut self, weights: [f32; 15]) {
        self.actor.face_mut().into_iter().for_each(|face| face.set_visemes(weights));
    }
}
