use crate::math::Transform;
use crate::skeleton::JointMask;

/// Asserts that poses and masks have `joints` entries.
///
/// # Panics
/// When one has another length.
#[inline(always)]
#[track_caller]
pub(super) fn expect_same_length<'a>(
    joints: usize,
    poses: impl IntoIterator<Item = &'a [Transform]>,
    masks: impl IntoIterator<Item = Option<&'a JointMask>>,
) {
    let masks = masks.into_iter().flatten().map(|mask| mask.as_slice().len());
    for length in poses.into_iter().map(<[Transform]>::len).chain(masks) {
        assert_eq!(length, joints, "poses and masks of one skeleton");
    }
}
