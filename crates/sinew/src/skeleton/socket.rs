use super::{JointId, Skeleton};
use crate::math::Transform;
use glam::Affine3A;

/// Attachment point on a joint: for a sword in a hand, a hat on a head, an arrow where it hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Socket {
    /// Joint that the socket follows.
    pub joint: JointId,
    /// Transform of the socket relative to the joint.
    pub offset: Transform,
}

impl Socket {
    /// Socket at the origin of a joint.
    #[must_use]
    pub fn at(joint: JointId) -> Self {
        Self { joint, offset: Transform::IDENTITY }
    }

    /// Socket at the origin of the first joint of this name; `None` if there is none.
    #[must_use]
    pub fn named(skeleton: &Skeleton, name: &str) -> Option<Self> {
        skeleton.find(name).map(Self::at)
    }

    /// Socket on a joint whose `offset` is in metres of the model, along the axes of the joint: joints may have a scale in the
    /// reference pose, such as 0.01 in files in centimetres, which neither position nor scale of the socket then have.
    #[must_use]
    pub fn in_metres(skeleton: &Skeleton, joint: JointId, offset: &Transform) -> Self {
        let local = |joint: JointId| skeleton.reference().get(joint.index()).map(Transform::to_affine);
        let above = std::iter::successors(Some(joint), |joint| {
            (joint.index() < skeleton.len()).then(|| skeleton.parent(*joint)).flatten()
        });
        let model = above.filter_map(local).fold(Affine3A::IDENTITY, |model, parent| parent * model);
        let unit = model.matrix3.x_axis.length().recip();
        let unit = if unit.is_finite() { unit } else { 1.0 };
        let offset =
            Transform { translation: offset.translation * unit, scale: offset.scale * unit, ..*offset };
        Self { joint, offset }
    }
}
