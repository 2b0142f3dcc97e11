use super::gaze_layer::GazeLayer;
use super::{FaceGaze, FaceState, Gaze, GazeAngles, turn_eye};
use crate::character::{Character, LookAtKind};
use crate::humanoid::BodySide;
use crate::pose::{LocalPose, ModelPose};
use glam::{Affine3A, Quat, Vec3};

/// The input of a face in one frame: animated weights, animated gaze, place of the character.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FaceInput<'a> {
    /// The character.
    pub character: &'a Character,
    /// World from model.
    pub world_from_model: Affine3A,
    /// Time step of fades, eye movements and blinks, seconds.
    pub dt: f32,
    /// Animated weights, one per expression.
    pub expressions: &'a [f32],
    /// The animated turn of the eyes from straight ahead; `None` where clips do not animate it.
    pub gaze: Option<Quat>,
    /// The point that an IK look is aimed at, in model space, and the weight of the look, 0 to 1; `None` without a look, or where the
    /// IK rig turns the eyes itself.
    pub ik_look_at: Option<(Vec3, f32)>,
    /// Whether the character was teleported.
    pub teleported: bool,
}

impl<'a> FaceInput<'a> {
    /// The face with animated expression weights, one per expression, and the character at `world_from_model`; without an animated
    /// gaze or an IK look.
    #[must_use]
    pub fn new(character: &'a Character, world_from_model: Affine3A, expressions: &'a [f32]) -> Self {
        Self {
            character,
            world_from_model,
            dt: 0.0,
            expressions,
            gaze: None,
            ik_look_at: None,
            teleported: false,
        }
    }

    /// Sets the time step of fades, eye movements and blinks, seconds; 0 at first.
    #[must_use]
    pub fn with_dt(self, dt: f32) -> Self {
        Self { dt, ..self }
    }

    /// Sets the animated [`gaze`](Self::gaze).
    #[must_use]
    pub fn with_gaze(self, gaze: Option<Quat>) -> Self {
        Self { gaze, ..self }
    }

    /// Sets [`ik_look_at`](Self::ik_look_at): the target of an IK look in model space, and its weight.
    #[must_use]
    pub fn with_ik_look_at(self, model_target: Vec3, weight: f32) -> Self {
        Self { ik_look_at: Some((model_target, weight)), ..self }
    }

    /// Marks the frame as a teleport: eyes that move by themselves begin anew.
    #[must_use]
    pub fn with_teleport(self, teleported: bool) -> Self {
        Self { teleported, ..self }
    }

    /// Topmost layer of the gaze, with the one set by hand.
    pub(crate) fn gaze_layer(&self, by_hand: Gaze) -> GazeLayer {
        let clip = self.gaze.map(|turn| GazeAngles::from_direction(turn * Vec3::Z));
        match (by_hand, clip, self.ik_look_at) {
            (Gaze::Angles(angles), ..) => GazeLayer::Angles(angles),
            (Gaze::Target(target), ..) => {
                GazeLayer::Point(self.world_from_model.inverse().transform_point3(target))
            }
            (Gaze::Animated, clip, Some((target, weight))) => GazeLayer::Look { clip, target, weight },
            (Gaze::Animated, Some(clip), None) => GazeLayer::Clip(clip),
            (Gaze::Animated, None, None) => GazeLayer::Unset,
        }
    }

    /// The gaze of the frame without eye movements, from all layers: clips, then what head and body look at, then the gaze set by hand. `None` where
    /// nothing sets it, or the character has no gaze setup. `model` is the pose that the head is looked up in.
    #[must_use]
    pub fn resolve_gaze(&self, face: &FaceState, model: &ModelPose) -> Option<FaceGaze> {
        let setup = *face.look_at()?;
        let towards = |model_target: Vec3| {
            let head = setup.head;
            GazeAngles::towards(&setup, model.get(head), &self.character.rest_ahead(head), model_target)
        };
        let angles = match self.gaze_layer(face.gaze()) {
            GazeLayer::Unset => return None,
            GazeLayer::Angles(angles) | GazeLayer::Clip(angles) => angles,
            GazeLayer::Point(target) => towards(target),
            GazeLayer::Look { clip, target, weight } => {
                clip.unwrap_or_default().lerp(towards(target), weight)
            }
        };
        (angles.yaw.is_finite() && angles.pitch.is_finite()).then(|| FaceGaze::new(setup, angles))
    }

    /// Rotates the eye joints to the gaze; does nothing for characters that look by expressions.
    pub fn turn_eyes(&self, gaze: Option<FaceGaze>, local: &mut LocalPose, model: &mut ModelPose) {
        let Some(gaze) = gaze.filter(|gaze| gaze.setup.kind == LookAtKind::Bone) else { return };
        let (skeleton, forward) = (self.character.skeleton(), self.character.forward_rotation());
        for (side, joint) in [BodySide::Left, BodySide::Right].into_iter().zip(gaze.setup.eyes) {
            let Some(joint) = joint else { continue };
            turn_eye(skeleton, joint, forward, gaze.for_eye(side), local.as_mut_slice());
            model.mark_stale(joint);
        }
    }
}
