//! Decals that clicks place on the character.

use super::state::State;
use sinew::glam::Vec2;
use sinew::surface::Ray;

impl State {
    /// Places a decal where the view through a point of the picture meets the character.
    pub(super) fn stamp(&mut self, point: Vec2) {
        let Some((origin, direction)) = self.projection().map(|projection| projection.ray(point)) else {
            return;
        };
        let added = self.stamps.stamp(&mut self.shown.player.actor, &Ray::new(origin, direction));
        added.unwrap_or_else(|failure| self.say(failure.message().to_owned(), true));
    }
}
