//! Reading and setting the switches of the viewer.

use super::command::Switch;
use super::state::State;

impl State {
    /// State of a switch.
    pub(crate) fn is_on(&self, switch: Switch) -> bool {
        match switch {
            Switch::Skeleton => self.on.skeleton,
            Switch::Bounds => self.on.bounds,
            Switch::Ground => self.on.ground,
            Switch::EyeContact => self.on.eye_contact,
            Switch::FirstPerson => self.on.first_person,
            Switch::Constraints => self.on.constraints,
            Switch::Springs => self.on.springs,
            Switch::Fingers => self.shown.player.actor.lod().is_none(),
            Switch::RootMotion => self.on.root_motion,
            Switch::Handles => self.on.handles,
            Switch::Ragdoll => self.shown.player.is_falling(),
            Switch::RagdollParts => self.on.ragdoll_parts,
            Switch::Hits => self.on.hits,
        }
    }

    /// Sets a switch.
    pub(super) fn switch(&mut self, switch: Switch, on: bool) {
        match switch {
            Switch::Skeleton => self.on.skeleton = on,
            Switch::Bounds => self.on.bounds = on,
            Switch::Ground => self.on.ground = on,
            Switch::EyeContact => self.on.eye_contact = on,
            Switch::FirstPerson => self.on.first_person = on,
            Switch::Constraints => self.on.constraints = on,
            Switch::Springs => self.on.springs = on,
            Switch::Fingers => {
                let lead = &mut self.shown.player.actor;
                let character = lead.character();
                let body = character.humanoid().filter(|_| !on);
                lead.set_lod(body.map(|body| body.mask_without_fingers(character.skeleton())));
            }
            Switch::Handles => self.switch_handles(on),
            Switch::Ragdoll => self.switch_ragdoll(on),
            Switch::RagdollParts => self.switch_ragdoll_parts(on),
            Switch::Hits => self.switch_hits(on),
            Switch::RootMotion => {
                self.on.root_motion = on;
                if !on {
                    self.restart();
                }
            }
        }
    }
}
