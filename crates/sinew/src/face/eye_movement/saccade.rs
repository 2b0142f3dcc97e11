use crate::face::GazeAngles;

/// Saccade: a fast turn of the eyes from one point to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Saccade {
    pub(super) from: GazeAngles,
    pub(super) to: GazeAngles,
    pub(super) elapsed: f32,
    pub(super) duration: f32,
}

impl Saccade {
    /// Seconds to its end.
    pub(super) fn rest(&self) -> f32 {
        (self.duration - self.elapsed).max(0.0)
    }

    /// Gaze at the time that has elapsed. Its speed is bell-shaped: the minimum-jerk profile (T. Flash, N.
    /// Hogan, *The coordination of arm movements*, 1985).
    pub(super) fn gaze(&self) -> GazeAngles {
        let t = (self.elapsed / self.duration).clamp(0.0, 1.0);
        self.from.lerp(self.to, t * t * t * (10.0 + t * (6.0 * t - 15.0)))
    }
}
