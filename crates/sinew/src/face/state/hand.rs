//! Expressions and morph targets of a face that are set by hand.

use super::face_state::FaceState;
use crate::character::{ExpressionId, MorphTargetId};
use crate::face::FaceError;
use crate::name_or_id::NameOrId;
use crate::skeleton::MAX_WEIGHT;
use crate::text::suggest;

impl FaceState {
    /// Sets an expression, by name or by id, to a weight from 0 (off) to 1 (full), whatever the clips
    /// animate. A weight that is not finite counts as 0.
    ///
    /// # Errors
    /// When there is no such expression.
    pub fn set_expression<'a>(
        &mut self,
        expression: impl Into<NameOrId<'a, ExpressionId>>,
        weight: f32,
    ) -> Result<(), FaceError> {
        let id = self.find_expression(expression)?;
        self.by_hand.expressions[id.index()].set(Some(bounded(weight)));
        Ok(())
    }

    /// Clears the weight set by [`set_expression`](Self::set_expression): clips control the expression again.
    ///
    /// # Errors
    /// When there is no such expression.
    pub fn clear_expression<'a>(
        &mut self,
        expression: impl Into<NameOrId<'a, ExpressionId>>,
    ) -> Result<(), FaceError> {
        let id = self.find_expression(expression)?;
        self.by_hand.expressions[id.index()].set(None);
        Ok(())
    }

    /// The weight that an expression is set to by hand; `None` where it is left to the clips.
    ///
    /// # Panics
    /// When there is no such expression.
    #[must_use]
    pub fn expression(&self, id: ExpressionId) -> Option<f32> {
        self.by_hand.expressions[id.index()].wanted()
    }

    /// The id of an expression.
    ///
    /// # Errors
    /// When there is no such expression.
    pub fn find_expression<'a>(
        &self,
        expression: impl Into<NameOrId<'a, ExpressionId>>,
    ) -> Result<ExpressionId, FaceError> {
        match expression.into() {
            NameOrId::Id(id) if id.index() < self.by_hand.expressions.len() => Ok(id),
            NameOrId::Id(id) => {
                Err(FaceError::UnknownExpressionId { id, count: self.by_hand.expressions.len() })
            }
            NameOrId::Name(name) => {
                let found = self.rig.character.find_expression(name);
                found.ok_or_else(|| {
                    let known =
                        suggest(name, self.rig.character.expressions().iter().map(|e| e.name.as_str()));
                    FaceError::UnknownExpression { name: name.to_owned(), known }
                })
            }
        }
    }

    /// Sets a morph target to a weight, whatever clips and expressions do: one target by its id, or all
    /// targets of a name. 0 is off, 1 is the target as authored. A weight that is not finite counts as 0.
    ///
    /// # Errors
    /// When there is no such morph target.
    pub fn set_morph<'a>(
        &mut self,
        morph: impl Into<NameOrId<'a, MorphTargetId>>,
        weight: f32,
    ) -> Result<(), FaceError> {
        self.override_morph(morph.into(), Some(bounded(weight)))
    }

    /// Clears the weight set by [`set_morph`](Self::set_morph): clips and expressions control the morph
    /// target, or all of the name, again.
    ///
    /// # Errors
    /// When there is no such morph target.
    pub fn clear_morph<'a>(
        &mut self,
        morph: impl Into<NameOrId<'a, MorphTargetId>>,
    ) -> Result<(), FaceError> {
        self.override_morph(morph.into(), None)
    }

    fn override_morph(
        &mut self,
        morph: NameOrId<'_, MorphTargetId>,
        weight: Option<f32>,
    ) -> Result<(), FaceError> {
        let (character, by_hand) = (&self.rig.character, &mut self.by_hand);
        let (weights, morphs) = (character.rest_weights(), &mut by_hand.all_morphs);
        by_hand.has_morphs = true;
        match morph {
            NameOrId::Id(id) => {
                let position = weights.position(id).ok_or(FaceError::UnknownMorphId { id })?;
                morphs[position].set(weight);
            }
            NameOrId::Name(name) => {
                let mut found = false;
                for position in character.find_morphs(name).filter_map(|id| weights.position(id)) {
                    morphs[position].set(weight);
                    found = true;
                }
                if !found {
                    let meshes = character.meshes().iter();
                    let known =
                        suggest(name, meshes.flat_map(|mesh| mesh.morph_names.iter().map(String::as_str)));
                    return Err(FaceError::UnknownMorph { name: name.to_owned(), known });
                }
            }
        }
        Ok(())
    }
}

/// Weight as it is used: at most [`MAX_WEIGHT`] either way.
fn bounded(weight: f32) -> f32 {
    if weight.is_finite() { weight.clamp(-MAX_WEIGHT, MAX_WEIGHT) } else { 0.0 }
}
