use super::lane::{Lane, Lanes};
use super::vector::Vec3Lanes;
use glam::Quat;

/// A quaternion xyzw, or several side by side.
#[derive(Clone, Copy)]
pub(crate) struct QuatLanes<L>(pub(crate) [L; 4]);

impl<L> QuatLanes<L> {
    /// The rotation of each.
    #[inline(always)]
    pub(crate) fn rotations<const N: usize>(self) -> [Quat; N]
    where
        L: Lanes<N>,
    {
        let [x, y, z, w] = self.0;
        let [x, y, z, w] = [x.numbers(), y.numbers(), z.numbers(), w.numbers()];
        let mut rotations = [Quat::IDENTITY; N];
        for (n, rotation) in rotations.iter_mut().enumerate() {
            *rotation = Quat::from_xyzw(x[n], y[n], z[n], w[n]);
        }
        rotations
    }
}

impl<L: Lane> QuatLanes<L> {
    /// No rotation, in the lanes of `like`.
    #[inline(always)]
    pub(crate) fn identity(like: L) -> Self {
        let zero = like.all(0.0);
        Self([zero, zero, zero, like.all(1.0)])
    }

    /// The rotation about a unit vector, by the sine and cosine of half its angle.
    #[inline(always)]
    pub(crate) fn about(unit: Vec3Lanes<L>, sine: L, cosine: L) -> Self {
        let [x, y, z] = unit.times(sine).0;
        Self([x, y, z, cosine])
    }

    /// The product: this rotation after `first`.
    #[inline(always)]
    pub(crate) fn after(self, first: Self) -> Self {
        let ([a, b, c, d], [x, y, z, w]) = (self.0, first.0);
        Self([
            d * x + a * w + b * z - c * y,
            d * y + b * w + c * x - a * z,
            d * z + c * w + a * y - b * x,
            d * w - a * x - b * y - c * z,
        ])
    }

    /// Above 0 where the length is 1 but for rounding.
    #[inline(always)]
    pub(crate) fn unit(self) -> L {
        let square = self.length_squared();
        let off = square - square.all(1.0);
        square.all(1e-4) - off * off
    }

    #[inline(always)]
    pub(crate) fn rotate(self, v: Vec3Lanes<L>) -> Vec3Lanes<L> {
        let [x, y, z, w] = self.0;
        let axis = Vec3Lanes([x, y, z]);
        let across = axis.cross(v).times(w.all(2.0));
        v.plus(across.times(w)).plus(axis.cross(across))
    }

    /// [`rotate`](Self::rotate) by a quaternion of any length: the result is longer by the square of it.
    #[inline(always)]
    pub(crate) fn rotate_unnormalized(self, v: Vec3Lanes<L>) -> Vec3Lanes<L> {
        let [x, y, z, w] = self.0;
        let axis = Vec3Lanes([x, y, z]);
        let two = w.all(2.0);
        let straight = v.times(w * w - axis.dot(axis));
        straight.plus(axis.times(axis.dot(v) * two)).plus(axis.cross(v).times(w * two))
    }

    /// Squared length.
    #[inline(always)]
    pub(crate) fn length_squared(self) -> L {
        let [x, y, z, w] = self.0;
        x * x + y * y + z * z + w * w
    }

    /// The quaternion divided by its length.
    #[inline(always)]
    pub(crate) fn normalized(self) -> Self {
        let [x, y, z, w] = self.0;
        let axis = Vec3Lanes([x, y, z]);
        let square = axis.dot(axis) + w * w;
        let inverse = w.all(1.0) / square.max(w.all(f32::MIN_POSITIVE)).sqrt();
        let [x, y, z] = axis.times(inverse).0;
        Self([x, y, z, w * inverse])
    }

    /// The shortest rotation from one direction to another, of any length, and a number that is above 0 where
    /// there is one: not between opposite directions, nor from or to zero. `lengths` is the product of the
    /// directions' lengths.
    #[inline(always)]
    pub(crate) fn arc_unnormalized(from: Vec3Lanes<L>, to: Vec3Lanes<L>, lengths: L) -> (Self, L) {
        let [x, y, z] = from.cross(to).0;
        let w = lengths + from.dot(to);
        // Of nearly opposite directions the sum has no digits left.
        (Self([x, y, z, w]), w - lengths * w.all(1e-6))
    }

    /// This quaternion in lanes where `number` is more than `than`, else `otherwise`.
    #[inline(always)]
    pub(crate) fn if_more(self, number: L, than: L, otherwise: Self) -> Self {
        let ([a, b, c, d], [x, y, z, w]) = (self.0, otherwise.0);
        let pick = |value, other| number.if_more(than, value, other);
        Self([pick(a, x), pick(b, y), pick(c, z), pick(d, w)])
    }
}
