//! Levels of detail of an actor: going over from one to another.

use super::state::LodLevel;
use crate::actor::Actor;
use glam::Vec3;
use std::sync::Arc;

impl Actor {
    /// Sets the levels of detail; at first an actor has none, and is as it is at any distance. Levels are put
    /// in the order of their distances. A frame whose input has a viewer
    /// ([`FrameInput::with_viewer`](crate::FrameInput::with_viewer)) chooses among them.
    pub fn set_lod_levels(&mut self, levels: impl Into<Arc<[LodLevel]>>) {
        self.set_lod_level(None);
        let mut levels = levels.into();
        if !levels.is_sorted_by(|a, b| a.distance <= b.distance) {
            let mut sorted = levels.to_vec();
            sorted.sort_by(|a, b| a.distance.total_cmp(&b.distance));
            levels = sorted.into();
        }
        self.lod.levels = levels;
    }

    /// The levels of detail, the nearest first.
    #[must_use]
    pub fn lod_levels(&self) -> &Arc<[LodLevel]> {
        &self.lod.levels
    }

    /// The present level of detail, counted from the nearest; `None` for an actor as it is.
    #[must_use]
    pub fn lod_level(&self) -> Option<usize> {
        self.lod.current
    }

    /// Goes over to a level of detail, or to the actor as it is with `None`. The next frame with a viewer
    /// chooses anew. Allocates where another share of hair is simulated.
    ///
    /// # Panics
    /// When there is no such level.
    pub fn set_lod_level(&mut self, level: Option<usize>) {
        if level == self.lod.current {
            return;
        }
        let levels = self.lod.levels.clone();
        let before = std::mem::replace(&mut self.lod.current, level).map(|level| &levels[level]);
        let level = level.map(|level| &levels[level]);
        for id in before.into_iter().flat_map(|level| &level.hidden) {
            self.meshes.set_lod_visible(*id, true);
        }
        for id in level.into_iter().flat_map(|level| &level.hidden) {
            self.meshes.set_lod_visible(*id, false);
        }
        let joints = level.and_then(|level| level.joints.as_ref());
        if joints.is_some() || before.is_some_and(|level| level.joints.is_some()) {
            self.set_lod(joints.cloned());
        }
        let detail = self.lod.hair();
        self.skin.hair.iter_mut().for_each(|hair| hair.set_lod(detail));
    }

    /// Chooses the level of detail for a viewer at a position in the world.
    pub(in crate::actor) fn choose_lod(&mut self, viewer: Vec3) {
        let distance = self.frame.world_from_model.inverse().transform_point3(viewer).length();
        if distance.is_finite() {
            self.set_lod_level(self.lod.at(distance));
        }
    }
}
