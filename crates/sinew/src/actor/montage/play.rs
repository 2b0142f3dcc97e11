//! Playing montages.

use super::montage::BLEND_IN;
use crate::actor::Actor;
use crate::clip::WrapMode;
use crate::name_or_id::NameOrId;
use crate::playback::{ClipId, ClipSetError, Playback};

impl Actor {
    /// Plays a clip once over what the actor plays (clip, mixer or graph), which goes on after it: a *montage*.
    /// It begins at its first key and is reached within 0.2 s by inertialization; change that on the returned
    /// [`Playback`]: `actor.play_montage("Wave")?.speed(1.5).inertialize(0.1)`. Another montage that plays is
    /// replaced; [`Playback::fade`] cross-fades from it, and from what lies below is inertialization too.
    ///
    /// What lies below waits with its state: its clips, its clock and its open spans stay where they are, and
    /// parameters and triggers of a graph can be set meanwhile. [`Actor::play`], [`Actor::use_mixer`] and
    /// [`Actor::set_graph`] change it and leave the montage alone; [`Actor::stop`] ends both. Pose, events and
    /// root motion are those of the montage.
    ///
    /// The frame after the one that shows the clip's last pose goes on with what lies below, which is reached
    /// within 0.3 s by inertialization, or within the time of [`Actor::inertialize`] where it has been called
    /// for that frame. A clip that [`loops`](Playback::wrap) plays until [`Actor::stop_montage`]. A montage ends
    /// early where the whole body begins to fall as a ragdoll. For a clip of a part of the body, and one that
    /// plays beside the others, see [`Actor::play_in_slot`].
    ///
    /// ```
    /// # use sinew::{Actor, Character, CharacterParts, RawClip};
    /// # use std::sync::Arc;
    /// # let character = Arc::new(Character::new(CharacterParts::default())?);
    /// # let clip = |name: &str| Arc::new(RawClip { name: name.into(), ..Default::default() });
    /// # let mut actor = Actor::new(character, [clip("Walk"), clip("Wave")])?;
    /// actor.play("Walk")?;
    /// actor.play_montage("Wave")?;
    /// actor.update(1.0 / 60.0);
    /// assert!(actor.montage().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such clip.
    pub fn play_montage<'a>(
        &mut self,
        clip: impl Into<NameOrId<'a, ClipId>>,
    ) -> Result<&mut Playback, ClipSetError> {
        let clip = self.clips.find(clip)?;
        let mut playback = Playback::new(clip, f64::from(self.clips[clip].start()));
        playback.wrap(WrapMode::Clamp).inertialize(BLEND_IN);
        let body = self.body_state();
        Ok(self.animation.montage.get_or_insert_default().play(playback, body))
    }

    /// The clip that plays over the others; `None` without a montage.
    #[must_use]
    pub fn montage(&self) -> Option<&Playback> {
        self.animation.montage.as_ref()?.playback()
    }

    /// The clip that plays over the others, to change its speed, time or wrapping.
    pub fn montage_mut(&mut self) -> Option<&mut Playback> {
        self.animation.montage.as_mut()?.playback_mut()
    }

    /// Ends the montage: what it was played over goes on, and is reached within `seconds` by inertialization,
    /// at once at 0. Nothing happens without a montage.
    pub fn stop_montage(&mut self, seconds: f32) {
        if self.drop_montage() {
            self.animation.inertialization.start(seconds);
        }
    }

    /// Ends the montage and its open spans. False without one.
    pub(in crate::actor) fn drop_montage(&mut self) -> bool {
        let Some(mut montage) = self.animation.montage.take() else { return false };
        montage.end_spans(&self.clips, &mut self.frame.events);
        true
    }
}
