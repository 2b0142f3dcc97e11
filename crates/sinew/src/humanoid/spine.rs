//! Choice of spine, chest and upper chest among the joints of a trunk.

use super::joint_tree::JointTree;

/// Distance from the hips, as a share of the trunk's length, below which a joint lies where they do.
const SAME_POSITION: f32 = 1e-3;

/// Joints of a trunk, in ascending order, without those that lie where the hips do, unless all do: Biped
/// exports have one between hips and spine.
pub(super) fn above_hips(tree: &JointTree, hips: usize, joints: &[usize]) -> Vec<usize> {
    let far = |joint: usize| (tree.position(joint) - tree.position(hips)).length();
    let trunk = joints.iter().map(|joint| far(*joint)).fold(0.0, f32::max);
    joints.iter().copied().filter(|joint| far(*joint) >= SAME_POSITION * trunk).collect()
}

/// Spine, chest and upper chest among the joints of a spine in ascending order. Of more than three joints the
/// first, the middle and the last are used.
pub(super) fn spine_bones(joints: &[usize]) -> [Option<usize>; 3] {
    match joints {
        [] => [None; 3],
        [only] => [Some(*only), None, None],
        [low, high] => [Some(*low), Some(*high), None],
        [low, .., high] => [Some(*low), Some(joints[joints.len() / 2]), Some(*high)],
    }
}
