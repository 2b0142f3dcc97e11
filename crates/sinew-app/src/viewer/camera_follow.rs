use super::orbit::Orbit;
use sinew::glam::Vec3;

/// Camera that moves along with the character.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CameraFollow {
    /// Position of the character that the camera has been moved to.
    followed: Vec3,
}

impl CameraFollow {
    /// Moves the camera along with the character to `place`.
    pub(crate) fn follow(&mut self, place: Vec3, orbit: &mut Orbit) {
        orbit.shift(place - self.followed);
        self.followed = place;
    }

    /// Moves a camera that was framed for a character at its start to the character's current position.
    pub(crate) fn catch_up(&self, orbit: &mut Orbit) {
        orbit.shift(self.followed);
    }

    /// Moves the camera back to the character's start.
    pub(crate) fn reset(&mut self, orbit: &mut Orbit) {
        orbit.shift(-self.followed);
        *self = Self::default();
    }
}
