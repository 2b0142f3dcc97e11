use super::{Phase, RagdollState};

/// State of a character's body between animation and physics, as [`RagdollState::body_state`] reports it.
///
/// ```
/// # use sinew::{Actor, glam::Vec3, playback::ClipSetError, ragdoll::BodyState};
/// # fn frame(actor: &mut Actor) -> Result<(), ClipSetError> {
/// match actor.body_state() {
///     // Gets up from where it lies; a body that was blocked tries again.
///     BodyState::Resting | BodyState::Blocked => {
///         actor.get_up(["get_up_front", "get_up_back"], Vec3::Y)?;
///     }
///     BodyState::Falling => { /* no steering */ }
///     _ => { /* the game's own states */ }
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BodyState {
    /// The animation moves the whole body.
    #[default]
    Animated,
    /// Parts give in to a hit, and go back to the animation by themselves.
    Reacting,
    /// Physics moves some parts, while the animation moves the root.
    PartlyFalling,
    /// Physics moves the whole body.
    Falling,
    /// The whole body has fallen and lies still.
    Resting,
    /// Physics leads the body from where it lies along the animation that gets it up.
    GettingUp,
    /// The body lies still after it could not get up: something holds it down, or is in its way.
    Blocked,
}

impl RagdollState {
    /// State of the body. It changes within [`Actor::resolve`](crate::Actor::resolve), and where a fall, a
    /// hit or getting up begins or is stopped.
    #[must_use]
    pub fn body_state(&self) -> BodyState {
        let falls = || self.parts.iter().any(|part| part.falls);
        match self.phase {
            Phase::Animated | Phase::Stopping => BodyState::Animated,
            _ if self.getting_up.is_some() => BodyState::GettingUp,
            _ if self.parts[0].falls && !self.is_at_rest() => BodyState::Falling,
            _ if self.parts[0].falls && self.failed_attempts > 0 => BodyState::Blocked,
            _ if self.parts[0].falls => BodyState::Resting,
            _ if self.reaction.is_some() => BodyState::Reacting,
            _ if falls() => BodyState::PartlyFalling,
            _ => BodyState::Animated,
        }
    }
}
