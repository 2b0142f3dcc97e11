//! Joints that move against the bones they hang from, between rigs that share their names: hips that bob, tongues that
//! come out, doors that slide.

use crate::clip::Track;
use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Quat, Vec3};

/// How a target joint moves against its parent as a source joint does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    pub(super) source: JointIndex,
    pub(super) target: JointIndex,
    /// From the source's parent to the target's, as both rest.
    pub(super) turn: Quat,
    pub(super) scale: f32,
}

impl Slide {
    /// Moves the joint in a local pose of the target.
    pub(super) fn apply(&self, from: (&Skeleton, &[Transform]), to: &mut [Transform]) {
        let (joint, rest) = (self.source.index(), &from.0.rest()[self.source.index()]);
        let way = self.turn * (from.1[joint].translation - rest.translation) * self.scale;
        if way.is_finite() {
            to[self.target.index()].translation += way;
        }
    }
}

/// Whether any key is apart from where a joint rests.
pub(super) fn is_apart(keys: Option<&Track<Vec3>>, rest: Vec3) -> bool {
    let keys = keys.into_iter().flat_map(|keys| (0..keys.times().len()).map(|k| keys.key(k)[0]));
    keys.into_iter().any(|key| !key.abs_diff_eq(rest, 1e-4 + 1e-3 * rest.length()))
}
