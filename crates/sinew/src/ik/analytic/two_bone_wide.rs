//! Two-bone IK of several limbs at once, one per SIMD lane.

use crate::ik::analytic::two_bone::{Input, Output};
use crate::ik::analytic::wide::Closed;
use crate::ik::{TwoBone, TwoBoneResult};
use crate::math::ops;
use crate::math::simd::{Lanes, Vec3Lanes};
use glam::Quat;

impl Closed for TwoBone {
    type Answer = TwoBoneResult;
    const NOTHING: TwoBoneResult = TwoBoneResult {
        middle_rotation: Quat::IDENTITY,
        start_rotation: Quat::IDENTITY,
        stretch: 1.0,
        error: 0.0,
    };

    #[inline(always)]
    fn together<L: Lanes<N>, const N: usize>(
        token: L::Token,
        problems: &[Self; N],
        out: &mut [TwoBoneResult; N],
    ) {
        crate::ik::analytic::two_bone::solve::<L>(&Input::each(token, problems)).store_each(out);
    }
}

impl<L> Input<L> {
    #[inline(always)]
    fn each<const N: usize>(token: L::Token, limbs: &[TwoBone; N]) -> Self
    where
        L: Lanes<N>,
    {
        // Most do not swivel.
        let half = limbs.each_ref().map(|l| match l.swivel == 0.0 {
            true => (0.0, 1.0),
            false => ops::sin_cos(l.swivel * 0.5),
        });
        Self {
            start: Vec3Lanes::each(token, limbs, |l| l.start),
            middle: Vec3Lanes::each(token, limbs, |l| l.middle),
            end: Vec3Lanes::each(token, limbs, |l| l.end),
            hinge: Vec3Lanes::each(token, limbs, |l| l.hinge),
            goal: Vec3Lanes::each(token, limbs, |l| l.goal),
            pole: Vec3Lanes::each(token, limbs, |l| l.pole.unwrap_or_default()),
            has_pole: L::each(token, limbs, |l| if l.pole.is_some() { 1.0 } else { 0.0 }),
            swivel: (L::of(token, half.map(|h| h.0)), L::of(token, half.map(|h| h.1))),
            softness: L::each(token, limbs, |l| l.softness),
            stretch: L::each(token, limbs, |l| l.stretch),
        }
    }
}

impl<L> Output<L> {
    #[inline(always)]
    fn store_each<const N: usize>(self, out: &mut [TwoBoneResult; N])
    where
        L: Lanes<N>,
    {
        let (middle, start) = (self.middle.rotations(), self.start.rotations());
        let (stretch, error) = (self.stretch.numbers(), self.error.numbers());
        for (n, out) in out.iter_mut().enumerate() {
            *out = TwoBoneResult {
                middle_rotation: middle[n],
                start_rotation: start[n],
                stretch: stretch[n],
                error: error[n],
            };
        }
    }
}
