use super::face_state::FaceState;
use crate::character::{Expression, ExpressionId};
use crate::face::{EmotionFade, FaceError};
use crate::name_or_id::NameOrId;
use crate::text::suggest;

impl FaceState {
    /// Sets the emotion: any expression, by name or by id, or one of [`emotions`](Self::emotions) by name. It fades in while the last one fades out; quick changes in a
    /// row do not jump. While the character speaks, its mouth shapes give way.
    ///
    /// Characters with ARKit's blend shapes show the emotions `happy`, `angry`, `sad`, `relaxed`, `surprised`, `fearful` and `disgusted`
    /// by them, where no expression with an effect has the name. Emotions of [`set_shapes`](Self::set_shapes) come before expressions of
    /// the same name.
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
        let expression = self.character.expressions().get(number).map(|own| own.name.as_str());
        let shapes = || self.emotions.shapes().find(|(own, _)| *own == number).map(|(_, name)| name);
        Some((expression.or_else(shapes)?, intensity))
    }

    /// Whether an emotion fades in or out.
    #[must_use]
    pub fn is_emotion_fading(&self) -> bool {
        self.emotions.is_fading()
    }

    /// The names of the emotions: expressions that are neither blinks, looks nor mouths, then emotions by morph targets.
    pub fn emotions(&self) -> impl Iterator<Item = &str> {
        let is_described = |name: &str| self.emotions.described().any(|(_, own)| own == name);
        let is_shaped = |name: &str| self.emotions.shapes().any(|(_, own)| own == name);
        let is_replaced =
            move |own: &Expression| is_described(&own.name) || !own.has_effect() && is_shaped(&own.name);
        let expressions = self.character.expressions().iter();
        let expressions = expressions.filter(move |own| own.group().is_none() && !is_replaced(own));
        expressions.map(|own| own.name.as_str()).chain(self.emotions.shapes().map(|(_, name)| name))
    }

    /// Number of an emotion among all.
    fn find_emotion(&self, emotion: NameOrId<'_, ExpressionId>) -> Result<usize, FaceError> {
        let NameOrId::Name(name) = emotion else {
            return self.find_expression(emotion).map(ExpressionId::index);
        };
        let described = self.emotions.described().find(|(_, own)| *own == name);
        let effective = || self.character.find_effective_expression(name).map(ExpressionId::index);
        let shapes = || self.emotions.shapes().find(|(_, own)| *own == name).map(|(number, _)| number);
        let empty = || self.character.find_expression(name).map(ExpressionId::index);
        let found = described.map(|(number, _)| number);
        let found = found.or_else(effective).or_else(shapes).or_else(empty);
        found.ok_or_else(|| {
            let expressions = self.character.expressions().iter().map(|own| own.name.as_str());
            let known = suggest(name, expressions.chain(self.emotions.shapes().map(|(_, name)| name)));
            FaceError::UnknownEmotion { name: name.to_owned(), known }
        })
    }
}
