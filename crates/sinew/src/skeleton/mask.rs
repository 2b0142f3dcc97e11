use super::{JointId, Skeleton};
use crate::clone_from::impl_clone_from;

/// Joint mask: a weight per joint, 0 unaffected, 1 fully affected.
#[derive(Debug, PartialEq)]
pub struct JointMask {
    weights: Vec<f32>,
}

impl_clone_from!(JointMask { weights });

impl JointMask {
    /// Mask with one weight for all joints of `skeleton`, clamped to 0..1.
    #[must_use]
    pub fn uniform(skeleton: &Skeleton, weight: f32) -> Self {
        Self { weights: vec![within(weight); skeleton.len()] }
    }

    #[cfg(test)]
    pub(crate) fn of(joints: usize, weight: f32) -> Self {
        Self { weights: vec![weight; joints] }
    }

    /// Mask with weight 1 for `joint` and its descendants, 0 for all others.
    #[must_use]
    pub fn branch(skeleton: &Skeleton, joint: JointId) -> Self {
        let mut mask = Self::uniform(skeleton, 0.0);
        mask.set_branch(skeleton, joint, 1.0);
        mask
    }

    /// Sets the weight of one joint, clamped to 0..1; NaN counts as 0.
    ///
    /// # Panics
    /// When the joint does not exist.
    pub fn set(&mut self, joint: JointId, weight: f32) {
        self.weights[joint.index()] = within(weight);
    }

    /// Sets the weight of `joint` and its descendants, clamped to 0..1. `skeleton` must be that of the mask;
    /// a joint that it lacks changes nothing.
    pub fn set_branch(&mut self, skeleton: &Skeleton, joint: JointId, weight: f32) {
        let mut inside = vec![false; self.weights.len()];
        for at in skeleton.joints().take(self.weights.len()) {
            inside[at.index()] = at == joint || skeleton.parent(at).is_some_and(|p| inside[p.index()]);
            if inside[at.index()] {
                self.set(at, weight);
            }
        }
    }

    /// The complementary mask: every weight subtracted from 1.
    #[must_use]
    pub fn inverted(mut self) -> Self {
        self.weights.iter_mut().for_each(|weight| *weight = 1.0 - *weight);
        self
    }

    /// Replaces each weight by its combination with another mask's, clamped to 0..1.
    pub(crate) fn combine(&mut self, other: &Self, with: impl Fn(f32, f32) -> f32) {
        for (weight, other) in self.weights.iter_mut().zip(&other.weights) {
            *weight = within(with(*weight, *other));
        }
    }

    /// Weight of one joint.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[inline]
    #[must_use]
    pub fn weight(&self, joint: JointId) -> f32 {
        self.weights[joint.index()]
    }

    /// Whether the weight of a joint is above 0; false for a joint that does not exist.
    #[inline]
    pub(crate) fn reaches(&self, joint: JointId) -> bool {
        self.weights.get(joint.index()).is_some_and(|weight| *weight > 0.0)
    }

    /// Weights of all joints, in the skeleton's order.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.weights
    }
}

/// A weight clamped to 0..1; NaN becomes 0.
fn within(weight: f32) -> f32 {
    if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::skeleton::Joint;

    #[test]
    fn a_branch_is_a_joint_and_its_descendants() {
        let parents = [None, Some(0), Some(1), Some(0), Some(2)];
        let joint = |parent| Joint { name: String::new(), parent, rest: Transform::IDENTITY, in_scene: true };
        let skeleton = Skeleton::new(parents.map(joint).to_vec()).unwrap();
        let at = |n| skeleton.by_file_index(n).unwrap();
        assert_eq!(
            [0, 1, 2, 3, 4].map(|n| skeleton.is_descendant_of(at(n), at(1))),
            [false, true, true, false, true]
        );
        let mut mask = JointMask::branch(&skeleton, at(1));
        assert_eq!([0, 1, 2, 3, 4].map(|n| mask.weight(at(n))), [0.0, 1.0, 1.0, 0.0, 1.0]);
        mask.set(at(4), 7.0);
        mask.set(at(2), f32::NAN);
        assert_eq!([0, 1, 2, 3, 4].map(|n| mask.clone().inverted().weight(at(n))), [1.0, 0.0, 1.0, 1.0, 0.0]);
    }
}
