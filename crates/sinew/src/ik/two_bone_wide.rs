//! Limbs of two bones, eight at a time.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use super::eight::{EIGHT, Eight};
use super::lane::V3;
use super::two_bone::{Input, Output, TwoBone, TwoBoneTurns};
use glam::{Quat, Vec3};

pub(super) fn solve(limbs: &[TwoBone], out: &mut [TwoBoneTurns]) {
    let (eights, rest) = limbs.as_chunks::<EIGHT>();
    let (out_eights, out_rest) = out.as_chunks_mut::<EIGHT>();
    for (limbs, out) in eights.iter().zip(out_eights) {
        // SAFETY: the caller has looked.
        unsafe { eight(limbs, out) };
    }
    for (limb, out) in rest.iter().zip(out_rest) {
        *out = limb.solve();
    }
}

#[target_feature(enable = "avx2")]
fn eight(limbs: &[TwoBone; EIGHT], out: &mut [TwoBoneTurns; EIGHT]) {
    super::two_bone::solve::<Eight>(&Input::eight(limbs)).store(out);
}

impl Input<Eight> {
    #[inline(always)]
    fn eight(limbs: &[TwoBone; EIGHT]) -> Self {
        let number = |of: fn(&TwoBone) -> f32| Eight::of(limbs.each_ref().map(of));
        let vector = |of: fn(&TwoBone) -> Vec3| {
            let of = limbs.each_ref().map(of);
            V3([Eight::of(of.map(|v| v.x)), Eight::of(of.map(|v| v.y)), Eight::of(of.map(|v| v.z))])
        };
        // Most do not swivel.
        let half = limbs.each_ref().map(|l| match l.swivel == 0.0 {
            true => (0.0, 1.0),
            false => (l.swivel * 0.5).sin_cos(),
        });
        Self {
            start: vector(|l| l.start),
            middle: vector(|l| l.middle),
            end: vector(|l| l.end),
            hinge: vector(|l| l.hinge),
            goal: vector(|l| l.goal),
            pole: vector(|l| l.pole.unwrap_or_default()),
            has_pole: number(|l| if l.pole.is_some() { 1.0 } else { 0.0 }),
            swivel: (Eight::of(half.map(|h| h.0)), Eight::of(half.map(|h| h.1))),
            softness: number(|l| l.softness),
            stretch: number(|l| l.stretch),
        }
    }
}

impl Output<Eight> {
    #[inline(always)]
    fn store(self, out: &mut [TwoBoneTurns; EIGHT]) {
        let [middle, start] = [self.middle, self.start].map(|q| q.0.map(Eight::numbers));
        let (stretch, error) = (self.stretch.numbers(), self.error.numbers());
        for (n, out) in out.iter_mut().enumerate() {
            let [middle, start] = [middle, start].map(|q| Quat::from_array(q.map(|part| part[n])));
            *out = TwoBoneTurns { middle, start, stretch: stretch[n], error: error[n] };
        }
    }
}
