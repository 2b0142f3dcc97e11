use super::{DecalRemoval, DecalView, LiveDecal};
use crate::surface::{PosedPoint, SurfacePoint};
use std::cmp::Ordering;

/// Rank of a decal in the order in which decals go.
pub(super) struct Rank {
    priority: i32,
    /// Larger goes first.
    first: f32,
    /// Larger goes first among equals.
    age: f32,
    id: u32,
}

impl Rank {
    pub(super) fn new(
        live: &LiveDecal,
        removal: DecalRemoval,
        view: Option<&DecalView>,
        place: &dyn Fn(&SurfacePoint) -> PosedPoint,
    ) -> Self {
        let first = match (removal, view) {
            (DecalRemoval::FirstInFirstOut | DecalRemoval::Oldest, _) | (_, None) => 0.0,
            (DecalRemoval::Farthest, Some(view)) => {
                place(&live.decal.center).position.distance_squared(view.eye)
            }
            (DecalRemoval::OutOfView, Some(view)) => {
                f32::from(u8::from(view.misses(live, &place(&live.decal.center))))
            }
        };
        let age = if removal == DecalRemoval::FirstInFirstOut { 0.0 } else { live.age };
        Self { priority: live.life.priority, first, age, id: live.id.0 }
    }

    /// Less for the one that goes first.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        let by_priority = self.priority.cmp(&other.priority);
        let by_rule = other.first.total_cmp(&self.first).then(other.age.total_cmp(&self.age));
        by_priority.then(by_rule).then(self.id.cmp(&other.id))
    }
}
