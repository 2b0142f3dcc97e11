//! Reading and setting the switches of the viewer.

use super::command::Switch;
use super::state::State;
use sinew::face::{BlinkSettings, EyeMovementSettings, FaceState};

/// Seed of eyes and blinks.
const SEED: u64 = 1;

impl State {
    /// State of a switch.
    pub(crate) fn is_on(&self, switch: Switch) -> bool {
        match switch {
            Switch::Skeleton => self.on.skeleton,
            Switch::Bounds => self.on.bounds,
            Switch::Ground => self.on.ground,
            Switch::EyeContact => self.on.eye_contact,
            Switch::LiveEyes => self.face().is_some_and(|face| face.eye_movements().is_some()),
            Switch::Blinks => self.face().is_some_and(|face| face.blinks().is_some()),
            Switch::FirstPerson => self.on.first_person,
            Switch::Constraints => self.on.constraints,
            Switch::Springs => self.on.springs,
            Switch::Fingers => self.shown.player.actor.lod().is_none(),
            Switch::RootMotion => self.on.root_motion,
            Switch::Handles => self.on.handles,
            Switch::Ragdoll => self.shown.player.is_falling(),
            Switch::RagdollParts => self.on.ragdoll_parts,
            Switch::Hits => self.on.hits,
            Switch::Stamps => self.on.stamps,
            Switch::Shake => self.on.shake,
            Switch::HairGuides => self.on.hair_guides,
            Switch::HairBody => self.on.hair_body,
        }
    }

    fn face(&self) -> Option<&FaceState> {
        self.shown.player.actor.face()
    }

    /// Sets a switch.
    pub(super) fn switch(&mut self, switch: Switch, on: bool) {
        match switch {
            Switch::Skeleton => self.on.skeleton = on,
            Switch::Bounds => self.on.bounds = on,
            Switch::Ground => self.on.ground = on,
            Switch::EyeContact => self.on.eye_contact = on,
            Switch::LiveEyes => {
                if let Some(face) = self.shown.player.actor.face_mut() {
                    face.set_eye_movements(on.then(|| EyeMovementSettings::new(SEED)));
                }
            }
            Switch::Blinks => {
                if let Some(face) = self.shown.player.actor.face_mut() {
                    face.set_blinks(on.then(|| BlinkSettings::new(SEED)));
                }
            }
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
            Switch::Stamps => self.on.stamps = on,
            Switch::Shake => self.on.shake = on,
            Switch::HairGuides => self.on.hair_guides = on,
            Switch::HairBody => self.on.hair_body = on,
            Switch::RootMotion => {
                self.on.root_motion = on;
                if !on {
                    self.restart();
                }
            }
        }
    }
}
