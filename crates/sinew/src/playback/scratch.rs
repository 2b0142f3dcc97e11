//! Poses for intermediate results. All actors of a thread use the same ones in turn, so that they stay in the
//! cache: in a crowd the memory of an actor is what a frame costs most.

use super::FullPose;
use std::cell::Cell;

thread_local! {
    static POSES: Cell<Vec<FullPose>> = const { Cell::new(Vec::new()) };
}

/// Lends `count` scratch poses with the lengths of `rest` to `work`; their values are left over from earlier
/// calls. Allocates where the thread has had fewer or smaller poses so far. Calls must not be nested: an
/// inner call would allocate poses of its own.
pub(crate) fn with_scratch_poses<R>(
    rest: &FullPose,
    count: usize,
    work: impl FnOnce(&mut [FullPose]) -> R,
) -> R {
    // Taken out, so that a call from within `work` finds none instead of the same.
    let mut poses = POSES.take();
    for pose in poses.iter_mut().take(count) {
        pose.match_layout(rest);
    }
    while poses.len() < count {
        poses.push(rest.clone());
    }
    let result = work(&mut poses[..count]);
    POSES.set(poses);
    result
}

/// Allocates for [`with_scratch_poses`] ahead of the first frame, on this thread.
pub(crate) fn reserve_scratch_poses(rest: &FullPose, count: usize) {
    with_scratch_poses(rest, count, |_| {});
}
