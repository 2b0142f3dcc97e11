//! Levels of detail of an actor: what it leaves out, by the distance of the viewer.

use super::Actor;
use crate::character::MeshInstanceId;
use crate::clone_from::impl_clone_from;
use crate::hair::HairDetail;
use crate::skeleton::JointMask;
use glam::Vec3;
use std::sync::Arc;

/// Share of its distance within which a level stays on while the viewer comes nearer, so that one who stands
/// at the border does not switch it in every frame.
const STAYS: f32 = 0.95;

/// Level of detail: what an actor leaves out from a distance on. Engines call a list of them a LOD group.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LodLevel {
    /// Distance of the viewer from the origin of the actor from which it is used, in lengths of the world.
    pub distance: f32,
    /// Joints that are animated, see [`Actor::set_lod`]; `None` for all.
    pub joints: Option<JointMask>,
    /// Mesh instances that are not drawn.
    pub hidden: Vec<MeshInstanceId>,
    /// Detail of the hair.
    pub hair: HairDetail,
}

impl LodLevel {
    /// A level that leaves nothing out, from a distance on.
    #[must_use]
    pub fn new(distance: f32) -> Self {
        Self { distance, joints: None, hidden: Vec::new(), hair: HairDetail::FULL }
    }

    /// Sets the joints that are animated.
    #[must_use]
    pub fn with_joints(self, joints: impl Into<Option<JointMask>>) -> Self {
        Self { joints: joints.into(), ..self }
    }

    /// Sets the mesh instances that are not drawn.
    #[must_use]
    pub fn with_hidden(self, hidden: Vec<MeshInstanceId>) -> Self {
        Self { hidden, ..self }
    }

    /// Sets the detail of the hair.
    #[must_use]
    pub fn with_hair(self, hair: HairDetail) -> Self {
        Self { hair, ..self }
    }
}

/// Levels of an actor, the nearest first, and the present one.
#[derive(Debug, Default)]
pub(super) struct LodState {
    levels: Arc<[LodLevel]>,
    current: Option<usize>,
}

impl_clone_from!(LodState { levels, current });

impl LodState {
    /// Detail of the hair.
    pub(super) fn hair(&self) -> HairDetail {
        self.current.map_or(HairDetail::FULL, |level| self.levels[level].hair)
    }

    /// The level for a distance; `None` nearer than all levels.
    fn at(&self, distance: f32) -> Option<usize> {
        let is_reached = |(n, level): (usize, &LodLevel)| {
            let stays = if self.current.is_some_and(|current| n <= current) { STAYS } else { 1.0 };
            level.distance * stays <= distance
        };
        self.levels.iter().enumerate().rposition(is_reached)
    }
}

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
    pub(super) fn choose_lod(&mut self, viewer: Vec3) {
        let distance = viewer.distance(self.frame.world_from_model.translation.into());
        if distance.is_finite() {
            self.set_lod_level(self.lod.at(distance));
        }
    }
}
