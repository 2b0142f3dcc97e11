//! Arithmetic for one, four or eight at once: solvers in closed form are written once and serve both, so that both give the
//! same bits.

use glam::{Quat, Vec3};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number, or some side by side.
pub(crate) trait Lane:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    fn all(value: f32) -> Self;
    fn sqrt(self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// `yes` where it is more than `than`, else `no`; what is no number is not more than anything.
    fn if_more(self, than: Self, yes: Self, no: Self) -> Self;
    /// Whether any is more than `than`, so that what nobody asks for need not be done.
    fn any_more(self, than: f32) -> bool;
}

/// Some numbers side by side.
pub(crate) trait Wide<const N: usize>: Lane {
    fn of(numbers: [f32; N]) -> Self;
    fn numbers(self) -> [f32; N];

    /// One number of each of some things.
    #[inline(always)]
    fn each<T>(things: &[T; N], number: impl Fn(&T) -> f32) -> Self {
        // Plain loops, which the compiler puts in place everywhere: a call would take all through memory.
        let mut numbers = [0.0; N];
        for (own, thing) in numbers.iter_mut().zip(things) {
            *own = number(thing);
        }
        Self::of(numbers)
    }
}

impl Wide<1> for f32 {
    #[inline(always)]
    fn of([number]: [f32; 1]) -> Self {
        number
    }

    #[inline(always)]
    fn numbers(self) -> [f32; 1] {
        [self]
    }
}

impl Lane for f32 {
    #[inline(always)]
    fn all(value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }

    #[inline(always)]
    fn if_more(self, than: Self, yes: Self, no: Self) -> Self {
        if self > than { yes } else { no }
    }

    #[inline(always)]
    fn any_more(self, than: f32) -> bool {
        self > than
    }
}

/// A vector of such numbers.
#[derive(Clone, Copy)]
pub(crate) struct V3<L>(pub(crate) [L; 3]);

impl<L> V3<L> {
    /// One vector of each of some things.
    #[inline(always)]
    pub(crate) fn each<const N: usize, T>(things: &[T; N], vector: impl Fn(&T) -> Vec3) -> Self
    where
        L: Wide<N>,
    {
        let mut numbers = [[0.0; N]; 3];
        for (n, thing) in things.iter().enumerate() {
            let own = vector(thing);
            (numbers[0][n], numbers[1][n], numbers[2][n]) = (own.x, own.y, own.z);
        }
        let [x, y, z] = numbers;
        Self([L::of(x), L::of(y), L::of(z)])
    }
}

impl<L: Lane> V3<L> {
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

    /// Its part square to a unit vector.
    #[inline(always)]
    pub(crate) fn square_to(self, unit: Self) -> Self {
        self.minus(unit.times(self.dot(unit)))
    }
}

/// A rotation of such numbers, xyzw.
#[derive(Clone, Copy)]
pub(crate) struct Q<L>(pub(crate) [L; 4]);

impl<L> Q<L> {
    /// The rotation of each.
    #[inline(always)]
    pub(crate) fn rotations<const N: usize>(self) -> [Quat; N]
    where
        L: Wide<N>,
    {
        let [x, y, z, w] = self.0;
        let [x, y, z, w] = [x.numbers(), y.numbers(), z.numbers(), w.numbers()];
        let mut rotations = [Quat::IDENTITY; N];
        for (n, own) in rotations.iter_mut().enumerate() {
            *own = Quat::from_xyzw(x[n], y[n], z[n], w[n]);
        }
        rotations
    }
}

impl<L: Lane> Q<L> {
    #[inline(always)]
    pub(crate) fn none() -> Self {
        let zero = L::all(0.0);
        Self([zero, zero, zero, L::all(1.0)])
    }

    /// By half an angle's sine and cosine about a unit vector.
    #[inline(always)]
    pub(crate) fn about(unit: V3<L>, sine: L, cosine: L) -> Self {
        let [x, y, z] = unit.times(sine).0;
        Self([x, y, z, cosine])
    }

