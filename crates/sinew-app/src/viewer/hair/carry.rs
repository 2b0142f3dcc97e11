//! Drag that moves the character, so that its hair swings.

use crate::viewer::state::State;
use sinew::glam::{Vec2, Vec3A};

impl State {
    /// Moves the character by a drag of `points`, in the plane that faces the camera.
    pub(super) fn carry(&mut self, points: Vec2) {
        self.hair.is_carried = true;
        let player = &mut self.shown.player;
        let center = player.actor.frame().bounds().center();
        let Some(projection) = self.projection() else { return };
        let Some(from) = projection.project(center) else { return };
        if let Some(to) = projection.unproject_onto_plane(center, from + points) {
            self.shown.player.world_from_model.translation += Vec3A::from(to - center);
        }
    }
}
