use crate::graph::GraphState;
use crate::playback::{ClipPlayer, TrackMixer};

/// Playback source of an actor: a single clip with fades, a track mixer or an animation graph.
#[derive(Debug)]
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

impl Clone for PlaybackSource {
    fn clone(&self) -> Self {
        match self {
            Self::Player(player) => Self::Player(player.clone()),
            Self::Mixer(mixer) => Self::Mixer(mixer.clone()),
            Self::Graph(graph) => Self::Graph(graph.clone()),
        }
    }

    /// Reuses the memory of a source of the same kind.
    fn clone_from(&mut self, from: &Self) {
        match (self, from) {
            (Self::Player(player), Self::Player(from)) => player.clone_from(from),
            (Self::Mixer(mixer), Self::Mixer(from)) => mixer.clone_from(from),
            (Self::Graph(graph), Self::Graph(from)) => graph.clone_from(from),
            (source, from) => *source = from.clone(),
        }
    }
}
