//! Lines over the character: skeleton, bounds, parts of the ragdoll, guides of the hair.

use super::hair::hair_lines;
use super::state::State;
use crate::asset::size::is_motion_only;
use crate::drawing::ragdoll_lines::ragdoll_lines;
use sinew_render::overlay::{self, Line};

impl State {
    /// Lines of the overlays that are on.
    pub(super) fn overlay_lines(&self) -> Vec<Line> {
        let player = &self.shown.player;
        let mut lines = Vec::new();
        for actor in player.body() {
            if self.on.skeleton || is_motion_only(actor) {
                overlay::skeleton(&actor.frame(), &mut lines);
            }
            if self.on.bounds {
                overlay::bounds(&actor.frame(), &mut lines);
            }
        }
        if self.on.ragdoll_parts {
            ragdoll_lines(&player.actor, &mut lines);
        }
        if let Some(hair) = player.actor.hair() {
            hair_lines(hair, self.on.hair_guides, self.on.hair_body, &mut lines);
        }
        self.stamps.lines(&mut lines);
        lines
    }
}
