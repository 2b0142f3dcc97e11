//! Scratch memory of chains that all states of a thread use in turn, so that it stays in the cache: in a
//! crowd the memory of an actor is what a frame costs most.

use crate::ik::ChainScratch;
use std::cell::Cell;

thread_local! {
    static SCRATCH: Cell<ChainScratch> = Cell::default();
}

/// Lends the thread's scratch memory to `work`. Allocates where the thread has had shorter chains so far.
pub(crate) fn with_chain_scratch<R>(work: impl FnOnce(&mut ChainScratch) -> R) -> R {
    // Taken out, so that a call from within `work` finds empty memory instead of the same.
    let mut scratch = SCRATCH.take();
    let result = work(&mut scratch);
    SCRATCH.set(scratch);
    result
}

/// Allocates for chains of up to `links` joints ahead of the first frame, on this thread.
pub(crate) fn reserve_chain_scratch(links: usize) {
    with_chain_scratch(|scratch| scratch.reserve(links));
}
