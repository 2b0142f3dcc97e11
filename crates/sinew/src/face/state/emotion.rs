use super::face_state::FaceState;
use crate::character::ExpressionId;
use crate::face::{EmotionFade, FaceError};
use crate::name_or_id::NameOrId;

impl FaceState {
    /// Sets the emotion: any expression, by name or by id. It fades in while the last one fades out; quick changes in a row do not jump. While the character
    /// speaks, its mouth shapes give way.
    ///
    /// # Errors
    /// When there is no such expression.
    pub fn set_emotion<'a>(
        &mut self,
        expression: impl Into<NameOrId<'a, ExpressionId>>,
        fade: EmotionFade,
    ) -> Result<(), FaceError> {
        let id = self.find_expression(expression)?;
        self.emotions.set(Some(id), fade);
        Ok(())
    }

    /// Clears the emotion: it fades out in the time of `fade`.
    pub fn clear_emotion(&mut self, fade: EmotionFade) {
        self.emotions.set(None, fade);
    }

    /// The emotion that is shown or faded to, and its intensity.
    #[must_use]
    pub fn emotion(&self) -> Option<(ExpressionId, f32)> {
        self.emotions.current()
    }
}
