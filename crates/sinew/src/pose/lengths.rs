use crate::math::Transform;
use crate::skeleton::JointMask;

/// Poses and masks that are worked on together are of one skeleton.
///
/// # Panics
/// Where they are not.
#[inline(always)]
#[track_caller]
pub(super) fn expect_equal<'a>(
    joints: usize,
    poses: impl IntoIterator<Item = &'a [Transform]>,
    masks: impl IntoIterator<Item = Option<&'a JointMask>>,
) {
    let masks = masks.into_iter().flatten().map(|mask| mask.as_slice().len());
    for length in poses.into_iter().map(<[Transform]>::len).chain(masks) {
        assert_eq!(length, joints, "poses and masks of one skeleton");
    }
}