    /// This after another.
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

    /// More than nothing where it is next to unit, as a rotation is.
    #[inline(always)]
    pub(crate) fn unit(self) -> L {
        let off = self.square() - L::all(1.0);
        L::all(1e-4) - off * off
    }

    #[inline(always)]
    pub(crate) fn turn(self, v: V3<L>) -> V3<L> {
        let [x, y, z, w] = self.0;
        let axis = V3([x, y, z]);
        let across = axis.cross(v).times(L::all(2.0));
        v.plus(across.times(w)).plus(axis.cross(across))
    }

    /// As [`turn`](Self::turn), by a rotation of any length: what comes out is longer by its square.
    #[inline(always)]
    pub(crate) fn long_turn(self, v: V3<L>) -> V3<L> {
        let [x, y, z, w] = self.0;
        let axis = V3([x, y, z]);
        let two = L::all(2.0);
        let straight = v.times(w * w - axis.dot(axis));
        straight.plus(axis.times(axis.dot(v) * two)).plus(axis.cross(v).times(w * two))
    }

    /// The square of its length.
    #[inline(always)]
    pub(crate) fn square(self) -> L {
        let [x, y, z, w] = self.0;
        x * x + y * y + z * z + w * w
    }

    /// The same rotation of length 1.
    #[inline(always)]
    pub(crate) fn to_unit(self) -> Self {
        let [x, y, z, w] = self.0;
        let axis = V3([x, y, z]);
        let square = axis.dot(axis) + w * w;
        let inverse = L::all(1.0) / square.max(L::all(f32::MIN_POSITIVE)).sqrt();
        let [x, y, z] = axis.times(inverse).0;
        Self([x, y, z, w * inverse])
    }

    /// The shortest turn of one direction to another, of some length, and more than nothing where there is one: not of what has
    /// no length, or is opposite. `lengths` is the product of theirs.
    #[inline(always)]
    pub(crate) fn long_arc(from: V3<L>, to: V3<L>, lengths: L) -> (Self, L) {
        let [x, y, z] = from.cross(to).0;
        let w = lengths + from.dot(to);
        // Of nearly opposite directions the sum has no digits left.
        (Self([x, y, z, w]), w - lengths * L::all(1e-6))
    }

    /// Itself where `number` is more than `than`, else another.
    #[inline(always)]
    pub(crate) fn if_more(self, number: L, than: L, otherwise: Self) -> Self {
        let ([a, b, c, d], [x, y, z, w]) = (self.0, otherwise.0);
        let pick = |own, other| number.if_more(than, own, other);
        Self([pick(a, x), pick(b, y), pick(c, z), pick(d, w)])
    }
}

/// Shows that numbers side by side do what each would alone, whatever is beside it.
#[cfg(test)]
pub(crate) fn agrees<const N: usize, L: Wide<N>>(odd: [f32; N]) {
    /// Bits, but that every number that is none is the same.
    fn bits(number: f32) -> u32 {
        if number.is_nan() { f32::NAN.to_bits() } else { number.to_bits() }
    }
    for turned in 0..N {
        let mut other = odd;
        other.rotate_left(turned);
        let (a, b) = (L::of(odd), L::of(other));
        let check = |all: L, one: fn(f32, f32) -> f32| {
            for (n, number) in all.numbers().into_iter().enumerate() {
                assert_eq!(bits(number), bits(one(odd[n], other[n])), "{} {}", odd[n], other[n]);
            }
        };
        check(a + b, |a, b| a + b);
        check(a - b, |a, b| a - b);
        check(a * b, |a, b| a * b);
        check(a / b, |a, b| a / b);
        check(a.min(b), Lane::min);
        check(a.max(b), Lane::max);
        check(a.sqrt(), |a, _| a.sqrt());
        check(a.if_more(b, a, -b), |a, b| Lane::if_more(a, b, a, -b));
        assert_eq!(b.any_more(1.0), other.iter().any(|number| number.any_more(1.0)));
    }
}
