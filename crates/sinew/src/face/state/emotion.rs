//! Emotion of a face: set and cleared by name, shown by fades.

use super::face_state::FaceState;
use crate::character::ExpressionId;
use crate::face::{EmotionFade, FaceError, FaceRig};
use crate::name_or_id::NameOrId;
use crate::text::suggest;

impl FaceState {
    /// Sets the emotion: any expression, by name or by id, or one of [`FaceRig::emotions`] by name. It fades
    /// in while the last one fades out; quick changes in a row do not jump. While the character speaks, its
    /// mouth shapes give way.
    ///
    /// Characters with ARKit's blend shapes show the emotions `happy`, `angry`, `sad`, `relaxed`,
    /// `surprised`, `fearful` and `disgusted` by them, where no expression with an effect has the name.
    /// Emotions of a description ([`FaceRig::with_description`]) come before expressions of the same name.
    ///
    /// # Errors
    /// When there is no such expression or emotion.
    pub fn set_emotion<'a>(
        &mut self,
        emotion: impl Into<NameOrId<'a, ExpressionId>>,
        fade: EmotionFade,
    ) -> Result<(), FaceError> {
        let number = self.find_emotion(emotion.into())?;
        self.emotions.set(Some(number), fade);
        Ok(())
    }

    /// Clears the emotion: it fades out in the time of `fade`.
    pub fn clear_emotion(&mut self, fade: EmotionFade) {
        self.emotions.set(None, fade);
    }

    /// The name of the emotion that is shown or faded to, and its intensity.
    #[must_use]
    pub fn emotion(&self) -> Option<(&str, f32)> {
        let (number, intensity) = self.emotions.current()?;
        Some((self.rig.emotions.name(self.rig.character.expressions(), number)?, intensity))
    }

    /// Whether an emotion fades in or out.
    #[must_use]
    pub fn is_emotion_fading(&self) -> bool {
        self.emotions.is_fading()
    }

    /// Number of an emotion among all.
    fn find_emotion(&self, emotion: NameOrId<'_, ExpressionId>) -> Result<usize, FaceError> {
        let NameOrId::Name(name) = emotion else {
            return self.find_expression(emotion).map(ExpressionId::index);
        };
        let FaceRig { character, emotions, .. } = &*self.rig;
        emotions.find(character, name).ok_or_else(|| {
            let known = suggest(name, self.rig.emotions());
            FaceError::UnknownEmotion { name: name.to_owned(), known }
        })
    }
}
