//! Arithmetic on one number, or on four or eight side by side: methods in closed form are written once over
//! [`Lane`] and give the same bits for one as for many.

use fearless_simd::f32x8;
use fearless_simd::prelude::*;
use glam::Vec4;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number, or several side by side.
pub(crate) trait Lane:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// `value` in each lane.
    fn all(self, value: f32) -> Self;
    fn sqrt(self) -> Self;
    fn floor(self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// `yes` in lanes that are more than those of `than`, else `no`; NaN is not more than anything.
    fn if_more(self, than: Self, yes: Self, no: Self) -> Self;
    /// Whether any lane is more than `than`.
    fn any_more(self, than: f32) -> bool;
}

/// Lanes that can be filled and read one by one.
pub(crate) trait Lanes<const N: usize>: Lane {
    /// The proof that the processor has the instructions; `()` where all have them.
    type Token: Copy;

    fn of(token: Self::Token, numbers: [f32; N]) -> Self;
    fn numbers(self) -> [f32; N];

    /// One number of each of `items`.
    #[inline(always)]
    fn each<T>(token: Self::Token, items: &[T; N], number: impl Fn(&T) -> f32) -> Self {
        // Plain loops, which the compiler puts in place everywhere: a call would take all through memory.
        let mut numbers = [0.0; N];
        for (lane, item) in numbers.iter_mut().zip(items) {
            *lane = number(item);
        }
        Self::of(token, numbers)
    }
}

impl Lane for f32 {
    #[inline(always)]
    fn all(self, value: f32) -> Self {
        value
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }

    #[inline(always)]
    fn floor(self) -> Self {
        f32::floor(self)
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

impl Lanes<1> for f32 {
    type Token = ();

    #[inline(always)]
    fn of((): (), [number]: [f32; 1]) -> Self {
        number
    }

    #[inline(always)]
    fn numbers(self) -> [f32; 1] {
        [self]
    }
}

/// Four lanes: glam's vector, in registers on all x86-64 and ARM processors and with simd128.
impl Lane for Vec4 {
    #[inline(always)]
    fn all(self, value: f32) -> Self {
        Vec4::splat(value)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Vec4::from_array(self.to_array().map(f32::sqrt))
    }

    #[inline(always)]
    fn floor(self) -> Self {
        // Vec4's own loses the sign of -0.
        Vec4::from_array(self.to_array().map(f32::floor))
    }

    // By comparison, since processors differ in the lesser of a number and NaN.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Vec4::select(self.cmplt(other), self, other)
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Vec4::select(self.cmpgt(other), self, other)
    }

    #[inline(always)]
    fn if_more(self, than: Self, yes: Self, no: Self) -> Self {
        Vec4::select(self.cmpgt(than), yes, no)
    }

    #[inline(always)]
    fn any_more(self, than: f32) -> bool {
        self.cmpgt(Vec4::splat(than)).any()
    }
}

impl Lanes<4> for Vec4 {
    type Token = ();

    #[inline(always)]
    fn of((): (), numbers: [f32; 4]) -> Self {
        Vec4::from_array(numbers)
    }

    #[inline(always)]
    fn numbers(self) -> [f32; 4] {
        self.to_array()
    }
}

/// Eight lanes, inside of a kernel.
impl<S: Simd> Lane for f32x8<S> {
    #[inline(always)]
    fn all(self, value: f32) -> Self {
        Self::splat(self.simd, value)
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        SimdFloat::sqrt(self)
    }

    #[inline(always)]
    fn floor(self) -> Self {
        SimdFloat::floor(self)
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        match selects_the_second(self.simd) {
            true => SimdBase::min(self, other),
            false => self.simd_lt(other).select(self, other),
        }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        match selects_the_second(self.simd) {
            true => SimdBase::max(self, other),
            false => self.simd_gt(other).select(self, other),
        }
    }

    #[inline(always)]
    fn if_more(self, than: Self, yes: Self, no: Self) -> Self {
        self.simd_gt(than).select(yes, no)
    }

    #[inline(always)]
    fn any_more(self, than: f32) -> bool {
        self.simd_gt(Self::splat(self.simd, than)).any_true()
    }
}

/// Whether `min` and `max` give the second number where neither is less than the other, as a comparison does:
/// instructions of x86 do.
#[inline(always)]
fn selects_the_second<S: Simd>(simd: S) -> bool {
    cfg!(target_arch = "x86_64") && !simd.level().is_fallback()
}

impl<S: Simd> Lanes<8> for f32x8<S> {
    type Token = S;

    #[inline(always)]
    fn of(simd: S, numbers: [f32; 8]) -> Self {
        numbers.simd_into(simd)
    }

    #[inline(always)]
    fn numbers(self) -> [f32; 8] {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd::each_level;

    #[test]
    fn lanes_give_the_bits_of_single_numbers() {
        agrees::<4, Vec4>((), [f32::NAN, f32::INFINITY, -0.0, 1e-40]);
        agrees::<4, Vec4>((), [f32::NEG_INFINITY, 0.0, -2.5, 3e38]);
        agrees::<4, Vec4>((), [f32::NAN, f32::NAN, 0.0, -0.0]);
        assert!(!Vec4::splat(f32::NAN).any_more(0.0));
        let odd = [f32::NAN, f32::INFINITY, -f32::INFINITY, 0.0, -0.0, 1e-40, -2.5, 3e38];
        each_level!(simd => {
            agrees::<8, f32x8<_>>(simd, odd);
            assert!(!f32x8::splat(simd, f32::NAN).any_more(0.0));
        });
    }

    fn agrees<const N: usize, L: Lanes<N>>(token: L::Token, odd: [f32; N]) {
        /// The bits of a number; one pattern for all NaN.
        fn bits(number: f32) -> u32 {
            if number.is_nan() { f32::NAN.to_bits() } else { number.to_bits() }
        }
        for turned in 0..N {
            let mut other = odd;
            other.rotate_left(turned);
            let (a, b) = (L::of(token, odd), L::of(token, other));
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
            check(a.floor(), |a, _| Lane::floor(a));
            check(a.if_more(b, a, -b), |a, b| Lane::if_more(a, b, a, -b));
            assert_eq!(b.any_more(1.0), other.iter().any(|number| number.any_more(1.0)));
        }
    }
}
