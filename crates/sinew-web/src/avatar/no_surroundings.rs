//! Stand-in for what is around a character in builds without falls.

use sinew::glam::{Affine3A, Vec3};
use sinew::{Actor, FrameInput};

pub(super) const FALLS: bool = false;

/// Nothing around the character.
#[derive(Debug, Default)]
pub(super) struct Surroundings(());

impl Surroundings {
    #[allow(clippy::unused_self, reason = "that of the other build has a world")]
    pub(super) fn resolve(&mut self, actor: &mut Actor, dt: f32, world_from_model: Affine3A, eye: Vec3) {
        actor.resolve(FrameInput::new(dt, world_from_model).with_viewer(eye));
    }
}
