//! Gaze of a face without eye movements, and the eye joints that it turns.

use super::FaceRig;
use crate::character::LookAtKind;
use crate::face::gaze_layer::GazeLayer;
use crate::face::{FaceGaze, GazeAngles, turn_eye};
use crate::humanoid::BodySide;
use crate::pose::ModelPose;
use crate::stage::StagePose;
use glam::Vec3;

impl FaceRig {
    /// The gaze of a layer. `None` where nothing sets it, or the character has no gaze setup. `model` is the
    /// pose that the head is looked up in.
    pub(in crate::face) fn gaze_of(&self, layer: GazeLayer, model: &ModelPose) -> Option<FaceGaze> {
        let setup = *self.look_at()?;
        let towards = |model_target: Vec3| {
            let head = setup.head;
            GazeAngles::towards(&setup, model.get(head), &self.character.rest_ahead(head), model_target)
        };
        let angles = match layer {
            GazeLayer::Unset => return None,
            GazeLayer::Angles(angles) | GazeLayer::Clip(angles) => angles,
            GazeLayer::Point(target) => towards(target),
            GazeLayer::Look { clip, target, weight } => {
                clip.unwrap_or_default().lerp(towards(target), weight)
            }
        };
        angles.is_finite().then(|| FaceGaze::new(setup, angles))
    }

    /// Turns the eye joints to a gaze; does nothing for characters that look by expressions or shapes.
    pub(in crate::face) fn turn_eyes(&self, gaze: &FaceGaze, pose: &mut StagePose<'_>) {
        if gaze.setup.kind != LookAtKind::Bone {
            return;
        }
        let (skeleton, forward) = (self.character.skeleton(), self.character.forward_rotation());
        let (local, model) = pose.edit();
        for (side, joint) in [BodySide::Left, BodySide::Right].into_iter().zip(gaze.setup.eyes) {
            let Some(joint) = joint else { continue };
            turn_eye(skeleton, joint, forward, gaze.for_eye(side), local.as_mut_slice());
            model.mark_stale(joint);
        }
    }
}
