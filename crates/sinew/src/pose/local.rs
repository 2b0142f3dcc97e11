use crate::clone_from::impl_clone_from;
use crate::math::Transform;
use crate::skeleton::{JointId, Skeleton};

/// Local pose: one transform per joint, relative to its parent.
#[derive(Debug, Default, PartialEq)]
pub struct LocalPose {
    transforms: Vec<Transform>,
}

impl_clone_from!(LocalPose { transforms });

impl LocalPose {
    /// Rest pose of a skeleton.
    #[must_use]
    pub fn rest(skeleton: &Skeleton) -> Self {
        Self { transforms: skeleton.rest().to_vec() }
    }

    /// Reference pose of a skeleton.
    #[must_use]
    pub fn reference(skeleton: &Skeleton) -> Self {
        Self { transforms: skeleton.reference().to_vec() }
    }

    /// Resets every joint to its rest transform.
    ///
    /// # Panics
    /// When the skeleton has another number of joints.
    pub fn reset(&mut self, skeleton: &Skeleton) {
        self.transforms.copy_from_slice(skeleton.rest());
    }

    /// Copies `other`. Does not allocate where the lengths are equal.
    pub fn copy_from(&mut self, other: &Self) {
        self.transforms.clear();
        self.transforms.extend_from_slice(&other.transforms);
    }

    /// Transform of a joint.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[inline]
    #[must_use]
    pub fn get(&self, joint: JointId) -> &Transform {
        &self.transforms[joint.index()]
    }

    /// Mutable transform of a joint.
    ///
    /// # Panics
    /// When the joint does not exist.
    #[inline]
    #[must_use]
    pub fn get_mut(&mut self, joint: JointId) -> &mut Transform {
        &mut self.transforms[joint.index()]
    }

    /// All transforms, in the skeleton's order.
    #[must_use]
    pub fn as_slice(&self) -> &[Transform] {
        &self.transforms
    }

    /// All transforms, mutable.
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Transform] {
        &mut self.transforms
    }
}
