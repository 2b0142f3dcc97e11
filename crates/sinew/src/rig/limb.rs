use crate::ik::{ArmCollider, Grip, Limb, LimbSettings, SpineAssist};
use crate::skeleton::JointIndex;
use std::sync::Arc;

/// Limb of an IK rig.
#[derive(Clone, Debug)]
pub(crate) struct LimbPart {
    pub(crate) limb: Limb,
    pub(crate) settings: LimbSettings,
    pub(crate) lean: Option<SpineAssist>,
    pub(crate) torso: Option<Arc<ArmCollider>>,
    pub(crate) palm: Option<Grip>,
}

impl LimbPart {
    pub(crate) fn new(limb: Limb, settings: LimbSettings) -> Self {
        Self { limb, settings, lean: None, torso: None, palm: None }
    }

    /// Highest index of a joint of its attachments.
    pub(crate) fn last_joint(&self) -> Option<JointIndex> {
        let torso = self.torso.as_ref().and_then(|torso| torso.last_joint());
        torso.max(self.palm.as_ref().and_then(Grip::last_joint))
    }

    /// Whether it has no attachments.
    pub(crate) fn is_alone(&self) -> bool {
        self.lean.is_none() && self.torso.is_none() && self.palm.is_none()
    }

    /// Largest number of joints that are solved at once.
    pub(crate) fn links(&self) -> usize {
        self.lean.as_ref().map_or(3, |lean| lean.chain().links().len().max(3))
    }
}
