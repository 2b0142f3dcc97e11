use crate::face::EyeMovementSettings;
use crate::math::ops;
use glam::Vec3;

/// State of a head that follows the eyes.
#[derive(Clone, Debug, Default)]
pub(super) struct HeadFollow {
    /// Whether head and spine follow a gaze target.
    pub(super) is_on: bool,
    /// World position that head and spine turn to in this frame.
    pub(super) goal: Option<Vec3>,
    /// World position that the head follows: behind that of the eyes by a latency after each shift.
    target: Option<Vec3>,
    /// World position of the last frame, and whether it shifted then.
    last: Option<Vec3>,
    shifts: bool,
    /// Seconds until the head follows a shift.
    wait: f32,
    /// Whether the head is turned.
    pub(super) is_turned: bool,
}

impl HeadFollow {
    /// Begins anew, with a target or without one.
    pub(super) fn restart(&mut self, world_target: Option<Vec3>) {
        *self = Self { is_on: self.is_on, target: world_target, last: world_target, ..Self::default() };
    }

    /// Moves on to a target of the eyes, seen from a world position. Returns the target of the head. A shift
    /// is faster than the eyes follow smoothly; targets that keep moving so are followed after the first
    /// latency.
    pub(super) fn advance(
        &mut self,
        world_target: Vec3,
        world_eyes: Vec3,
        dt: f32,
        settings: &EyeMovementSettings,
    ) -> Option<Vec3> {
        if dt <= 0.0 {
            return self.target;
        }
        let reach = settings.catch_up_angle + settings.pursuit_speed * dt;
        let shifts = self.last.is_none_or(|last| {
            let [from, to] = [last, world_target].map(|point| point - world_eyes);
            ops::atan2(from.cross(to).length(), from.dot(to)) > reach
        });
        if shifts && !self.shifts && self.wait <= 0.0 {
            self.wait = settings.head_latency;
        }
        (self.last, self.shifts) = (Some(world_target), shifts);
        // The head begins with the frame nearest to the latency.
        if self.wait > 0.5 * dt {
            self.wait -= dt;
        } else {
            (self.wait, self.target) = (0.0, Some(world_target));
        }
        self.target
    }
}
