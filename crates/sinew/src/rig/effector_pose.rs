//! Poses of a rig's effectors.

use crate::math::turn::rotation_of;
use crate::rig::part::PartKind;
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
    /// Pose of an effector in a pose of the skeleton.
    ///
    /// # Panics
    /// When the effector belongs to another rig, or the slice is shorter than the skeleton.
    #[must_use]
    pub fn effector_pose(&self, effector: EffectorId, model: &[Affine3A]) -> EffectorPose {
        let part = self.parts.iter().find(|part| part.effectors.contains(&effector.index()));
        let part = part.expect("the effector belongs to another rig");
        let joint = &model[part.tip().index()];
        EffectorPose::Position(match &part.kind {
            PartKind::Look(look, _) => {
                let (origin, direction) = look.line(joint);
                return EffectorPose::Line { origin, direction };
            }
            PartKind::Limb(limb) => match &limb.grip {
                Some(grip) => grip.palm_position(&model[grip.hand().index()]),
                None => joint.translation.into(),
            },
            PartKind::Body(body, _) => {
                let effector = effector.index() - part.effectors.start;
                let joint = &model[body.effector_joint(effector).index()];
                Vec3::from(joint.translation) + rotation_of(joint) * body.effectors[effector].offset
            }
            PartKind::Chain(..) | PartKind::Leg(..) | PartKind::Spline(..) => joint.translation.into(),
        })
    }
}
