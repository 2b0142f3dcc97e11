use super::{Actor, ActorError};
use crate::character::setup::{LookAt, LookAtKind};
use crate::face::{Eye, Gaze, GazeAngles, apply_colors_and_uvs, apply_morphs, turn_eye};

impl Actor {
    /// Holds the expression called `name` at `weight` (0 off, 1 full), whatever the clip says.
    ///
    /// # Errors
    /// When the character has no such expression.
    pub fn set_expression(&mut self, name: &str, weight: f32) -> Result<(), ActorError> {
        let number = self.expression(name)?;
        self.set_expression_at(number, Some(weight));
        Ok(())
    }

    /// Gives the expression called `name` back to the clip.
    ///
    /// # Errors
    /// When the character has no such expression.
    pub fn release_expression(&mut self, name: &str) -> Result<(), ActorError> {
        let number = self.expression(name)?;
        self.set_expression_at(number, None);
        Ok(())
    }

    fn expression(&self, name: &str) -> Result<usize, ActorError> {
        self.character.find_expression(name).ok_or_else(|| {
            let known = self.character.setup().expressions.iter().map(|e| format!("{:?}", e.name));
            let known = known.collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() { "none".into() } else { known };
            ActorError::UnknownExpression { name: name.to_owned(), known }
        })
    }

    /// Holds expression number `expression` at `weight`, or gives it back to the clip. A weight that is no number
    /// counts as 0.
    ///
    /// # Panics
    /// When there is no such expression.
    pub fn set_expression_at(&mut self, expression: usize, weight: Option<f32>) {
        self.expressions.overrides[expression] = weight.map(|w| if w.is_finite() { w } else { 0.0 });
    }

    /// Where the character looks, in place of what the clip says. Characters without eyes to turn or expressions to
    /// look with do not mind.
    pub fn set_gaze(&mut self, gaze: Gaze) {
        self.gaze = gaze;
    }

    /// The look-at setup and the angles at which to look, if there is both.
    pub(super) fn gaze_angles(&self) -> Option<(LookAt, GazeAngles)> {
        let look_at = self.character.setup().look_at?;
        let angles = match (self.gaze, self.pose.gaze) {
            (Gaze::Angles(angles), _) => angles,
            (Gaze::Target(target_ws), _) => {
                let target = self.world_from_model.inverse().transform_point3(target_ws);
                let head = look_at.head.index();
                GazeAngles::towards(
                    &look_at,
                    &self.model.as_slice()[head],
                    &self.character.rest_model()[head],
                    target,
                )
            }
            (Gaze::None, Some(turn)) => GazeAngles::of_direction(turn * glam::Vec3::Z),
            (Gaze::None, None) => return None,
        };
        (angles.yaw.is_finite() && angles.pitch.is_finite()).then_some((look_at, angles))
    }

    /// Expressions → morph weights and looks of materials.
    pub(super) fn apply_expressions(&mut self, gaze: Option<(LookAt, GazeAngles)>) {
        if self.expressions.asked.is_empty() {
            return;
        }
        if let Some((look_at, angles)) = gaze.filter(|(look_at, _)| look_at.kind == LookAtKind::Expression) {
            let names = ["lookLeft", "lookRight", "lookUp", "lookDown"];
            for (name, weight) in names.into_iter().zip(angles.expression_weights(&look_at)) {
                if let Some(number) = self.character.find_expression(name) {
                    self.expressions.asked[number] = weight;
                }
            }
        }
        self.expressions.settle(&self.character);
        let (expressions, materials) = (&self.character.setup().expressions, self.character.materials());
        let effective = &self.expressions.effective;
        apply_morphs(expressions, effective, &mut self.pose.morphs);
        apply_colors_and_uvs(expressions, effective, materials, &mut self.expressions.looks);
    }

    /// Turns the eye joints; whether any was.
    pub(super) fn turn_eyes(&mut self, gaze: Option<(LookAt, GazeAngles)>) -> bool {
        let Some((look_at, angles)) = gaze.filter(|(look_at, _)| look_at.kind == LookAtKind::Bone) else {
            return false;
        };
        for (side, joint) in [Eye::Left, Eye::Right].into_iter().zip(look_at.eyes) {
            let Some(joint) = joint else { continue };
            let angles = angles.of_eye(&look_at, side);
            let (skeleton, rest) = (self.character.skeleton(), self.character.rest_model());
            turn_eye(skeleton, joint, angles, rest, self.pose.local.as_mut_slice());
        }
        look_at.eyes.iter().any(Option::is_some)
    }
}
