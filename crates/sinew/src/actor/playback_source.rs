use crate::graph::GraphState;
use crate::playback::{ClipPlayer, TrackMixer};

/// Playback source of an actor: a single clip with fades, a track mixer or an animation graph.
#[derive(Clone, Debug)]
pub(super) enum PlaybackSource {
    Player(Box<ClipPlayer>),
    Mixer(Box<TrackMixer>),
    Graph(Box<GraphState>),
}

impl PlaybackSource {
    /// Largest number of clips that play at the same time.
    pub(super) fn max_playing_clips(&self) -> usize {
        match self {
            Self::Player(_) => ClipPlayer::MAX_PLAYING_CLIPS,
            Self::Mixer(mixer) => mixer.tracks().len(),
            Self::Graph(graph) => graph.max_playing_clips(),
        }
    }
}
