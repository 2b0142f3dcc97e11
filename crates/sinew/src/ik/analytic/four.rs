//! Four numbers side by side, which all x86-64 and ARM processors have.

use crate::ik::analytic::lane::{Lane, Wide};
use glam::Vec4;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// How many are done at once.
pub(crate) const FOUR: usize = 4;

/// Four numbers.
#[derive(Clone, Copy)]
pub(crate) struct Four(pub(crate) Vec4);

impl Wide<FOUR> for Four {
    #[inline(always)]
    fn of(numbers: [f32; FOUR]) -> Self {
        Self(Vec4::from_array(numbers))
    }

    #[inline(always)]
    fn numbers(self) -> [f32; FOUR] {
        self.0.to_array()
    }
}

macro_rules! each {
    ($operation:ident, $method:ident) => {
        impl $operation for Four {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    };
}

each!(Add, add);
each!(Sub, sub);
each!(Mul, mul);
each!(Div, div);

impl Neg for Four {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Lane for Four {
    #[inline(always)]
    fn all(value: f32) -> Self {
        Self(Vec4::splat(value))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(Vec4::from_array(self.0.to_array().map(f32::sqrt)))
    }

    // By comparison, since processors differ in what is less of a number and none.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(Vec4::select(self.0.cmplt(other.0), self.0, other.0))
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        Self(Vec4::select(self.0.cmpgt(other.0), self.0, other.0))
    }

    #[inline(always)]
    fn if_more(self, than: Self, yes: Self, no: Self) -> Self {
        Self(Vec4::select(self.0.cmpgt(than.0), yes.0, no.0))
    }

    #[inline(always)]
    fn any_more(self, than: f32) -> bool {
        self.0.cmpgt(Vec4::splat(than)).any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_numbers_do_what_each_would() {
        crate::ik::analytic::lane::agrees::<FOUR, Four>([f32::NAN, f32::INFINITY, -0.0, 1e-40]);
        crate::ik::analytic::lane::agrees::<FOUR, Four>([f32::NEG_INFINITY, 0.0, -2.5, 3e38]);
        crate::ik::analytic::lane::agrees::<FOUR, Four>([f32::NAN, f32::NAN, 0.0, -0.0]);
        assert!(!Four::all(f32::NAN).any_more(0.0));
    }
}
