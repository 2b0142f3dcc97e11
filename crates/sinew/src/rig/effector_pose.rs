//! Where the slots of a rig stand in a pose.

use crate::math::turn::rotation_of;
use crate::rig::rig::PartKind;
use crate::rig::{EffectorId, IkRig};
use glam::{Affine3A, Vec3};

/// What comes to the goals of a slot, in model space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EffectorPose {
    /// A place that reaches: of a joint, of a palm, of what is pulled at a body.
    Place(Vec3),
    /// A line that comes to point at what is looked at.
    Line {
        /// Where it starts.
        from: Vec3,
        /// Where it points; unit.
        direction: Vec3,
    },
}

impl IkRig {
    /// What comes to the goals of a slot, as it stands in a pose.
    ///
    /// # Panics
    /// When the slot is of another rig, or the slice is shorter than the skeleton.
    pub fn tip(&self, slot: EffectorId, model: &[Affine3A]) -> EffectorPose {
        let part = self.parts.iter().find(|part| part.slots.contains(&slot.index()));
        let part = part.expect("a slot of this rig");
        let joint = &model[part.tip().index()];
        EffectorPose::Place(match &part.kind {
            PartKind::Look(look, _) => {
                let (from, direction) = look.line(joint);
                return EffectorPose::Line { from, direction };
            }
            PartKind::Limb(limb) => match &limb.palm {
                Some(palm) => palm.place(&model[palm.hand().index()]),
                None => joint.translation.into(),
            },
            PartKind::Body(body, _) => {
                let effector = slot.index() - part.slots.start;
                let joint = &model[body.effector(effector).index()];
                Vec3::from(joint.translation) + rotation_of(joint) * body.effectors[effector].offset
            }
            PartKind::Chain(..) | PartKind::Leg(..) | PartKind::Spline(..) => joint.translation.into(),
        })
    }
}
