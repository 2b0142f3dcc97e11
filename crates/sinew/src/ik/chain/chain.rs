use crate::limit::Limit;
use crate::math::turn::part_of;
use crate::math::{Transform, slerp_shortest};
use crate::pose::ModelPose;
use crate::skeleton::{JointIndex, Skeleton};
use glam::{Affine3A, Quat};

/// Joints from a root to a tip, each hanging below the one before, with what they may do. Made once; the solvers bend it.
#[derive(Clone, Debug)]
pub struct Chain {
    links: Vec<Link>,
}

/// A joint of a chain.
#[derive(Clone, Debug)]
pub struct Link {
    pub(crate) joint: JointIndex,
    /// What it may do. The tip's counts only where the tip is to be turned.
    pub limit: Limit,
    /// Where the limit is measured: the joint's rotation against its parent's, as both stand in the model. What is
    /// mirrored counts as the rotation that [`Transform::from_affine`] finds.
    pub reference_rotation: Quat,
    /// How unwilling it is to turn: 0 as willing as any, 1 not at all.
    pub stiffness: f32,
}

/// Why joints make no chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// No joint.
    #[error("a chain needs a joint")]
    Empty,
    /// A joint that the skeleton does not have.
    #[error("there is no joint {joint} ({count} joints)")]
    NoSuchJoint {
        /// Its place.
        joint: u32,
        /// How many there are.
        count: usize,
    },
    /// No effector, or too many.
    #[error("a body has 1 to 32 effectors, and was given {count}")]
    Effectors {
        /// How many there were.
        count: usize,
    },
    /// No piece of a torso, or too many.
    #[error("a torso has 1 to 8 pieces, and was given {count}")]
    Slabs {
        /// How many there were.
        count: usize,
    },
    /// A slot of a rig that cannot have what it was to be given.
    #[error("slot {name:?} is none of a {wanted}")]
    WrongPart {
        /// The slot's name.
        name: String,
        /// What it would have to be.
        wanted: &'static str,
    },
    /// A joint that does not hang below the one before.
    #[error("{joint:?} does not hang below {above:?}")]
    NotBelow {
        /// Its name.
        joint: String,
        /// The name of the one before.
        above: String,
    },
}

impl Link {
    /// Which joint: one of the skeleton that its chain was made for.
    pub fn joint(&self) -> JointIndex {
        self.joint
    }

    /// How much of a turn it takes part in, 0 to 1; what is no number is no stiffness.
    pub(crate) fn willing(&self) -> f32 {
        1.0 - part_of(self.stiffness)
    }

    /// As much of the way from one allowed turn to another as it is willing, within its limit.
    pub(crate) fn follow(&self, from: Quat, to: Quat) -> Quat {
        match self.willing() {
            1.0 => to.normalize(),
            // What lies between two that are allowed need not be.
            share => self.limit.clamp(slerp_shortest(from, to, share)).normalize(),
        }
    }
}

impl Chain {
    /// A chain of `joints`, root first, that may turn any way. Joints between them go along unbent.
    ///
    /// # Errors
    /// When there is none, one does not exist, or one does not hang below the one before.
    pub fn new(skeleton: &Skeleton, joints: &[JointIndex]) -> Result<Self, ChainError> {
        if joints.is_empty() {
            return Err(ChainError::Empty);
        }
        if let Some(joint) = joints.iter().find(|joint| joint.index() >= skeleton.len()) {
            return Err(ChainError::NoSuchJoint { joint: joint.0, count: skeleton.len() });
        }
        for pair in joints.windows(2) {
            let mut above = std::iter::successors(skeleton.parent(pair[1]), |&j| skeleton.parent(j));
            if !above.any(|joint| joint == pair[0]) {
                let name = |joint| skeleton.name(joint).to_owned();
                return Err(ChainError::NotBelow { joint: name(pair[1]), above: name(pair[0]) });
            }
        }
        let rest = ModelPose::rest(skeleton);
        let link = |&joint: &JointIndex| Link {
            joint,
            limit: Limit::free(),
            reference_rotation: relative_rotation(skeleton, rest.as_slice(), joint),
            stiffness: 0.0,
        };
        Ok(Self { links: joints.iter().map(link).collect() })
    }

    /// Its joints, root first.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Its joints, to set what they may do; each stays the joint that it is.
    pub fn links_mut(&mut self) -> &mut [Link] {
        &mut self.links
    }

    /// The joint at its beginning.
    pub fn root(&self) -> JointIndex {
        self.links[0].joint
    }

    /// The joint at its end.
    pub fn tip(&self) -> JointIndex {
        self.links[self.links.len() - 1].joint
    }

    /// The turn of link `n` in a pose, counted as its [`Limit`] counts turns: from where it is measured.
    ///
    /// # Panics
    /// When the chain has no such link, or the slice is shorter than the skeleton.
    pub fn turn_of(&self, skeleton: &Skeleton, model: &[Affine3A], n: usize) -> Quat {
        let link = &self.links[n];
        relative_rotation(skeleton, model, link.joint) * link.reference_rotation.inverse()
    }
}

/// The rotation of a joint against its parent's, as both stand in the model.
pub(crate) fn relative_rotation(skeleton: &Skeleton, model: &[Affine3A], joint: JointIndex) -> Quat {
    let rotation = |joint: JointIndex| Transform::from_affine(&model[joint.index()]).rotation;
    let parent = skeleton.parent(joint).map_or(Quat::IDENTITY, rotation);
    parent.inverse() * rotation(joint)
}

/// How much of what those before have left each of `count` joints takes of a turn that is shared so; what is missing, or no
/// number, is no share.
pub(crate) fn shares_of_what_is_left(shares: &[f32], count: usize) -> Vec<f32> {
    let share = |n: usize| shares.get(n).copied().filter(|s| s.is_finite()).unwrap_or(0.0).max(0.0);
    let left = |n: usize| (n..count).map(share).sum::<f32>();
    (0..count).map(|n| if left(n) > 0.0 { share(n) / left(n) } else { 0.0 }).collect()
}
