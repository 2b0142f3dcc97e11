//! What can be switched on and off, and whether it is.

use super::command::Switch;
use super::state::State;

/// What is on that the character itself does not know of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switches {
    pub(crate) skeleton: bool,
    pub(crate) bounds: bool,
    pub(crate) ground: bool,
    pub(crate) eye_contact: bool,
    pub(crate) first_person: bool,
    pub(crate) constraints: bool,
    pub(crate) travel: bool,
    pub(crate) reach: bool,
}

impl Switches {
    /// As a viewer begins.
    pub(crate) fn new(travel: bool) -> Self {
        Self {
            skeleton: false,
            bounds: false,
            ground: true,
            eye_contact: false,
            first_person: false,
            constraints: true,
            travel,
            reach: false,
        }
    }
}

impl State {
    /// Whether something is on.
    pub(crate) fn has(&self, switch: Switch) -> bool {
        match switch {
            Switch::Skeleton => self.on.skeleton,
            Switch::Bounds => self.on.bounds,
            Switch::Ground => self.on.ground,
            Switch::EyeContact => self.on.eye_contact,
            Switch::FirstPerson => self.on.first_person,
            Switch::Constraints => self.on.constraints,
            Switch::Fingers => self.shown.cast.lead.lod().is_none(),
            Switch::Travel => self.on.travel,
            Switch::Reach => self.on.reach,
        }
    }

    /// Switches something on or off.
    pub(super) fn switch(&mut self, switch: Switch, on: bool) {
        match switch {
            Switch::Skeleton => self.on.skeleton = on,
            Switch::Bounds => self.on.bounds = on,
            Switch::Ground => self.on.ground = on,
            Switch::EyeContact => self.on.eye_contact = on,
            Switch::FirstPerson => self.on.first_person = on,
            Switch::Constraints => self.on.constraints = on,
            Switch::Fingers => {
                let lead = &mut self.shown.cast.lead;
                let character = lead.character();
                let body = character.humanoid().filter(|_| !on);
                lead.set_lod(body.map(|body| body.mask_without_fingers(character.skeleton())));
            }
            Switch::Reach => self.switch_reach(on),
            Switch::Travel => {
                self.on.travel = on;
                if !on {
                    self.go_home();
                }
            }
        }
    }
}
