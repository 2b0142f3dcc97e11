//! The ragdoll in the viewer: falls, getting up, dragging a part, hits.

use super::nearest_part::nearest_part;
use super::reload::FileUse;
use super::state::State;
use crate::asset::ragdoll::ragdoll_of_text;
use crate::asset::read_files::ReadFiles;
use crate::report::failure::Failure;
use crate::report::file_name;
use crate::report::plural::count;
use sinew::glam::{Vec2, Vec3};
use sinew::ragdoll::Ragdoll;
use std::path::Path;
use std::sync::Arc;

/// Time in which the animation is blended in after a fall, seconds.
const BLEND: f32 = 0.35;

impl State {
    /// Lets the character fall, or gives it back to its clip: by a clip that gets up, else by a blend.
    pub(super) fn switch_ragdoll(&mut self, on: bool) {
        self.release_grab();
        let player = &mut self.shown.player;
        if on {
            let started = player.start_fall(self.ragdoll.strength);
            started.unwrap_or_else(|error| self.say(error, true));
        } else if player.get_up() {
            // Getting up takes time.
            self.transport.playing = true;
        } else {
            player.stop_fall(if self.transport.playing { BLEND } else { 0.0 });
        }
    }

    /// Gives the character the ragdoll of a text, and shows its parts.
    pub(crate) fn use_ragdoll(&mut self, path: &Path) -> Result<(), Failure> {
        let read = ReadFiles::default();
        let ragdoll = read.during(|| self.set_ragdoll(path))?;
        self.watch.set(FileUse::Ragdoll(path.to_owned()), &read);
        let (parts, mass) = (count(ragdoll.parts().len(), "part"), ragdoll.mass());
        self.on.ragdoll_parts = true;
        self.say(
            format!("{}: ragdoll of {parts}, {mass:.1} kg; D drops the character", file_name::text(path)),
            false,
        );
        Ok(())
    }

    /// Gives the character the ragdoll of a text; one that falls is animated again.
    pub(super) fn set_ragdoll(&mut self, path: &Path) -> Result<Arc<Ragdoll>, Failure> {
        let player = &mut self.shown.player;
        let ragdoll = Arc::new(ragdoll_of_text(path, player.actor.character())?);
        let used = player.use_ragdoll(ragdoll.clone());
        used.map_err(|error| Failure::input(path.display(), error))?;
        Ok(ragdoll)
    }

    /// Shows the parts of the ragdoll, which is fitted to the character where it has none.
    pub(super) fn switch_ragdoll_parts(&mut self, on: bool) {
        self.on.ragdoll_parts = on && self.has_ragdoll();
    }

    /// Lets clicks hit the character.
    pub(super) fn switch_hits(&mut self, on: bool) {
        self.on.hits = on && self.has_ragdoll();
    }

    /// Fits the ragdoll tools to a new character.
    pub(super) fn refit_ragdoll(&mut self) {
        self.ragdoll.drag_target = None;
        self.switch_ragdoll_parts(self.on.ragdoll_parts);
        self.switch_hits(self.on.hits);
    }

    /// Fits a ragdoll to a character without one. False, with a message, for a character that cannot have
    /// one.
    fn has_ragdoll(&mut self) -> bool {
        let fitted = self.shown.player.ensure_ragdoll();
        fitted.map_err(|error| self.say(error, true)).is_ok()
    }

    /// Sets the strength of the muscles of this fall and of later ones.
    pub(super) fn set_strength(&mut self, strength: f32) {
        self.ragdoll.strength = strength;
        self.shown.player.set_strength(strength);
    }

    /// Part of the ragdoll that is nearest to the camera under a point of the picture, with the position in
    /// the world where the view meets it.
    pub(crate) fn part_at(&self, point: Vec2) -> Option<(usize, Vec3)> {
        let (origin, direction) = self.projection()?.ray(point);
        let (part, distance) = nearest_part(&self.shown.player.actor, origin, direction)?;
        Some((part, origin + direction * distance))
    }

    /// Takes hold of the part of the falling character under a point of the picture.
    pub(super) fn grab_part(&mut self, point: Vec2) {
        let Some((part, position)) = self.part_at(point).filter(|_| self.shown.player.is_falling()) else {
            return;
        };
        if let Some(ragdoll) =
            self.shown.player.actor.ragdoll_mut().filter(|ragdoll| ragdoll.part_motion(part).is_some())
        {
            ragdoll.grab(part, position);
            self.ragdoll.drag_target = Some(position);
        }
    }

    /// Drags the grabbed part to a point of the picture, in the plane that faces the camera.
    pub(super) fn drag_part(&mut self, point: Vec2) {
        let Some((target, projection)) = self.ragdoll.drag_target.zip(self.projection()) else { return };
        let ragdoll = self.shown.player.actor.ragdoll_mut();
        if let Some((ragdoll, target)) = ragdoll.zip(projection.unproject_onto_plane(target, point)) {
            ragdoll.drag_to(target);
            self.ragdoll.drag_target = Some(target);
        }
    }

    /// Lets go of the grabbed part, which keeps its velocity.
    pub(super) fn release_grab(&mut self) {
        self.ragdoll.drag_target = None;
        self.shown.player.actor.ragdoll_mut().into_iter().for_each(|ragdoll| ragdoll.release_grab());
    }

    /// Hits the animated character at a point of the picture, away from the camera.
    pub(super) fn hit_part(&mut self, point: Vec2) {
        let Some((part, position)) = self.part_at(point).filter(|_| !self.shown.player.is_falling()) else {
            return;
        };
        let Some(projection) = self.projection() else { return };
        let hit = self.shown.player.hit(part, position, projection.ray(point).1);
        hit.unwrap_or_else(|error| self.say(error, true));
    }
}
