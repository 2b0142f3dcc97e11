use super::Actor;
use std::sync::Arc;

/// State of an [`Actor`] at a time, to go back to: for rollback, replays and retries.
///
/// It holds all that changes from frame to frame (playback, transitions, poses, events, IK, face, ragdoll,
/// springs, hair, wrinkles, meshes) and refers to what actors share (character, clips, graphs, rigs). Saving
/// into one that has been saved into before reuses its memory, and so does restoring: neither allocates
/// unless a system has been switched on or off or another playback source has been set in between.
///
/// Bodies of a ragdoll live in the physics engine, which is saved beside:
/// [`Physics::save`](crate::ragdoll::Physics::save).
///
/// ```
/// # use sinew::{Actor, Character, CharacterParts, actor::ActorSnapshot};
/// # let mut actor = Actor::without_clips(std::sync::Arc::new(Character::new(CharacterParts::default())?));
/// let mut snapshot = ActorSnapshot::default();
/// actor.save(&mut snapshot);
/// actor.update(1.0 / 60.0);
/// actor.restore(&snapshot)?; // as if the frame had not been
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ActorSnapshot {
    saved: Option<Box<Actor>>,
}

/// Error of [`Actor::restore`]. The actor stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// Nothing has been saved in the snapshot.
    #[error("the snapshot is empty: save an actor in it first")]
    Empty,
    /// The snapshot was made for another character.
    #[error("the snapshot was made for another character")]
    OtherCharacter,
}

impl Actor {
    /// Saves the state of the actor in a snapshot, in place of what it held. Save between frames: after
    /// [`resolve`](Actor::resolve).
    pub fn save(&self, snapshot: &mut ActorSnapshot) {
        match &mut snapshot.saved {
            Some(saved) => (**saved).clone_from(self),
            saved @ None => *saved = Some(Box::new(self.clone())),
        }
    }

    /// Restores the state that a snapshot holds: from here the same input gives the same bytes as it did
    /// after [`Actor::save`]. The snapshot stays, and may be of another actor of the same character, which
    /// this one then continues.
    ///
    /// Everything is restored, settings included: rigs, graphs and ragdolls as they were switched on then,
    /// the set of clips, visible meshes.
    ///
    /// # Errors
    /// When the snapshot is empty or of another character; the actor stays as it is.
    pub fn restore(&mut self, snapshot: &ActorSnapshot) -> Result<(), RestoreError> {
        let saved = snapshot.saved.as_deref().ok_or(RestoreError::Empty)?;
        if !Arc::ptr_eq(saved.character(), self.character()) {
            return Err(RestoreError::OtherCharacter);
        }
        self.clone_from(saved);
        Ok(())
    }
}
