use super::{FaceInput, Gaze, GazeAngles};
use crate::stage::StageInput;
use glam::Vec3;

/// Topmost layer of the gaze that is set: by hand, by an IK look over that of clips, by clips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum GazeLayer {
    /// Nothing sets the gaze.
    Unset,
    /// Angles set by hand.
    Angles(GazeAngles),
    /// Point set by hand, model space.
    Point(Vec3),
    /// Gaze that clips animate.
    Clip(GazeAngles),
    /// Target of an IK look in model space and its weight, over the gaze of clips.
    Look { clip: Option<GazeAngles>, target: Vec3, weight: f32 },
}

impl GazeLayer {
    /// Topmost layer of a frame, with the gaze set by hand.
    pub(crate) fn topmost(by_hand: Gaze, stage: &StageInput<'_>, input: &FaceInput<'_>) -> Self {
        let clip = input.gaze.map(|turn| GazeAngles::from_direction(turn * Vec3::Z));
        match (by_hand, clip, input.look) {
            (Gaze::Angles(angles), ..) => Self::Angles(angles),
            (Gaze::Target(target), ..) => {
                Self::Point(stage.world_from_model.inverse().transform_point3(target))
            }
            (Gaze::Animated, clip, Some(look)) => {
                Self::Look { clip, target: look.model_target, weight: look.weight }
            }
            (Gaze::Animated, Some(clip), None) => Self::Clip(clip),
            (Gaze::Animated, None, None) => Self::Unset,
        }
    }
}
