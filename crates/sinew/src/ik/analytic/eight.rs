//! Eight numbers side by side, on processors with AVX2. To be used inside of functions that have it switched on.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use crate::ik::analytic::lane::{Lane, Wide};
use std::arch::x86_64::*;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// How many are done at once.
pub(crate) const EIGHT: usize = 8;

/// Eight numbers.
#[derive(Clone, Copy)]
pub(crate) struct Eight(__m256);

impl Wide<EIGHT> for Eight {
    #[inline(always)]
    fn of(numbers: [f32; EIGHT]) -> Self {
        Self(bytemuck::cast(numbers))
    }

    #[inline(always)]
    fn numbers(self) -> [f32; EIGHT] {
        bytemuck::cast(self.0)
    }
}

macro_rules! each {
    ($operation:ident, $method:ident, $instruction:ident) => {
        impl $operation for Eight {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: whoever makes eight numbers has looked.
                Self(unsafe { $instruction(self.0, other.0) })
            }
        }
    };
}

each!(Add, add, _mm256_add_ps);
each!(Sub, sub, _mm256_sub_ps);
each!(Mul, mul, _mm256_mul_ps);
each!(Div, div, _mm256_div_ps);

impl Neg for Eight {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_xor_ps(self.0, _mm256_set1_ps(-0.0)) })
    }
}

impl Lane for Eight {
    #[inline(always)]
    fn all(value: f32) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_set1_ps(value) })
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_sqrt_ps(self.0) })
    }

    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    fn if_more(self, than: Self, yes: Self, no: Self) -> Self {
        // SAFETY: as above.
        Self(unsafe { _mm256_blendv_ps(no.0, yes.0, _mm256_cmp_ps::<_CMP_GT_OQ>(self.0, than.0)) })
    }

    #[inline(always)]
    fn any_more(self, than: f32) -> bool {
        // SAFETY: as above.
        unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GT_OQ>(self.0, _mm256_set1_ps(than))) != 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_numbers_do_what_each_would() {
        if !crate::math::lanes::is_possible() {
            return;
        }
        let odd = [f32::NAN, f32::INFINITY, -f32::INFINITY, 0.0, -0.0, 1e-40, -2.5, 3e38];
        crate::ik::analytic::lane::agrees::<EIGHT, Eight>(odd);
        assert!(!Eight::all(f32::NAN).any_more(0.0));
    }
}
