use super::GazeAngles;
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
