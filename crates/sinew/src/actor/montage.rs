//! Montages of an actor: clips that play once over its clip, mixer or graph, which wait meanwhile.

use super::Actor;
use crate::clip::{SampleCursor, WrapMode};
use crate::name_or_id::NameOrId;
use crate::playback::{
    ClipId, ClipPlayer, ClipSet, ClipSetError, EventQueue, FullPose, Playback, PlaybackStep,
};
use crate::ragdoll::BodyState;

/// A clip that plays over the playback source of an actor.
#[derive(Clone, Debug, Default)]
pub(super) struct Montage {
    player: ClipPlayer,
    /// Whether the last step ended at the end of the clip.
    is_over: bool,
    /// Whether the body fell as a whole when the clip was played, or in the last step.
    fell: bool,
}

/// Times in which a montage is reached, and what it was played over after it, seconds.
const BLEND_IN: f32 = 0.2;
pub(super) const BLEND_OUT: f32 = 0.3;

impl Montage {
    /// Plays a clip, in place of the one that plays.
    fn play(&mut self, playback: Playback, body: BodyState) -> &mut Playback {
        (self.is_over, self.fell) = (false, falls(body));
        self.player.play(playback)
    }

    /// The clip.
    pub(super) fn playback(&self) -> Option<&Playback> {
        self.player.playback()
    }

    /// Whether the clip has been played to its end, which a body that gets up waits in, or the body has begun
    /// to fall.
    pub(super) fn ends(&mut self, clips: &ClipSet, body: BodyState) -> bool {
        let fell = std::mem::replace(&mut self.fell, falls(body));
        let Some(playback) = self.player.playback() else { return true };
        // It may have been sought since.
        let is_over = self.is_over && is_finished(playback, clips);
        (is_over && body != BodyState::GettingUp) || (self.fell && !fell)
    }

    /// Ends the open spans of the clip.
    pub(super) fn end_spans(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        self.player.stop(clips, events);
    }

    /// Moves the clip on.
    pub(super) fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> PlaybackStep {
        let step = self.player.advance(dt, clips, cursor, pose, events);
        self.is_over = self.player.playback().is_none_or(|playback| is_finished(playback, clips));
        step
    }
}

fn is_finished(playback: &Playback, clips: &ClipSet) -> bool {
    clips.get(playback.clip()).is_none_or(|clip| playback.is_finished(clip))
}

/// Whether the whole body falls or lies, and does not get up.
fn falls(body: BodyState) -> bool {
    matches!(body, BodyState::Falling | BodyState::Resting | BodyState::Blocked)
}

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
        self.animation.montage.as_mut()?.player.playback_mut()
    }

    /// Ends the montage: what it was played over goes on, and is reached within `seconds` by inertialization,
    /// at once at 0. Nothing happens without a montage.
    pub fn stop_montage(&mut self, seconds: f32) {
        if self.drop_montage() {
            self.animation.inertialization.start(seconds);
        }
    }

    /// Ends the montage and its open spans. False without one.
    pub(super) fn drop_montage(&mut self) -> bool {
        let Some(mut montage) = self.animation.montage.take() else { return false };
        montage.end_spans(&self.clips, &mut self.frame.events);
        true
    }
}
