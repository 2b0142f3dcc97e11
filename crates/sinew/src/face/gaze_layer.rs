use super::{FaceInput, Gaze, GazeAngles};
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
    /// Layer of a frame, with the gaze set by hand.
    pub(crate) fn of(input: &FaceInput<'_>, by_hand: Gaze) -> Self {
        let clip = input.gaze.map(|turn| GazeAngles::from_direction(turn * Vec3::Z));
        match (by_hand, clip, input.ik_look_at) {
            (Gaze::Angles(angles), ..) => Self::Angles(angles),
            (Gaze::Target(target), ..) => {
                Self::Point(input.world_from_model.inverse().transform_point3(target))
            }
            (Gaze::Animated, clip, Some((target, weight))) => Self::Look { clip, target, weight },
            (Gaze::Animated, Some(clip), None) => Self::Clip(clip),
            (Gaze::Animated, None, None) => Self::Unset,
        }
    }
}
