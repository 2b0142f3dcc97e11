use super::lane::{Lane, Lanes};
use glam::Vec3;

/// A vector of three numbers, or several side by side.
#[derive(Clone, Copy)]
pub(crate) struct Vec3Lanes<L>(pub(crate) [L; 3]);

impl<L> Vec3Lanes<L> {
    /// One vector of each of `items`.
    #[inline(always)]
    pub(crate) fn each<const N: usize, T>(
        token: L::Token,
        items: &[T; N],
        vector: impl Fn(&T) -> Vec3,
    ) -> Self
    where
        L: Lanes<N>,
    {
        let mut numbers = [[0.0; N]; 3];
        for (n, item) in items.iter().enumerate() {
            let values = vector(item);
            (numbers[0][n], numbers[1][n], numbers[2][n]) = (values.x, values.y, values.z);
        }
        let [x, y, z] = numbers;
        Self([L::of(token, x), L::of(token, y), L::of(token, z)])
    }

    /// The numbers of each coordinate.
    #[inline(always)]
    pub(crate) fn numbers<const N: usize>(self) -> [[f32; N]; 3]
    where
        L: Lanes<N>,
    {
        let [x, y, z] = self.0;
        [x.numbers(), y.numbers(), z.numbers()]
    }
}

impl<L: Lane> Vec3Lanes<L> {
    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> L {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        a * x + b * y + c * z
    }

    #[inline(always)]
    pub(crate) fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    #[inline(always)]
    pub(crate) fn times(self, by: L) -> Self {
        let [a, b, c] = self.0;
        Self([a * by, b * by, c * by])
    }

    #[inline(always)]
    pub(crate) fn plus(self, other: Self) -> Self {
        Self([self.0[0] + other.0[0], self.0[1] + other.0[1], self.0[2] + other.0[2]])
    }

    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self([self.0[0] - other.0[0], self.0[1] - other.0[1], self.0[2] - other.0[2]])
    }

    /// This vector in lanes where `number` is more than `than`, else `otherwise`.
    #[inline(always)]
    pub(crate) fn if_more(self, number: L, than: L, otherwise: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, otherwise.0);
        let pick = |value, other| number.if_more(than, value, other);
        Self([pick(a, x), pick(b, y), pick(c, z)])
    }

    /// The vector divided by its length; `otherwise` where it has none, or one that is not finite.
    #[inline(always)]
    pub(crate) fn unit_or(self, otherwise: Self) -> Self {
        let length = self.dot(self).sqrt();
        let zero = length.all(0.0);
        let inverse = length.if_more(length.all(1e-18), length.all(1.0) / length, zero);
        self.times(inverse).if_more(inverse, zero, otherwise)
    }

    /// The part perpendicular to a unit vector.
    #[inline(always)]
    pub(crate) fn perpendicular_to(self, unit: Self) -> Self {
        self.minus(unit.times(self.dot(unit)))
    }
}
