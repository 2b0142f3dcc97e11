use super::orbit::Orbit;
use sinew::glam::Vec3;

/// Camera that moves along with the character.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CameraFollow {
    /// Position of the character that the camera follows.
    followed: Vec3,
    /// Part of the way to that position that the camera has yet to go.
    lag: Vec3,
}

/// Way in which the camera follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FollowMode {
    /// At once.
    Rigid,
    /// Within some tenths of a second, for bodies that fall and characters that jump to another position.
    Eased,
    /// Not at all for now.
    Held,
}

/// Time in which the lag falls to a third, seconds.
const EASE: f32 = 0.25;

/// Lag that does not show, metres.
const MIN_LAG: f32 = 1e-3;

impl CameraFollow {
    /// Moves the camera along with the character, which is at `position` after `dt` seconds.
    pub(crate) fn follow(&mut self, position: Vec3, mode: FollowMode, dt: f32, orbit: &mut Orbit) {
        let step = position - self.followed;
        self.followed = position;
        let before = if mode == FollowMode::Rigid { self.lag } else { self.lag + step };
        self.lag = if mode == FollowMode::Held { before } else { before * (-dt / EASE).exp() };
        if mode != FollowMode::Held && self.lag.length() < MIN_LAG {
            self.lag = Vec3::ZERO;
        }
        let shift = if mode == FollowMode::Rigid { step } else { Vec3::ZERO };
        orbit.shift(shift + before - self.lag);
    }

    /// True while the camera has some way to go.
    pub(crate) fn is_moving(&self) -> bool {
        self.lag != Vec3::ZERO
    }

    /// Moves a camera that was framed for a character at its start to the character's current position.
    pub(crate) fn catch_up(&mut self, orbit: &mut Orbit) {
        orbit.shift(self.followed);
        self.arrive();
    }

    /// Takes the camera, which was framed for the character where it is, as arrived.
    pub(crate) fn arrive(&mut self) {
        self.lag = Vec3::ZERO;
    }

    /// Moves the camera back to the character's start.
    pub(crate) fn reset(&mut self, orbit: &mut Orbit) {
        orbit.shift(self.lag - self.followed);
        *self = Self::default();
    }
}
