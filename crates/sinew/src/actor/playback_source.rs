use crate::graph::GraphState;
use crate::playback::{ClipPlayer, TrackMixer};

/// Playback source of an actor: a single clip with fades, a track mixer or an animation graph.
#[derive(Clone, Debug)]
pub(super) enum PlaybackSource {
    Player(Box<ClipPlayer>),
    Mixer(Box<TrackMixer>),
    Graph(Box<GraphState>),
}
