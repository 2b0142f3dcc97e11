//! Joints that look, eight or four at a time.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::aim::{Aim, AimTurn, Input, Output};
use super::four::{FOUR, Four};
use super::lane::{V3, Wide};

pub(super) fn solve(aims: &[Aim], out: &mut [AimTurn]) {
    #[cfg(target_arch = "x86_64")]
    let (aims, out) = eights(aims, out);
    let (fours, rest) = aims.as_chunks::<FOUR>();
    let (out_fours, out_rest) = out.as_chunks_mut::<FOUR>();
    for (aims, out) in fours.iter().zip(out_fours) {
        super::aim::solve::<Four>(&Input::each(aims)).store_each(out);
    }
    for (aim, out) in rest.iter().zip(out_rest) {
        *out = aim.solve();
    }
}

/// Solves as many as there are eights of; gives what is left.
#[cfg(target_arch = "x86_64")]
fn eights<'a>(aims: &'a [Aim], out: &'a mut [AimTurn]) -> (&'a [Aim], &'a mut [AimTurn]) {
    use super::eight::{EIGHT, Eight};

    #[target_feature(enable = "avx2")]
    fn eight(aims: &[Aim; EIGHT], out: &mut [AimTurn; EIGHT]) {
        super::aim::solve::<Eight>(&Input::each(aims)).store_each(out);
    }

    if !crate::math::lanes::is_possible() {
        return (aims, out);
    }
    let (eights, rest) = aims.as_chunks::<EIGHT>();
    let (out_eights, out_rest) = out.as_chunks_mut::<EIGHT>();
    for (aims, out) in eights.iter().zip(out_eights) {
        // SAFETY: the processor has been asked.
        unsafe { eight(aims, out) };
    }
    (rest, out_rest)
}

impl<L> Input<L> {
    #[inline(always)]
    fn each<const N: usize>(aims: &[Aim; N]) -> Self
    where
        L: Wide<N>,
    {
        Self {
            forward: V3::each(aims, |a| a.forward),
            offset: V3::each(aims, |a| a.offset),
            way: V3::each(aims, |a| a.target - a.place),
            up: V3::each(aims, |a| a.up),
            border: [L::each(aims, |a| a.cone.border[0]), L::each(aims, |a| a.cone.border[1])],
        }
    }
}

impl<L> Output<L> {
    #[inline(always)]
    fn store_each<const N: usize>(self, out: &mut [AimTurn; N])
    where
        L: Wide<N>,
    {
        let (turn, facing) = (self.turn.rotations(), self.facing.numbers());
        for (n, out) in out.iter_mut().enumerate() {
            *out = AimTurn { turn: turn[n], facing: facing[n] };
        }
    }
}
