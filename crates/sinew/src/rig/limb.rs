use crate::ik::{ArmCollider, Grip, Limb, LimbSettings, SpineAssist};
use crate::skeleton::JointId;
use std::sync::Arc;

/// Limb of an IK rig.
#[derive(Clone, Debug)]
pub(crate) struct LimbPart {
    pub(crate) limb: Limb,
    pub(crate) settings: LimbSettings,
    pub(crate) spine_assist: Option<SpineAssist>,
    pub(crate) collider: Option<Arc<ArmCollider>>,
    pub(crate) grip: Option<Grip>,
}

impl LimbPart {
    pub(crate) fn new(limb: Limb, settings: LimbSettings) -> Self {
        Self { limb, settings, spine_assist: None, collider: None, grip: None }
    }

    /// Highest index of a joint of its attachments.
    pub(crate) fn last_joint(&self) -> Option<JointId> {
        let collider = self.collider.as_ref().and_then(|collider| collider.last_joint());
        collider.max(self.grip.as_ref().and_then(Grip::last_joint))
    }

    /// Whether it has no attachments.
    pub(crate) fn is_alone(&self) -> bool {
        self.spine_assist.is_none() && self.collider.is_none() && self.grip.is_none()
    }

    /// Largest number of joints that are solved at once.
    pub(crate) fn links(&self) -> usize {
        self.spine_assist.as_ref().map_or(3, |spine_assist| spine_assist.chain().links().len().max(3))
    }
}
