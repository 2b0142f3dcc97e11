//! Collider slabs in a pose.

use crate::body::ColliderSlab;
use glam::{Affine3A, Vec3A};

/// Slab in a pose, in model space.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PosedSlab {
    ends: [Vec3A; 2],
    half_widths: [Vec3A; 2],
    radius: f32,
}

impl PosedSlab {
    pub(crate) fn of(slab: &ColliderSlab, model: &[Affine3A]) -> Self {
        let at = |n: usize| &model[slab.ends[n].0.index()];
        let scale = at(0).matrix3.x_axis.length();
        Self {
            ends: [0, 1].map(|n| at(n).transform_point3(slab.ends[n].1).into()),
            half_widths: [0, 1].map(|n| at(n).matrix3 * Vec3A::from(slab.half_widths[n])),
            radius: slab.radius * scale,
        }
    }

    /// Nearest point of the flat piece.
    fn nearest(&self, position: Vec3A) -> Vec3A {
        let [low, high] = self.ends;
        let [low_aside, high_aside] = self.half_widths;
        let (mut s, mut t) = (0.0, 0.0);
        for _ in 0..2 {
            let (from, to) = (low + low_aside * t, high + high_aside * t);
            s = share(position - from, to - from).clamp(0.0, 1.0);
            t = share(position - low.lerp(high, s), low_aside.lerp(high_aside, s)).clamp(-1.0, 1.0);
        }
        low.lerp(high, s) + low_aside.lerp(high_aside, s) * t
    }

    /// Depth of a position inside the slab grown by `more`; negative outside.
    #[inline]
    pub(crate) fn depth(&self, position: Vec3A, more: f32) -> f32 {
        self.radius + more - self.nearest(position).distance(position)
    }

    /// Position moved to the surface of the slab grown by `more`; unchanged outside.
    pub(crate) fn outside(&self, position: Vec3A, more: f32) -> Vec3A {
        let middle = self.nearest(position);
        let (offset, out) = (position - middle, self.radius + more);
        let far = offset.length();
        if far >= out || far.is_nan() || out.is_nan() {
            return position;
        }
        // From the very middle the front is chosen.
        let front = || self.half_widths[0].cross(self.ends[1] - self.ends[0]).normalize_or(Vec3A::Z);
        middle + if far > 1e-3 * out { offset / far } else { front() } * out
    }

    /// Vector from the slab's middle line to a position.
    pub(crate) fn outward(&self, position: Vec3A) -> Vec3A {
        let [low, high] = self.ends;
        position - low.lerp(high, share(position - low, high - low).clamp(0.0, 1.0))
    }
}

/// Share along `offset` of the projection of a position; 0 where `offset` has no length.
#[inline]
fn share(vector: Vec3A, offset: Vec3A) -> f32 {
    let square = offset.length_squared();
    if square > 0.0 { vector.dot(offset) / square } else { 0.0 }
}
