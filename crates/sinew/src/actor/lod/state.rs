//! Levels of detail of an actor, and the present one.

use crate::character::MeshInstanceId;
use crate::clone_from::impl_clone_from;
use crate::hair::HairDetail;
use crate::skeleton::JointMask;
use std::sync::Arc;

/// Share of its distance within which a level stays on while the viewer comes nearer, so that one who stands
/// at the border does not switch it in every frame.
const STAYS: f32 = 0.95;

/// Level of detail: what an actor leaves out from a distance on. Engines call a list of them a LOD group.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LodLevel {
    /// Distance of the viewer from the origin of the actor from which it is used, in lengths of the model, which
    /// are metres: a giant ten times as large is seen in detail ten times as far away.
    pub distance: f32,
    /// Joints that are animated, see [`Actor::set_lod`](crate::Actor::set_lod); `None` for all.
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
pub(in crate::actor) struct LodState {
    pub(super) levels: Arc<[LodLevel]>,
    pub(super) current: Option<usize>,
}

impl_clone_from!(LodState { levels, current });

impl LodState {
    /// Detail of the hair.
    pub(in crate::actor) fn hair(&self) -> HairDetail {
        self.current.map_or(HairDetail::FULL, |level| self.levels[level].hair)
    }

    /// The level for a distance; `None` nearer than all levels.
    pub(super) fn at(&self, distance: f32) -> Option<usize> {
        let is_reached = |(n, level): (usize, &LodLevel)| {
            let stays = if self.current.is_some_and(|current| n <= current) { STAYS } else { 1.0 };
            level.distance * stays <= distance
        };
        self.levels.iter().enumerate().rposition(is_reached)
    }
}
