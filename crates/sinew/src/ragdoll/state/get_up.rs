//! The call that gets a body up.

use super::getting_up::GettingUp;
use super::planted::Planted;
use super::state::RagdollState;
use crate::clip::RootMotion;

impl RagdollState {
    /// Gets a fallen body up: physics leads it, with muscles and against the ground and whatever is in its
    /// way, from where it lies to the animated pose, and along the animation until it stands; then the
    /// animation has the body again. `motion` is the way of the character to where the animation continues
    /// the body, such as that of [`RagdollState::fit_pose`]: the next
    /// [`Actor::advance`](crate::Actor::advance) returns it as root motion, by which the caller must move the
    /// character. Nothing changes unless physics moves the whole body, and while it gets up already.
    ///
    /// The animation should wait in its first pose while [`RagdollState::is_settling`].
    /// [`Actor::get_up`](crate::Actor::get_up) does all of that with a clip over whatever plays; this is for
    /// games that play the clip themselves.
    pub fn get_up(&mut self, motion: RootMotion) {
        if self.may_get_up() {
            (self.getting_up, self.reaction) = (Some(GettingUp::new(motion)), None);
            for part in &mut self.parts {
                (part.raised, part.planted, part.reacts) = ((0.0, 0.0), Planted::NONE, false);
            }
            self.wake();
        }
    }

    /// Whether the whole body falls, and does not get up already.
    pub(crate) fn may_get_up(&self) -> bool {
        self.is_active() && self.getting_up.is_none() && self.parts.iter().all(|part| part.falls)
    }

    /// Whether the body is on its way to the first pose of the animation that gets it up.
    #[must_use]
    pub fn is_settling(&self) -> bool {
        self.getting_up.is_some_and(|getting_up| !getting_up.has_settled)
    }

    /// Number of attempts to get up since the body fell that ended with the body down again.
    #[must_use]
    pub fn failed_attempts(&self) -> u32 {
        self.failed_attempts
    }
}
