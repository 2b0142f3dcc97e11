use crate::limit::{HumanLimits, Limit};
use crate::math::turn::part_of;
use crate::math::{Transform, slerp_shortest};
use crate::pose::ModelPose;
use crate::skeleton::{JointId, Skeleton};
use glam::{Affine3A, Quat};

/// Chain of joints from a root to a tip, each a descendant of the one before, with limits. Made once and
/// shared by solvers.
#[derive(Clone, Debug)]
pub struct Chain {
    links: Vec<Link>,
    /// Fingerprint of its skeleton.
    pub(crate) skeleton: u64,
}

/// Link of a chain: a joint and its limit.
#[derive(Clone, Debug)]
pub struct Link {
    pub(crate) joint: JointId,
    /// Joint limit. That of the tip applies only to goals with a rotation.
    pub limit: Limit,
    /// Reference rotation of the limit: the joint's rotation relative to its parent, both in model space. For
    /// mirrored joints it is the rotation that [`Transform::from_affine`] finds.
    pub reference_rotation: Quat,
    /// Stiffness, 0 (turns freely) to 1 (does not turn).
    pub stiffness: f32,
}

/// Error in building a chain, limb, body, collider or foot IK.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IkSetupError {
    /// No joint.
    #[error("a chain needs a joint")]
    Empty,
    /// Joint that the skeleton does not have.
    #[error("there is no joint {joint} ({count} joints)")]
    NoSuchJoint {
        /// Index of the joint.
        joint: u32,
        /// Number of joints of the skeleton.
        count: usize,
    },
    /// No effector, or too many.
    #[error("a full body has 1 to 32 effectors, not {count}")]
    Effectors {
        /// Number given.
        count: usize,
    },
    /// No slab of a collider, or too many.
    #[error("an arm collider has 1 to 8 slabs, not {count}")]
    Slabs {
        /// Number given.
        count: usize,
    },
    /// Joint that is no descendant of the one before.
    #[error("{joint:?} is not a descendant of {above:?}")]
    NotBelow {
        /// Name of the joint.
        joint: String,
        /// Name of the joint before.
        above: String,
    },
}

impl Link {
    /// Joint, of the skeleton that the chain was made for.
    #[must_use]
    pub fn joint(&self) -> JointId {
        self.joint
    }

    /// Share of a rotation that the joint takes: 1 minus the stiffness; 1 for a stiffness that is NaN.
    pub(crate) fn flexibility(&self) -> f32 {
        1.0 - part_of(self.stiffness)
    }

    /// Blend from one allowed rotation to another by the stiffness, within the limit.
    pub(crate) fn follow(&self, from: Quat, to: Quat) -> Quat {
        match self.flexibility() {
            1.0 => to.normalize(),
            // A blend of two allowed rotations need not be allowed.
            share => self.limit.clamp(slerp_shortest(from, to, share)).normalize(),
        }
    }
}

impl Chain {
    /// Chain of `joints`, root first, without limits. Joints between them keep their local rotations.
    ///
    /// # Errors
    /// When there is no joint, one does not exist, or one is no descendant of the one before.
    pub fn new(skeleton: &Skeleton, joints: &[JointId]) -> Result<Self, IkSetupError> {
        if joints.is_empty() {
            return Err(IkSetupError::Empty);
        }
        if let Some(joint) = joints.iter().find(|joint| joint.index() >= skeleton.len()) {
            return Err(IkSetupError::NoSuchJoint { joint: joint.0, count: skeleton.len() });
        }
        for pair in joints.windows(2) {
            let mut above = std::iter::successors(skeleton.parent(pair[1]), |&j| skeleton.parent(j));
            if !above.any(|joint| joint == pair[0]) {
                let name = |joint| skeleton.name(joint).to_owned();
                return Err(IkSetupError::NotBelow { joint: name(pair[1]), above: name(pair[0]) });
            }
        }
        let rest = ModelPose::reference(skeleton);
        let link = |&joint: &JointId| Link {
            joint,
            limit: Limit::free(),
            reference_rotation: relative_rotation(skeleton, rest.as_slice(), joint),
            stiffness: 0.0,
        };
        Ok(Self { links: joints.iter().map(link).collect(), skeleton: skeleton.fingerprint() })
    }

    /// Links, root first.
    #[must_use]
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Links, to set limits and stiffness.
    pub fn links_mut(&mut self) -> &mut [Link] {
        &mut self.links
    }

    /// First joint.
    #[must_use]
    pub fn root(&self) -> JointId {
        self.links[0].joint
    }

    /// Last joint.
    #[must_use]
    pub fn tip(&self) -> JointId {
        self.links[self.links.len() - 1].joint
    }

    /// Rotation of link `n` in a pose, relative to its reference rotation, as its [`Limit`] takes it.
    ///
    /// # Panics
    /// When the chain has no such link, or the slice is shorter than the skeleton.
    #[must_use]
    pub fn relative_rotation(&self, skeleton: &Skeleton, model: &[Affine3A], n: usize) -> Quat {
        let link = &self.links[n];
        relative_rotation(skeleton, model, link.joint) * link.reference_rotation.inverse()
    }

    /// Sets the limits of a humanoid's joints.
    #[must_use]
    pub fn with_limits(mut self, limits: &HumanLimits) -> Self {
        for link in self.links_mut() {
            if let Some((limit, reference)) = limits.get(link.joint) {
                (link.limit, link.reference_rotation) = (limit.clone(), reference);
            }
        }
        self
    }
}

/// Rotation of a joint relative to its parent, both in model space.
pub(crate) fn relative_rotation(skeleton: &Skeleton, model: &[Affine3A], joint: JointId) -> Quat {
    let rotation = |joint: JointId| Transform::from_affine(&model[joint.index()]).rotation;
    let parent = skeleton.parent(joint).map_or(Quat::IDENTITY, rotation);
    parent.inverse() * rotation(joint)
}

/// Shares of the remaining rotation for each of `count` joints, from shares of the whole rotation; missing
/// and non-finite shares are 0.
pub(crate) fn shares_of_what_is_left(shares: &[f32], count: usize) -> Vec<f32> {
    let share = |n: usize| shares.get(n).copied().filter(|s| s.is_finite()).unwrap_or(0.0).max(0.0);
    let left = |n: usize| (n..count).map(share).sum::<f32>();
    (0..count).map(|n| if left(n) > 0.0 { share(n) / left(n) } else { 0.0 }).collect()
}
