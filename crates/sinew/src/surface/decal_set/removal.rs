use super::{DecalId, DecalRemoval, DecalView, LiveDecal};
use crate::surface::{PosedPoint, SurfacePoint};
use std::cmp::Ordering;

/// Rank of a decal in the order in which decals go: the greatest goes first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rank {
    priority: i32,
    /// Larger goes first.
    first: f32,
    /// Larger goes first among equals.
    age: f32,
    pub(super) id: DecalId,
}

impl Rank {
    pub(super) fn new(
        live: &LiveDecal,
        removal: DecalRemoval,
        views: &[DecalView],
        pose_point: &dyn Fn(&SurfacePoint) -> PosedPoint,
    ) -> Self {
        let first = match removal {
            DecalRemoval::FirstInFirstOut | DecalRemoval::Oldest => 0.0,
            _ if views.is_empty() => 0.0,
            DecalRemoval::Farthest => {
                let center = pose_point(&live.decal.center).position;
                views.iter().map(|view| center.distance_squared(view.eye)).fold(f32::MAX, f32::min)
            }
            DecalRemoval::OutOfView => {
                f32::from(u8::from(DecalView::all_miss(views, live, &pose_point(&live.decal.center))))
            }
        };
        let age = if removal == DecalRemoval::FirstInFirstOut { 0.0 } else { live.age };
        Self { priority: live.life.priority, first, age, id: live.id }
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_priority = other.priority.cmp(&self.priority);
        let by_rule = self.first.total_cmp(&other.first).then(self.age.total_cmp(&other.age));
        by_priority.then(by_rule).then(other.id.cmp(&self.id))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rank {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Rank {}
