//! Stand-in for falls in builds without them.

use super::{AvatarError, Body};
use sinew::glam::Vec3;

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
