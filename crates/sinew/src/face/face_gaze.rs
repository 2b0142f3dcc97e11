use super::GazeAngles;
use crate::character::{LookAtKind, LookAtSetup};
use crate::humanoid::BodySide;
use glam::Vec3;

/// Gaze of a face in one frame, after all layers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct FaceGaze {
    /// Setup of the character's eyes.
    pub setup: LookAtSetup,
    /// Direction from the point between the eyes, relative to the head.
    pub angles: GazeAngles,
    /// Vergence: half of the distance between the eyes over the distance of the point on which they converge;
    /// 0 for parallel eyes.
    pub vergence: f32,
}

/// Largest vergence: eyes converge on points as near as 2.4 times the distance between them, 15 cm for
/// people.
const MAX_VERGENCE: f32 = 0.5 / 2.4;

impl FaceGaze {
    /// Gaze of parallel eyes.
    #[must_use]
    pub fn new(setup: LookAtSetup, angles: GazeAngles) -> Self {
        Self { setup, angles, vergence: 0.0 }
    }

    /// Sets the vergence, at most that of a point 2.4 times as far as the eyes lie apart.
    #[must_use]
    pub fn with_vergence(self, vergence: f32) -> Self {
        let vergence = if vergence > 0.0 { vergence.min(MAX_VERGENCE) } else { 0.0 };
        Self { vergence, ..self }
    }

    /// Whether the gaze turns eye joints.
    #[must_use]
    pub fn turns_eyes(&self) -> bool {
        self.setup.kind == LookAtKind::Bone && self.setup.eyes.iter().any(Option::is_some)
    }

    /// The angles of one eye: to the point on which both converge, capped as the setup says.
    #[must_use]
    pub fn for_eye(&self, eye: BodySide) -> GazeAngles {
        let mut angles = self.angles;
        if self.vergence > 0.0 {
            let side = if eye == BodySide::Left { self.vergence } else { -self.vergence };
            angles = GazeAngles::from_direction(angles.direction() - Vec3::X * side);
        }
        angles.for_eye(&self.setup, eye)
    }
}
