//! The animated half of an actor: what plays, and the pose that it writes.

use super::playback_source::PlaybackSource;
use crate::clip::SampleCursor;
use crate::clone_from::impl_clone_from;
use crate::playback::{ClipSet, FullPose, Inertialization};

/// Playback source with its cursor and transitions, and the animated pose.
#[derive(Debug)]
pub(super) struct Animation {
    pub(super) source: PlaybackSource,
    pub(super) cursor: SampleCursor,
    pub(super) inertialization: Box<Inertialization>,
    /// The animated pose: written by `advance` alone.
    pub(super) pose: FullPose,
}

impl_clone_from!(Animation { source, cursor, inertialization, pose });

impl Animation {
    /// No clip plays: the rest pose.
    pub(super) fn at_rest(clips: &ClipSet) -> Self {
        Self {
            source: PlaybackSource::Player(Box::default()),
            cursor: SampleCursor::new(),
            inertialization: Box::new(Inertialization::new(clips.rest())),
            pose: clips.rest().clone(),
        }
    }

    /// Reserves key hints for every clip that the source may play at the same time.
    pub(super) fn reserve_hints(&mut self, clips: &ClipSet) {
        self.cursor.reserve_playing(self.source.max_playing_clips(), clips.hint_count());
    }
}
