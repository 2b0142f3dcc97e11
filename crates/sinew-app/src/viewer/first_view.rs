//! First view of the camera in the viewer.

use super::state::State;
use sinew_render::ViewPreset;

impl State {
    /// Frames the character as the camera options of the call say; without options from three quarters.
    pub(super) fn frame_as_asked(&mut self) {
        let options = self.camera;
        if !options.any() {
            return self.frame(Some(ViewPreset::ThreeQuarter));
        }
        let player = &self.shown.player;
        let direction = options.direction(player.actor.character(), player.scene_kind());
        match options.shows_face() {
            true => self.frame_head(direction),
            false => self.frame_from(direction),
        }
        self.orbit.shift(options.shift(&self.orbit.camera()));
        // The angle of view stays; the camera comes nearer.
        self.orbit.zoom(1.0 / options.zoom_factor());
    }
}
