use crate::graph::GraphState;
use crate::playback::{Player, TrackMixer};

/// Playback source of an actor: a single clip with fades, a track mixer or an animation graph.
#[derive(Clone, Debug)]
pub(super) enum PlaybackSource {
    Player(Box<Player>),
    Mixer(Box<TrackMixer>),
    Graph(Box<GraphState>),
}
