//! Points of a sole as a structure of arrays.

use crate::math::simd::{Lane, Vec3Lanes};
use glam::{Affine3A, Vec3, Vec3A, Vec4};

/// Longest foot, in leg lengths, that is held back: a short leg cannot lift a longer one over a step in time.
pub(crate) const MAX_FOOT: f32 = 0.6;

/// Largest number of points of a sole.
pub(crate) const MAX_SOLE_POINTS: usize = 8;

/// Points in one vector.
const FOUR: usize = 4;

/// Points of a sole, [`MAX_SOLE_POINTS`] at most.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Points([[Vec4; MAX_SOLE_POINTS / FOUR]; 3]);

impl Points {
    /// Points; missing ones repeat the last.
    pub(crate) fn new(points: impl Iterator<Item = Vec3>) -> Self {
        let mut filled = Self::default();
        for (n, point) in points.take(MAX_SOLE_POINTS).enumerate() {
            (n..MAX_SOLE_POINTS).for_each(|n| filled.put(n, point));
        }
        filled
    }

    pub(crate) fn point(&self, n: usize) -> Vec3 {
        let [x, y, z] = self.0.map(|four| four[n / FOUR][n % FOUR]);
        Vec3::new(x, y, z)
    }

    pub(crate) fn put(&mut self, n: usize, point: Vec3) {
        for (lanes, number) in self.0.iter_mut().zip(point.to_array()) {
            lanes[n / FOUR][n % FOUR] = number;
        }
    }

    /// Points transformed by a matrix.
    #[inline]
    pub(crate) fn moved(&self, by: &Affine3A) -> Self {
        let all = |v: Vec3A| Vec3Lanes([Vec4::splat(v.x), Vec4::splat(v.y), Vec4::splat(v.z)]);
        let (m, translation) = (&by.matrix3, all(by.translation));
        let (x_axis, y_axis, z_axis) = (all(m.x_axis), all(m.y_axis), all(m.z_axis));
        self.each(|Vec3Lanes([x, y, z])| {
            x_axis.times(x).plus(y_axis.times(y)).plus(z_axis.times(z)).plus(translation)
        })
    }

    /// The first `count` of these points, followed by the others.
    #[inline]
    pub(crate) fn then(mut self, count: usize, others: &Self) -> Self {
        let indices = [Vec4::new(0.0, 1.0, 2.0, 3.0), Vec4::new(4.0, 5.0, 6.0, 7.0)];
        let are_kept = indices.map(|n| n.cmplt(Vec4::splat(count as f32)));
        for (lanes, others) in self.0.iter_mut().zip(&others.0) {
            for (n, are_kept) in are_kept.into_iter().enumerate() {
                lanes[n] = Vec4::select(are_kept, lanes[n], others[n]);
            }
        }
        self
    }

    /// Smallest distance of a point along `up`, minus the value for each.
    #[inline]
    pub(crate) fn lowest(&self, up: Vec3, less: &[f32; MAX_SOLE_POINTS]) -> f32 {
        let up = Vec3Lanes(up.to_array().map(Vec4::splat));
        let [first, second] = self.halves();
        let [less_first, less_second] = [0, 1].map(|n| Vec4::from_slice(&less[n * FOUR..]));
        let least = (first.dot(up) - less_first).min(second.dot(up) - less_second);
        least[0].min(least[1]).min(least[2].min(least[3]))
    }

    /// Whether each is no farther than `far` from those that are `by` from others.
    #[inline]
    pub(crate) fn are_near(&self, others: &Self, by: Vec3, far: f32) -> bool {
        let by = Vec3Lanes(by.to_array().map(Vec4::splat));
        let [first, second] = self.halves();
        let [other_first, other_second] = others.halves();
        // What is no number is not near.
        let is_away = |point: Vec3Lanes<Vec4>, other: Vec3Lanes<Vec4>| {
            let offset = point.minus(other.plus(by));
            Vec4::splat(far * far).if_more(offset.dot(offset), Vec4::splat(0.0), Vec4::splat(1.0))
        };
        !(is_away(first, other_first) + is_away(second, other_second)).any_more(0.0)
    }

    #[inline]
    fn each(&self, by: impl Fn(Vec3Lanes<Vec4>) -> Vec3Lanes<Vec4>) -> Self {
        let [first, second] = self.halves();
        let (Vec3Lanes([x, y, z]), Vec3Lanes([a, b, c])) = (by(first), by(second));
        Self([[x, a], [y, b], [z, c]])
    }

    #[inline]
    fn halves(&self) -> [Vec3Lanes<Vec4>; 2] {
        let [[x, a], [y, b], [z, c]] = self.0;
        [Vec3Lanes([x, y, z]), Vec3Lanes([a, b, c])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    #[test]
    fn points_side_by_side_are_what_each_is() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut some = || Vec3::new(random.f32(), random.f32(), random.f32()) - 0.5;
        let each: Vec<_> = (0..6).map(|_| some()).collect();
        let points = Points::new(each.iter().copied());
        let by = Affine3A::from_scale_rotation_translation(some(), Quat::from_scaled_axis(some()), some());
        let moved = points.moved(&by);
        for n in 0..MAX_SOLE_POINTS {
            let point = each.get(n).unwrap_or(&each[5]);
            assert!(moved.point(n).distance(by.transform_point3(*point)) < 1e-6, "{n}");
            assert_eq!(points.then(3, &moved).point(n), if n < 3 { *point } else { moved.point(n) });
        }
        let up = some();
        let less = std::array::from_fn(|n| 0.1 * n as f32);
        let lowest = (0..MAX_SOLE_POINTS).map(|n| points.point(n).dot(up) - less[n]).fold(f32::MAX, f32::min);
        assert!((points.lowest(up, &less) - lowest).abs() < 1e-6);
        for n in 0..MAX_SOLE_POINTS {
            let mut other = points;
            other.put(n, points.point(n) + Vec3::X * 0.1);
            assert!(points.are_near(&other, Vec3::ZERO, 0.11) && !points.are_near(&other, Vec3::ZERO, 0.09));
            other.put(n, Vec3::NAN);
            assert!(!points.are_near(&other, Vec3::ZERO, 1.0));
        }
        assert!(points.are_near(&points, Vec3::Y, 1.01) && !points.are_near(&points, Vec3::Y, 0.99));
    }
}
