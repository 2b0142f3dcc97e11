//! Falls: the character as a ragdoll, and its way up again.

use super::{AvatarError, Body};
use sinew::glam::{Affine3A, Vec3};
use sinew::ragdoll::BodyState;
use sinew::{Actor, FrameInput};
use sinew_rapier::RapierWorld;
use sinew_setup::gets_up;

/// Whether this build lets characters fall.
pub(super) const FALLS: bool = true;

/// Floor, and the character while it falls; made for the first fall.
#[derive(Debug, Default)]
pub(super) struct Surroundings(Option<RapierWorld>);

impl Surroundings {
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

impl Body {
    /// Lets the character fall, pushed by an impulse on its trunk, in newton-seconds.
    ///
    /// # Errors
    /// When the character has no ragdoll.
    pub fn fall(&mut self, impulse: Vec3) -> Result<(), AvatarError> {
        let joint = self.actor.character().humanoid().and_then(|body| {
            use sinew::humanoid::HumanBone::{Chest, Hips, Spine, UpperChest};
            [UpperChest, Chest, Spine, Hips].into_iter().find_map(|bone| body.joint(bone))
        });
        let missing = || AvatarError::new("no-ragdoll", "the character has no ragdoll");
        let ragdoll = self.actor.ragdoll_mut().ok_or_else(missing)?;
        let part = joint.and_then(|joint| ragdoll.ragdoll().part_of(joint));
        ragdoll.start();
        if let Some(part) = part.filter(|_| impulse.is_finite()) {
            ragdoll.apply_impulse(part, impulse, None);
        }
        self.surroundings.0.get_or_insert_with(|| RapierWorld::new().with_floor(0.0));
        Ok(())
    }

    /// Gets a character that lies still up, with that of its clips that fits. False without one, and while it falls.
    pub fn get_up(&mut self) -> bool {
        // Those of files that were added, too.
        let clips: Vec<_> = self
            .motions()
            .into_iter()
            .filter(|motion| gets_up(&motion.name))
            .map(|motion| motion.clip)
            .collect();
        let lies = matches!(self.actor.body_state(), BodyState::Resting | BodyState::Blocked);
        lies && matches!(self.actor.get_up(clips, Vec3::Y), Ok(Some(_)))
    }

    /// True from the start of a fall until the character stands again.
    #[must_use]
    pub fn is_fallen(&self) -> bool {
        !matches!(self.actor.body_state(), BodyState::Animated | BodyState::Reacting)
    }
}
