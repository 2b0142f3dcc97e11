//! Batches of problems in closed form: eight at a time, then four, then one by one.

use crate::math::simd::{Lanes, Simd, f32x8, kernel, native};
use glam::Vec4;

const FOUR: usize = 4;
const EIGHT: usize = 8;

/// A problem that is solved in closed form, alone or beside others of its kind.
pub(crate) trait Closed: Sized {
    type Answer: Copy;
    /// The answer to a problem that asks for nothing.
    const NOTHING: Self::Answer;

    #[inline(always)]
    fn alone(&self) -> Self::Answer {
        let mut out = [Self::NOTHING];
        Self::together::<f32, 1>((), std::array::from_ref(self), &mut out);
        out[0]
    }

    fn together<L: Lanes<N>, const N: usize>(
        token: L::Token,
        problems: &[Self; N],
        out: &mut [Self::Answer; N],
    );
}

/// Solves all problems; each answer has the index of its problem.
pub(crate) fn solve<T: Closed>(problems: &[T], out: &mut [T::Answer]) {
    match native() {
        Some(simd) => {
            let done = eights(simd, problems, out);
            fours(&problems[done..], &mut out[done..]);
        }
        None => fours(problems, out),
    }
}

/// Solves two: as long as four take, which is less than one after the other.
pub(crate) fn solve_two<T: Closed + Copy>([one, other]: [T; 2]) -> [T::Answer; 2] {
    let mut out = [T::NOTHING; FOUR];
    T::together::<Vec4, FOUR>((), &[one, other, one, other], &mut out);
    [out[0], out[1]]
}

/// Solves four at a time, then one by one.
fn fours<T: Closed>(problems: &[T], out: &mut [T::Answer]) {
    let (fours, rest) = problems.as_chunks::<FOUR>();
    let (out_fours, out_rest) = out.as_chunks_mut::<FOUR>();
    for (problems, out) in fours.iter().zip(out_fours) {
        T::together::<Vec4, FOUR>((), problems, out);
    }
    for (this, out) in rest.iter().zip(out_rest) {
        *out = this.alone();
    }
}

/// Solves eight at a time; gives how many are done.
fn eights<S: Simd, T: Closed>(simd: S, problems: &[T], out: &mut [T::Answer]) -> usize {
    let eights = problems.as_chunks::<EIGHT>().0;
    for (problems, out) in eights.iter().zip(out.as_chunks_mut::<EIGHT>().0) {
        eight(simd, problems, out);
    }
    eights.len() * EIGHT
}

kernel! {
    fn eight<S, T: Closed>(simd: S, problems: &[T; EIGHT], out: &mut [T::Answer; EIGHT]) {
        T::together::<f32x8<S>, EIGHT>(simd, problems, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ik::analytic::aim::Aim;
    use crate::ik::analytic::two_bone::TwoBone;
    use crate::math::simd::each_level;
    use glam::Vec3;

    #[test]
    fn eight_at_a_time_give_the_same_as_one() {
        let mut random = fastrand::Rng::with_seed(6);
        let mut three = || Vec3::from_array(std::array::from_fn(|_| random.f32() - 0.5));
        let limbs: [TwoBone; EIGHT] = std::array::from_fn(|n| TwoBone {
            pole: (n % 2 == 0).then(&mut three),
            swivel: (n / 4) as f32,
            softness: 0.1 * (n % 3) as f32,
            stretch: 1.0 + 0.1 * (n % 5) as f32,
            ..TwoBone::new([three(), three(), three()], three().normalize(), three())
        });
        let aims: [Aim; EIGHT] = std::array::from_fn(|_| Aim::new(three(), three().normalize(), three()));
        each_level!(simd => {
            let mut out = [TwoBone::NOTHING; EIGHT];
            assert_eq!(eights(simd, &limbs, &mut out), EIGHT);
            assert_eq!(out, limbs.each_ref().map(|limb| limb.alone()));
            let mut out = [Aim::NOTHING; EIGHT];
            assert_eq!(eights(simd, &aims, &mut out), EIGHT);
            assert_eq!(out, aims.each_ref().map(|aim| aim.alone()));
        });
    }
}
