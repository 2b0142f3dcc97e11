/// Spine, chest and upper chest among the joints of a spine in ascending order. Of more than three joints the first, the
/// middle and the last are used.
pub(super) fn spine_bones(joints: &[usize]) -> [Option<usize>; 3] {
    match joints {
        [] => [None; 3],
        [only] => [Some(*only), None, None],
        [low, high] => [Some(*low), Some(*high), None],
        [low, .., high] => [Some(*low), Some(joints[joints.len() / 2]), Some(*high)],
    }
}
