//! Falls: the character as a ragdoll, and its way up again.

use super::{AvatarError, Body};
use sinew::glam::Vec3;
use sinew::ragdoll::BodyState;
use sinew_setup::gets_up;

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
        self.surroundings.add_floor();
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
