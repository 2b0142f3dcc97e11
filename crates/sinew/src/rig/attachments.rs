//! What a rig's limbs can have beside themselves: a body that leans for them, one that they keep out of, a palm.

use crate::humanoid::Humanoid;
use crate::ik::{ArmCollider, ChainError, Grip, SpineAssist};
use crate::rig::limb::LimbPart;
use crate::rig::rig::{LOOK, Part, PartKind, human_look};
use crate::rig::{EffectorId, IkRig};
use crate::skeleton::Skeleton;
use std::sync::Arc;

impl IkRig {
    /// Has the body lean before the limb of a slot is solved, when its goal is out of reach. What looks should be added
    /// after, and without the joints that lean: the lean takes the head along. Limbs on the same spine that were solved before
    /// reach again from where it has brought them, and where they have a lean too, the body leans for all of them.
    ///
    /// # Errors
    /// When the slot is none of a limb, or the lean is for another one.
    pub fn set_spine_assist(&mut self, slot: EffectorId, lean: SpineAssist) -> Result<(), ChainError> {
        let limb = self.limb_mut(slot).filter(|part| part.limb.chain().root() == lean.chain().tip());
        let first = lean.chain().root().index();
        match limb {
            Some(limb) => limb.lean = Some(lean),
            None => return Err(self.wrong(slot, "limb that the lean is for")),
        }
        let part = self.parts.iter_mut().find(|part| part.slots.contains(&slot.index()));
        part.into_iter().for_each(|part| part.first = part.first.min(first));
        Ok(())
    }

    /// Keeps the limb of a slot out of a body.
    ///
    /// # Errors
    /// When the slot is none of a limb.
    pub fn set_arm_collider(&mut self, slot: EffectorId, torso: Arc<ArmCollider>) -> Result<(), ChainError> {
        match self.limb_mut(slot) {
            Some(limb) => limb.torso = Some(torso),
            None => return Err(self.wrong(slot, "limb")),
        }
        Ok(())
    }

    /// Has the limb of a slot reach with a palm: goals are then where the palm, not the wrist, is to be, and fingers close as one
    /// takes hold.
    ///
    /// # Errors
    /// When the slot is none of a limb that ends in the palm's hand.
    pub fn set_grip(&mut self, slot: EffectorId, palm: Grip) -> Result<(), ChainError> {
        match self.limb_mut(slot).filter(|part| part.limb.chain().tip() == palm.hand()) {
            Some(limb) => limb.palm = Some(palm),
            None => return Err(self.wrong(slot, "limb that ends in the palm's hand")),
        }
        Ok(())
    }

    fn limb_mut(&mut self, slot: EffectorId) -> Option<&mut LimbPart> {
        let part = self.parts.iter_mut().find(|part| part.slots.contains(&slot.index()))?;
        match &mut part.kind {
            PartKind::Limb(limb) => Some(limb),
            _ => None,
        }
    }

    pub(crate) fn wrong(&self, slot: EffectorId, wanted: &'static str) -> ChainError {
        let name = self.slots.get(slot.index()).map_or_else(String::new, |slot| slot.name.clone());
        ChainError::WrongPart { name, wanted }
    }

    /// The rig with arms that keep out of the body: of the slots `left hand` and `right hand` of [`IkRig::human`].
    #[must_use]
    pub fn with_arm_collider(mut self, torso: ArmCollider) -> Self {
        let torso = Arc::new(torso);
        for slot in
            ["left hand", "right hand"].into_iter().filter_map(|name| self.effector(name)).collect::<Vec<_>>()
        {
            if let Some(limb) = self.limb_mut(slot) {
                limb.torso = Some(torso.clone());
            }
        }
        self
    }

    /// The rig with arms that reach with their palms: of the slots `left hand` and `right hand` of [`IkRig::human`].
    #[must_use]
    pub fn with_grips(mut self, skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        for (name, left) in [("left hand", true), ("right hand", false)] {
            if let (Some(slot), Some(palm)) = (self.effector(name), Grip::human(skeleton, humanoid, left)) {
                // It is the hand of this very limb.
                let _ = self.set_grip(slot, palm);
            }
        }
        self
    }

    /// The rig with arms for which the body leans: of the slots `left hand` and `right hand` of [`IkRig::human`]. Its `look`, if
    /// there is one, comes after them and leaves the spine to them: neck, head and eyes look.
    #[must_use]
    pub fn with_spine_assist(mut self, skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        for name in ["left hand", "right hand"] {
            let Some(slot) = self.effector(name) else { continue };
            let lean = self.limb_mut(slot).map(|part| SpineAssist::human(skeleton, humanoid, &part.limb));
            if let Some(Ok(lean)) = lean {
                // It is for this very limb.
                let _ = self.set_spine_assist(slot, lean);
            }
        }
        let is_look = |part: &Part| matches!(&part.kind, PartKind::Look(..));
        let named = self.effector("look").map(EffectorId::index);
        let own = self.parts.iter().position(|part| is_look(part) && Some(part.slots.start) == named);
        // What looks with the spine would turn away with what leans.
        if let (Some(own), Some(look)) = (own, human_look(skeleton, humanoid, &LOOK[3..])) {
            let mut part = self.parts.remove(own);
            if let PartKind::Look(own, _) = &mut part.kind {
                *own = look;
            }
            self.parts.push(part);
        }
        self
    }
}
