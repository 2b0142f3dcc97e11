//! Attachments of a rig's limbs: spine assist, arm collider, grip.

use crate::humanoid::{BodySide, Humanoid};
use crate::ik::{ArmCollider, Grip, SpineAssist};
use crate::name_or_id::NameOrId;
use crate::pose::ModelPose;
use crate::rig::limb::LimbPart;
use crate::rig::part::{Part, PartKind};
use crate::rig::rig::{LOOK_SHARES, human_look};
use crate::rig::{EffectorId, IkError, IkRig};
use crate::skeleton::Skeleton;
use glam::{Quat, Vec3};
use std::sync::Arc;

impl IkRig {
    /// Adds spine assist to a limb: the spine bends before the limb is solved, where its goal is out of
    /// reach. Looks should be added afterwards and without the joints of the spine, which carries the head
    /// along. Limbs on the same spine that were solved before are solved again, and where they have spine
    /// assist too, the spine bends for all of them.
    ///
    /// # Errors
    /// When the rig has no such effector, it is not a limb, or the spine assist belongs to another limb.
    pub fn set_spine_assist<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        spine_assist: SpineAssist,
    ) -> Result<(), IkError> {
        let effector = self.find(effector)?;
        let limb =
            self.limb_mut(effector).filter(|part| part.limb.chain().root() == spine_assist.chain().tip());
        let first = spine_assist.chain().root().index();
        match limb {
            Some(limb) => limb.spine_assist = Some(spine_assist),
            None => return Err(self.wrong(effector, "limb of this spine assist")),
        }
        let part = self.parts.iter_mut().find(|part| part.effectors.contains(&effector.index()));
        part.into_iter().for_each(|part| part.first = part.first.min(first));
        Ok(())
    }

    /// Adds a collider to a limb, which keeps it out of the body.
    ///
    /// # Errors
    /// When the rig has no such effector, or it is not a limb.
    pub fn set_arm_collider<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        collider: Arc<ArmCollider>,
    ) -> Result<(), IkError> {
        let effector = self.find(effector)?;
        match self.limb_mut(effector) {
            Some(limb) => limb.collider = Some(collider),
            None => return Err(self.wrong(effector, "limb")),
        }
        Ok(())
    }

    /// Adds a grip to a limb: its goals are then for the palm, not the wrist, and the fingers close with the
    /// goal's weight.
    ///
    /// # Errors
    /// When the rig has no such effector, or it is not a limb that ends in the hand of the grip.
    pub fn set_grip<'a>(
        &mut self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        grip: Grip,
    ) -> Result<(), IkError> {
        let effector = self.find(effector)?;
        match self.limb_mut(effector).filter(|part| part.limb.chain().tip() == grip.hand()) {
            Some(limb) => limb.grip = Some(grip),
            None => return Err(self.wrong(effector, "limb that ends in the hand of the grip")),
        }
        Ok(())
    }

    /// Grip of a limb; `None` where the effector is no limb or has no grip.
    ///
    /// # Errors
    /// When the rig has no such effector.
    pub fn grip<'a>(&self, effector: impl Into<NameOrId<'a, EffectorId>>) -> Result<Option<&Grip>, IkError> {
        let effector = self.find(effector)?;
        Ok(match &self.part_of(effector).kind {
            PartKind::Limb(limb) => limb.grip.as_ref(),
            _ => None,
        })
    }

    /// Rotation of a goal by which a limb with a grip holds a bar through `position` along `axis`, in model space
    /// ([`Grip::rotation_across`]), from where the limb begins in the reference pose. In the world, turn it by
    /// the rotation of the character.
    ///
    /// # Errors
    /// When the rig has no such effector, or it is not a limb with a grip, or the axis has no direction.
    pub fn grip_rotation<'a>(
        &self,
        effector: impl Into<NameOrId<'a, EffectorId>>,
        skeleton: &Skeleton,
        position: Vec3,
        axis: Vec3,
    ) -> Result<Quat, IkError> {
        let effector = self.find(effector)?;
        let wrong = || self.wrong(effector, "limb with a grip, and an axis with a direction");
        let PartKind::Limb(limb) = &self.part_of(effector).kind else { return Err(wrong()) };
        let reference = ModelPose::reference(skeleton);
        let shoulder = reference.get(limb.limb.chain().root()).translation;
        let grip = limb.grip.as_ref().ok_or_else(wrong)?;
        grip.rotation_across(shoulder.into(), position, axis).ok_or_else(wrong)
    }

    pub(super) fn limb_mut(&mut self, effector: EffectorId) -> Option<&mut LimbPart> {
        let part = self.parts.iter_mut().find(|part| part.effectors.contains(&effector.index()))?;
        match &mut part.kind {
            PartKind::Limb(limb) => Some(limb),
            _ => None,
        }
    }

    pub(crate) fn wrong(&self, effector: EffectorId, expected: &'static str) -> IkError {
        IkError::WrongPart { name: self.effectors[effector.index()].name.clone(), expected }
    }

    /// Adds a collider to the effectors `left hand` and `right hand` of [`IkRig::human`].
    #[must_use]
    pub fn with_arm_collider(mut self, collider: ArmCollider) -> Self {
        let collider = Arc::new(collider);
        for effector in
            ["left hand", "right hand"].into_iter().filter_map(|name| self.effector(name)).collect::<Vec<_>>()
        {
            if let Some(limb) = self.limb_mut(effector) {
                limb.collider = Some(collider.clone());
            }
        }
        self
    }

    /// Adds grips to the effectors `left hand` and `right hand` of [`IkRig::human`].
    #[must_use]
    pub fn with_grips(mut self, skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        for (name, side) in [("left hand", BodySide::Left), ("right hand", BodySide::Right)] {
            if let (Some(effector), Some(grip)) = (self.effector(name), Grip::human(skeleton, humanoid, side))
            {
                // The grip belongs to the hand of this limb.
                let _ = self.set_grip(effector, grip);
            }
        }
        self
    }

    /// Adds spine assist to the effectors `left hand` and `right hand` of [`IkRig::human`]. Its `look`, if
    /// there is one, moves behind them and leaves the spine to them: neck, head and eyes look.
    #[must_use]
    pub fn with_spine_assist(mut self, skeleton: &Skeleton, humanoid: &Humanoid) -> Self {
        for name in ["left hand", "right hand"] {
            let Some(effector) = self.effector(name) else { continue };
            let spine_assist =
                self.limb_mut(effector).map(|part| SpineAssist::human(skeleton, humanoid, &part.limb));
            if let Some(Ok(spine_assist)) = spine_assist {
                // The spine assist belongs to this limb.
                let _ = self.set_spine_assist(effector, spine_assist);
            }
        }
        let is_look = |part: &Part| matches!(&part.kind, PartKind::Look(..));
        let named = self.effector("look").map(EffectorId::index);
        let look_index =
            self.parts.iter().position(|part| is_look(part) && Some(part.effectors.start) == named);
        // A look that turns the spine would undo the spine assist.
        if let (Some(look_index), Some(look)) =
            (look_index, human_look(skeleton, humanoid, &LOOK_SHARES[3..]))
        {
            let mut part = self.parts.remove(look_index);
            if let PartKind::Look(current, _) = &mut part.kind {
                *current = look;
            }
            self.parts.push(part);
        }
        self
    }
}
