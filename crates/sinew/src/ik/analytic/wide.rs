//! Many of a kind in closed form: eight at a time, then four, then one by one.

#![allow(unsafe_code, reason = "called only where the processor has the instructions")]

use crate::ik::analytic::four::{FOUR, Four};
use crate::ik::analytic::lane::Wide;

/// What is solved in closed form, alone or beside others of its kind.
pub(crate) trait Closed: Sized {
    /// What comes of it.
    type Answer: Copy;
    /// What comes of what asks for nothing.
    const NOTHING: Self::Answer;

    #[inline(always)]
    fn alone(&self) -> Self::Answer {
        let mut out = [Self::NOTHING];
        Self::together::<f32, 1>(std::array::from_ref(self), &mut out);
        out[0]
    }

    fn together<L: Wide<N>, const N: usize>(these: &[Self; N], out: &mut [Self::Answer; N]);
}

/// Solves all, each to its place.
pub(crate) fn solve<T: Closed>(these: &[T], out: &mut [T::Answer]) {
    #[cfg(target_arch = "x86_64")]
    let (these, out) = eights(these, out);
    let (fours, rest) = these.as_chunks::<FOUR>();
    let (out_fours, out_rest) = out.as_chunks_mut::<FOUR>();
    for (these, out) in fours.iter().zip(out_fours) {
        T::together::<Four, FOUR>(these, out);
    }
    for (this, out) in rest.iter().zip(out_rest) {
        *out = this.alone();
    }
}

/// Solves two: as long as four take, which is less than one after the other.
pub(crate) fn solve_two<T: Closed + Copy>([one, other]: [T; 2]) -> [T::Answer; 2] {
    let mut out = [T::NOTHING; FOUR];
    T::together::<Four, FOUR>(&[one, other, one, other], &mut out);
    [out[0], out[1]]
}

/// Solves as many as there are eights of; gives what is left.
#[cfg(target_arch = "x86_64")]
fn eights<'a, T: Closed>(these: &'a [T], out: &'a mut [T::Answer]) -> (&'a [T], &'a mut [T::Answer]) {
    use crate::ik::analytic::eight::{EIGHT, Eight};

    #[target_feature(enable = "avx2")]
    fn eight<T: Closed>(these: &[T; EIGHT], out: &mut [T::Answer; EIGHT]) {
        T::together::<Eight, EIGHT>(these, out);
    }

    if !crate::math::lanes::is_possible() {
        return (these, out);
    }
    let (eights, rest) = these.as_chunks::<EIGHT>();
    let (out_eights, out_rest) = out.as_chunks_mut::<EIGHT>();
    for (these, out) in eights.iter().zip(out_eights) {
        // SAFETY: the processor has been asked.
        unsafe { eight(these, out) };
    }
    (rest, out_rest)
}
