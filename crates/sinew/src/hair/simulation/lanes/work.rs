use super::access::Access;
use crate::math::simd::{LANES, Lanes, f32x8, kernel, native};
use glam::Vec4;

/// Work on the hairs of a group, as many side by side as the processor has lanes for. Every lane is a hair
/// for itself: what is computed for one must not depend on the others.
pub(in crate::hair) trait LaneWork {
    fn run<L: Lanes<N>, const N: usize>(&mut self, lanes: Access<L, N>);
}

/// Does the work in all lanes.
pub(in crate::hair) fn each_lane<T: LaneWork>(work: &mut T) {
    #[cfg(test)]
    if tests::NARROW.get() {
        return four_and_four(work);
    }
    match native() {
        Some(simd) => eight(simd, work),
        None => four_and_four(work),
    }
}

kernel! {
    fn eight<S, T: LaneWork>(simd: S, work: &mut T) {
        work.run::<f32x8<S>, LANES>(Access::new(simd, 0));
    }
}

fn four_and_four<T: LaneWork>(work: &mut T) {
    const FOUR: usize = LANES / 2;
    work.run::<Vec4, FOUR>(Access::new((), 0));
    work.run::<Vec4, FOUR>(Access::new((), FOUR));
}

#[cfg(test)]
pub(in crate::hair) mod tests {
    use std::cell::Cell;

    thread_local! {
        /// Whether this thread works four lanes at a time, as on a processor without wider ones.
        pub(in crate::hair) static NARROW: Cell<bool> = const { Cell::new(false) };
    }
}
