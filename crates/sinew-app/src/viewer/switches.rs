//! On-off switches.

/// States of the switches that the actor does not store.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Switches {
    pub(crate) skeleton: bool,
    pub(crate) bounds: bool,
    pub(crate) ground: bool,
    pub(crate) eye_contact: bool,
    pub(crate) first_person: bool,
    pub(crate) constraints: bool,
    pub(crate) springs: bool,
    pub(crate) root_motion: bool,
    pub(crate) handles: bool,
    pub(crate) ragdoll_parts: bool,
    pub(crate) hits: bool,
    pub(crate) stamps: bool,
    pub(crate) shake: bool,
    pub(crate) hair_guides: bool,
    pub(crate) hair_body: bool,
}

impl Switches {
    /// States at the start of the viewer.
    pub(crate) fn new(root_motion: bool) -> Self {
        Self {
            skeleton: false,
            bounds: false,
            ground: true,
            eye_contact: false,
            first_person: false,
            constraints: true,
            springs: true,
            root_motion,
            handles: false,
            ragdoll_parts: false,
            hits: false,
            stamps: false,
            shake: false,
            hair_guides: false,
            hair_body: false,
        }
    }
}
