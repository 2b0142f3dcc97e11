use super::orbit::Orbit;
use sinew::RootDelta;
use sinew::glam::{Affine3A, Vec3};

/// Where root motion has carried the character, and how much of that the camera has followed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CameraFollow {
    pub(crate) travelled: Affine3A,
    followed: Vec3,
}

impl CameraFollow {
    /// Carries the character on.
    pub(crate) fn go(&mut self, delta: RootDelta) {
        self.travelled = delta.applied(self.travelled);
    }

    /// Has the camera go along to where the character now stands.
    pub(crate) fn follow(&mut self, place: Vec3, orbit: &mut Orbit) {
        orbit.shift(place - self.followed);
        self.followed = place;
    }

    /// Has a camera that was placed for a character at home stand where this one has come to.
    pub(crate) fn catch_up(&self, orbit: &mut Orbit) {
        orbit.shift(self.followed);
    }

    /// Puts the character back to where it set out, and the camera with it.
    pub(crate) fn go_home(&mut self, orbit: &mut Orbit) {
        orbit.shift(-self.followed);
        *self = Self::default();
    }
}
