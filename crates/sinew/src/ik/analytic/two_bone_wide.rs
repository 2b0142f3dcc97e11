//! Limbs of two bones, side by side.

use crate::ik::analytic::lane::{V3, Wide};
use crate::ik::analytic::two_bone::{Input, Output};
use crate::ik::analytic::wide::Closed;
use crate::ik::{TwoBone, TwoBoneResult};
use glam::Quat;

impl Closed for TwoBone {
    type Answer = TwoBoneResult;
    const NOTHING: TwoBoneResult =
        TwoBoneResult { middle: Quat::IDENTITY, start: Quat::IDENTITY, stretch: 1.0, error: 0.0 };

    #[inline(always)]
    fn together<L: Wide<N>, const N: usize>(these: &[Self; N], out: &mut [TwoBoneResult; N]) {
        crate::ik::analytic::two_bone::solve::<L>(&Input::each(these)).store_each(out);
    }
}

impl<L> Input<L> {
    #[inline(always)]
    fn each<const N: usize>(limbs: &[TwoBone; N]) -> Self
    where
        L: Wide<N>,
    {
        // Most do not swivel.
        let half = limbs.each_ref().map(|l| match l.swivel == 0.0 {
            true => (0.0, 1.0),
            false => (l.swivel * 0.5).sin_cos(),
        });
        Self {
            start: V3::each(limbs, |l| l.start),
            middle: V3::each(limbs, |l| l.middle),
            end: V3::each(limbs, |l| l.end),
            hinge: V3::each(limbs, |l| l.hinge),
            goal: V3::each(limbs, |l| l.goal),
            pole: V3::each(limbs, |l| l.pole.unwrap_or_default()),
            has_pole: L::each(limbs, |l| if l.pole.is_some() { 1.0 } else { 0.0 }),
            swivel: (L::of(half.map(|h| h.0)), L::of(half.map(|h| h.1))),
            softness: L::each(limbs, |l| l.softness),
            stretch: L::each(limbs, |l| l.stretch),
        }
    }
}

impl<L> Output<L> {
    #[inline(always)]
    fn store_each<const N: usize>(self, out: &mut [TwoBoneResult; N])
    where
        L: Wide<N>,
    {
        let (middle, start) = (self.middle.rotations(), self.start.rotations());
        let (stretch, error) = (self.stretch.numbers(), self.error.numbers());
        for (n, out) in out.iter_mut().enumerate() {
            *out = TwoBoneResult { middle: middle[n], start: start[n], stretch: stretch[n], error: error[n] };
        }
    }
}
