use super::{JointIndex, Skeleton};

/// How much of something reaches each joint: 0 nothing, 1 all of it.
#[derive(Clone, Debug, PartialEq)]
pub struct JointMask {
    weights: Vec<f32>,
}

impl JointMask {
    /// The same weight for every joint of `skeleton`, brought into 0..1.
    pub fn uniform(skeleton: &Skeleton, weight: f32) -> Self {
        Self { weights: vec![within(weight); skeleton.len()] }
    }

    #[cfg(test)]
    pub(crate) fn of(joints: usize, weight: f32) -> Self {
        Self { weights: vec![weight; joints] }
    }

    /// `joint` and all that hangs from it.
    pub fn branch(skeleton: &Skeleton, joint: JointIndex) -> Self {
        let mut mask = Self::uniform(skeleton, 0.0);
        mask.set_branch(skeleton, joint, 1.0);
        mask
    }

    /// Sets one joint's weight, brought into 0..1.
    pub fn set(&mut self, joint: JointIndex, weight: f32) {
        self.weights[joint.index()] = within(weight);
    }

    /// Sets the weight of `joint` and of all that hangs from it.
    pub fn set_branch(&mut self, skeleton: &Skeleton, joint: JointIndex, weight: f32) {
        let mut inside = vec![false; self.weights.len()];
        for at in skeleton.joints() {
            inside[at.index()] = at == joint || skeleton.parent(at).is_some_and(|p| inside[p.index()]);
            if inside[at.index()] {
                self.set(at, weight);
            }
        }
    }

    /// What the mask leaves out.
    #[must_use]
    pub fn inverted(mut self) -> Self {
        self.weights.iter_mut().for_each(|weight| *weight = 1.0 - *weight);
        self
    }

    /// One joint's weight.
    #[inline]
    pub fn weight(&self, joint: JointIndex) -> f32 {
        self.weights[joint.index()]
    }

    /// Whether anything reaches a joint; nothing does where there is no such joint.
    #[inline]
    pub(crate) fn reaches(&self, joint: JointIndex) -> bool {
        self.weights.get(joint.index()).is_some_and(|weight| *weight > 0.0)
    }

    /// A weight per joint, in the skeleton's order.
    pub fn as_slice(&self) -> &[f32] {
        &self.weights
    }
}

/// A weight in 0..1; what is no number is 0.
fn within(weight: f32) -> f32 {
    if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::skeleton::Joint;

    #[test]
    fn a_branch_is_a_joint_and_what_hangs_from_it() {
        let parents = [None, Some(0), Some(1), Some(0), Some(2)];
        let joint = |parent| Joint { name: String::new(), parent, rest: Transform::IDENTITY, in_scene: true };
        let skeleton = Skeleton::new(parents.map(joint).to_vec()).unwrap();
        let at = |n| skeleton.by_source(n).unwrap();
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
