//! The animated half of an actor: what plays, and the pose that it writes.

use super::montage::{BLEND_OUT, Montage};
use super::playback_source::PlaybackSource;
use crate::clip::SampleCursor;
use crate::clone_from::impl_clone_from;
use crate::playback::{ClipPlayer, ClipSet, EventQueue, FullPose, Inertialization, PlaybackStep};
use crate::ragdoll::{BodyState, RagdollState};

/// Playback source with what plays over it, its cursor and transitions, and the animated pose.
#[derive(Debug)]
pub(super) struct Animation {
    pub(super) source: PlaybackSource,
    /// A clip over the source, which waits meanwhile.
    pub(super) montage: Option<Montage>,
    pub(super) cursor: SampleCursor,
    pub(super) inertialization: Box<Inertialization>,
    /// The animated pose: written by `advance` alone.
    pub(super) pose: FullPose,
}

impl_clone_from!(Animation { source, montage, cursor, inertialization, pose });

impl Animation {
    /// No clip plays: the rest pose.
    pub(super) fn at_rest(clips: &ClipSet) -> Self {
        Self {
            source: PlaybackSource::Player(Box::default()),
            montage: None,
            cursor: SampleCursor::new(),
            inertialization: Box::new(Inertialization::new(clips.rest())),
            pose: clips.rest().clone(),
        }
    }

    /// Moves the montage on by `dt` seconds, or the source where there is none, and writes the pose.
    pub(super) fn step(
        &mut self,
        dt: f32,
        clips: &ClipSet,
        events: &mut EventQueue,
        body: Option<&RagdollState>,
    ) -> PlaybackStep {
        let Self { source, montage, cursor, inertialization, pose } = self;
        let state = body.map_or(BodyState::Animated, RagdollState::body_state);
        if let Some(mut over) = montage.take_if(|montage| montage.ends(clips, state)) {
            over.end_spans(clips, events);
            inertialization.start_by_default(BLEND_OUT);
        }
        // A clip that gets the body up waits for it in its first pose.
        let clip_dt = if body.is_some_and(RagdollState::is_settling) { 0.0 } else { dt };
        match (montage, source) {
            (Some(montage), _) => montage.advance(clip_dt, clips, cursor, pose, events),
            (None, PlaybackSource::Player(player)) => player.advance(clip_dt, clips, cursor, pose, events),
            (None, PlaybackSource::Mixer(mixer)) => mixer.advance(dt, clips, cursor, pose, events),
            (None, PlaybackSource::Graph(graph)) => graph.advance(dt, clips, cursor, pose, events),
        }
    }

    /// Reserves key hints for every clip that the source or a montage may play at the same time.
    pub(super) fn reserve_hints(&mut self, clips: &ClipSet) {
        let playing = self.source.max_playing_clips().max(ClipPlayer::MAX_PLAYING_CLIPS);
        self.cursor.reserve_playing(playing, clips.hint_count());
    }
}
