use crate::math::{TINY, Transform};
use crate::skeleton::JointMask;

/// Input of [`blend`](super::blend()): a pose with its weight and mask.
#[derive(Clone, Copy, Debug)]
pub struct BlendLayer<'a> {
    /// Local transforms, one per joint.
    pub pose: &'a [Transform],
    /// Weight relative to the other layers. Values below 1e-18 and NaN count as 0, values above 1e18 as 1e18.
    pub weight: f32,
    /// Factors on the weight per joint; `None` for 1.
    pub mask: Option<&'a JointMask>,
}

/// Largest weight; sums and quotients of weights stay finite.
const MAX: f32 = 1.0 / TINY;

/// Effective value of a weight: 0 for tiny, negative and NaN ones, at most [`MAX`].
#[inline(always)]
pub(super) fn counted(weight: f32) -> f32 {
    if weight >= TINY { weight.min(MAX) } else { 0.0 }
}
