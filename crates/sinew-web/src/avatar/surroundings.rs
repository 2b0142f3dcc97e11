//! Surroundings of a character.

use sinew::glam::{Affine3A, Vec3};
use sinew::{Actor, FrameInput};
use sinew_rapier::RapierWorld;

/// Whether this build lets characters fall.
pub(super) const FALLS: bool = true;

/// Floor, and the character while it falls; made for the first fall.
#[derive(Debug, Default)]
pub(super) struct Surroundings(Option<RapierWorld>);

impl Surroundings {
    /// Makes the floor, if there is none.
    pub(super) fn add_floor(&mut self) {
        self.0.get_or_insert_with(|| RapierWorld::new().with_floor(0.0));
    }

    /// Ends a frame of `dt` seconds of the character among them, seen from `eye`.
    pub(super) fn resolve(&mut self, actor: &mut Actor, dt: f32, world_from_model: Affine3A, eye: Vec3) {
        let input = FrameInput::new(dt, world_from_model).with_viewer(eye);
        match &mut self.0 {
            Some(world) => {
                let ground = world.ground();
                actor.resolve(input.with_ground(&ground).with_physics(world));
            }
            None => actor.resolve(input),
        }
    }
}
