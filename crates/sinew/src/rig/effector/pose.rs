//! Poses of a rig's effectors.

use crate::rig::part::{Part, PartKind};
use crate::rig::{EffectorId, IkRig};
use glam::{Affine3A, Vec3};

/// Pose of an effector, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum EffectorPose {
    /// Position of a joint, a grip or an effector of a body.
    Position(Vec3),
    /// Line of sight of a look.
    Line {
        /// Start of the line.
        origin: Vec3,
        /// Unit direction.
        direction: Vec3,
    },
}

impl IkRig {
    /// Part of an effector.
    ///
    /// # Panics
    /// When the effector belongs to another rig.
    pub(crate) fn part_of(&self, effector: EffectorId) -> &Part {
        let part = self.parts.iter().find(|part| part.effectors.contains(&effector.index()));
        part.expect("the effector belongs to another rig")
    }

    /// Pose of an effector in a pose of the skeleton.
    ///
    /// # Panics
    /// When the effector belongs to another rig, or the slice is shorter than the skeleton.
    #[must_use]
    pub fn effector_pose(&self, effector: EffectorId, model: &[Affine3A]) -> EffectorPose {
        let part = self.part_of(effector);
        match &part.kind {
            PartKind::Look(look, _) => {
                let (origin, direction) = look.line(&model[part.tip().index()]);
                EffectorPose::Line { origin, direction }
            }
            _ => EffectorPose::Position(part.position(effector.index() - part.effectors.start, model)),
        }
    }
}
