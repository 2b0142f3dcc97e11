//! Stand-in for falls in builds without them.

use super::{AvatarError, Body};
use sinew::glam::{Affine3A, Vec3};
use sinew::{Actor, FrameInput};

pub(super) const FALLS: bool = false;

/// Nothing around the character.
#[derive(Debug, Default)]
pub(super) struct Surroundings;

impl Surroundings {
    #[allow(clippy::unused_self, reason = "that of the other build has a world")]
    pub(super) fn resolve(&mut self, actor: &mut Actor, dt: f32, world_from_model: Affine3A, eye: Vec3) {
        actor.resolve(FrameInput::new(dt, world_from_model).with_viewer(eye));
    }
}

impl Body {
    /// Refuses to fall.
    ///
    /// # Errors
    /// Always.
    pub fn fall(&mut self, _: Vec3) -> Result<(), AvatarError> {
        Err(AvatarError::new("build", "this build has no falls; sinew-avatar has them"))
    }

    /// False: nobody lies.
    pub fn get_up(&mut self) -> bool {
        self.is_fallen()
    }

    /// False.
    #[must_use]
    pub fn is_fallen(&self) -> bool {
        false
    }
}
