use crate::math::Transform;
use crate::skeleton::{JointIndex, Skeleton};

/// A transform per joint, each relative to its parent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocalPose {
    transforms: Vec<Transform>,
}

impl LocalPose {
    /// The skeleton's rest pose.
    pub fn rest(skeleton: &Skeleton) -> Self {
        Self { transforms: skeleton.rest().to_vec() }
    }

    /// Puts every joint back to its rest transform. The pose must be of the same skeleton.
    pub fn reset(&mut self, skeleton: &Skeleton) {
        self.transforms.copy_from_slice(skeleton.rest());
    }

    /// Becomes equal to `other`. Allocates nothing where the lengths are equal.
    pub fn copy_from(&mut self, other: &Self) {
        self.transforms.clear();
        self.transforms.extend_from_slice(&other.transforms);
    }

    /// One joint's transform.
    #[inline]
    pub fn get(&self, joint: JointIndex) -> &Transform {
        &self.transforms[joint.index()]
    }

    /// One joint's transform, to change.
    #[inline]
    pub fn get_mut(&mut self, joint: JointIndex) -> &mut Transform {
        &mut self.transforms[joint.index()]
    }

    /// All transforms, in the skeleton's order.
    pub fn as_slice(&self) -> &[Transform] {
        &self.transforms
    }

    /// All transforms, to change.
    pub fn as_mut_slice(&mut self) -> &mut [Transform] {
        &mut self.transforms
    }
}
