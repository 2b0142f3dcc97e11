//! A clip that plays over the playback source of an actor.

use crate::clip::SampleCursor;
use crate::playback::{ClipPlayer, ClipSet, EventQueue, FullPose, Playback, PlaybackStep};
use crate::ragdoll::BodyState;

/// A clip that plays over the playback source of an actor.
#[derive(Clone, Debug, Default)]
pub(in crate::actor) struct Montage {
    player: ClipPlayer,
    /// Whether the last step ended at the end of the clip.
    is_over: bool,
    /// Seconds for which the last pose has been held.
    held: f32,
    /// Whether the body fell as a whole when the clip was played, or in the last step.
    fell: bool,
}

/// Times in which a montage is reached, and what it was played over after it, seconds.
pub(super) const BLEND_IN: f32 = 0.2;
pub(in crate::actor) const BLEND_OUT: f32 = 0.3;

/// Time for which the last pose is held at most for a body that still gets up, as on a slope, seconds.
const MAX_HOLD: f32 = 1.0;

impl Montage {
    /// Plays a clip, in place of the one that plays.
    pub(super) fn play(&mut self, playback: Playback, body: BodyState) -> &mut Playback {
        (self.is_over, self.held, self.fell) = (false, 0.0, falls(body));
        self.player.play(playback)
    }

    /// The clip.
    pub(in crate::actor) fn playback(&self) -> Option<&Playback> {
        self.player.playback()
    }

    /// The clip, to change it.
    pub(super) fn playback_mut(&mut self) -> Option<&mut Playback> {
        self.player.playback_mut()
    }

    /// Whether the clip has been played to its end, which a body that gets up waits in, or the body has begun
    /// to fall.
    pub(in crate::actor) fn ends(&mut self, clips: &ClipSet, body: BodyState) -> bool {
        let fell = std::mem::replace(&mut self.fell, falls(body));
        let Some(playback) = self.player.playback() else { return true };
        // It may have been sought since.
        let is_over = self.is_over && is_finished(playback, clips);
        (is_over && (body != BodyState::GettingUp || self.held > MAX_HOLD)) || (self.fell && !fell)
    }

    /// Ends the open spans of the clip.
    pub(in crate::actor) fn end_spans(&mut self, clips: &ClipSet, events: &mut EventQueue) {
        self.player.stop(clips, events);
    }

    /// Moves the clip on.
    pub(in crate::actor) fn advance(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        cursor: &mut SampleCursor,
        pose: &mut FullPose,
        events: &mut EventQueue,
    ) -> PlaybackStep {
        let step = self.player.advance(dt, clips, cursor, pose, events);
        self.held = if self.is_over { self.held + dt } else { 0.0 };
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
