//! Path of roots and colliders within an update.

use glam::{Vec3, Vec4};

/// Largest ratio of the times of two updates through which a parabola goes.
const MAX_RATIO: f32 = 4.0;

/// Point in time within an update. Positions then are on the parabola through the last three, so that roots
/// and colliders move alike at all frame rates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// Share of the time of the update, 0 to 1.
    pub(super) share: f32,
    /// Time of the update in that of the one before; 0 for a straight way, where that is not known.
    pub(super) ratio: f32,
}

impl Path {
    /// Ratio of the time of an update to that of the one before, seconds; 0 where they differ too much.
    pub(super) fn ratio(delta: f32, before: f32) -> f32 {
        let is_alike = before > 0.0 && delta * MAX_RATIO >= before && delta <= before * MAX_RATIO;
        if is_alike { delta / before } else { 0.0 }
    }

    /// The same share of a straight way.
    pub(super) const fn straight(self) -> Self {
        Self { ratio: 0.0, ..self }
    }

    /// Position between two positions, of which the first was reached from `before`.
    pub(super) fn along(self, [before, from, to]: [Vec3; 3]) -> Vec3 {
        from.lerp(to, self.share) + self.bend([before, from, to].map(|point| point.extend(0.0))).truncate()
    }

    /// Way aside of the straight one. It is no longer than lets the movement go on without turning back.
    pub(super) fn bend(self, [before, from, to]: [Vec4; 3]) -> Vec4 {
        let Self { share, ratio } = self;
        let way = to - from;
        let bend = (way - (from - before) * ratio) * (ratio / (1.0 + ratio));
        let kept = (way.length() / bend.length()).min(1.0);
        if kept > 0.0 { bend * (kept * share * (share - 1.0)) } else { Vec4::ZERO }
    }
}
