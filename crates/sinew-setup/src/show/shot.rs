use serde::{Deserialize, Serialize};
use sinew::glam::Vec3;

/// Shot of the camera, until the next one begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename = "Shot")]
pub struct ShotDescription {
    /// Time at which it begins, seconds.
    pub at: f32,
    /// Position of the camera: in the world, or from the ground below the actor that it follows.
    pub eye: Vec3,
    /// Point in the middle of the picture, in the same space.
    pub target: Vec3,
    /// Actor that it follows, softly; none for a camera that stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<String>,
    /// Seconds in which the camera moves there from the shot before; 0 for a cut.
    pub over: f32,
    /// Vertical angle of view, degrees.
    pub angle: f32,
}

impl Default for ShotDescription {
    fn default() -> Self {
        Self { at: 0.0, eye: Vec3::ZERO, target: Vec3::ZERO, follows: None, over: 0.0, angle: 30.0 }
    }
}
