//! Limbs of two bones, eight or four at a time.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::four::{FOUR, Four};
use super::lane::{V3, Wide};
use super::two_bone::{Input, Output, TwoBone, TwoBoneTurns};

pub(super) fn solve(limbs: &[TwoBone], out: &mut [TwoBoneTurns]) {
    #[cfg(target_arch = "x86_64")]
    let (limbs, out) = eights(limbs, out);
    let (fours, rest) = limbs.as_chunks::<FOUR>();
    let (out_fours, out_rest) = out.as_chunks_mut::<FOUR>();
    for (limbs, out) in fours.iter().zip(out_fours) {
        super::two_bone::solve::<Four>(&Input::each(limbs)).store_each(out);
    }
    for (limb, out) in rest.iter().zip(out_rest) {
        *out = limb.solve();
    }
}

/// Solves as many as there are eights of; gives what is left.
#[cfg(target_arch = "x86_64")]
fn eights<'a>(limbs: &'a [TwoBone], out: &'a mut [TwoBoneTurns]) -> (&'a [TwoBone], &'a mut [TwoBoneTurns]) {
    use super::eight::{EIGHT, Eight};

    #[target_feature(enable = "avx2")]
    fn eight(limbs: &[TwoBone; EIGHT], out: &mut [TwoBoneTurns; EIGHT]) {
        super::two_bone::solve::<Eight>(&Input::each(limbs)).store_each(out);
    }

    if !crate::math::lanes::is_possible() {
        return (limbs, out);
    }
    let (eights, rest) = limbs.as_chunks::<EIGHT>();
    let (out_eights, out_rest) = out.as_chunks_mut::<EIGHT>();
    for (limbs, out) in eights.iter().zip(out_eights) {
        // SAFETY: the processor has been asked.
        unsafe { eight(limbs, out) };
    }
    (rest, out_rest)
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
    fn store_each<const N: usize>(self, out: &mut [TwoBoneTurns; N])
    where
        L: Wide<N>,
    {
        let (middle, start) = (self.middle.rotations(), self.start.rotations());
        let (stretch, error) = (self.stretch.numbers(), self.error.numbers());
        for (n, out) in out.iter_mut().enumerate() {
            *out = TwoBoneTurns { middle: middle[n], start: start[n], stretch: stretch[n], error: error[n] };
        }
    }
}
