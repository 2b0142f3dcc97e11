//! Lip-sync of whole sounds by both trained networks.

use super::live::LookAhead;
use crate::network::{HEADS, SpeechNetworks, shown_openness};
use crate::timeline::VisemeFrame;
use sinew_viseme::Viseme;

/// Weights of a frame and of its neighbours in the mixture that makes changes of the mouth last 40 ms. The
/// shortest viseme still reaches its weight of 1.
const OWN_SHARE: f32 = 0.5;
const NEIGHBOUR_SHARE: f32 = 0.25;

/// Frames of a sound at 16 kHz. The viseme with the largest weight never lasts shorter than its least
/// duration, except at both ends.
pub(super) fn offline_frames(samples: &[f32], networks: &SpeechNetworks) -> Vec<VisemeFrame> {
    let frames = networks.normalised(samples);
    let Some(last) = frames.last() else { return Vec::new() };

    let (lag, head) = (HEADS[LookAhead::Ms60.head()].0, LookAhead::Ms60.head());
    let mut state = networks.live.start();
    let live = frames.iter().chain(std::iter::repeat_n(last, lag));
    let live = live.map(|frame| networks.live.step(frame, head, &mut state)).skip(lag);
    let both = networks.whole.run(&frames).zip(live);
    let blended = both.map(|(whole, live)| whole.blend(&live, networks.blend));
    let (weights, openness): (Vec<_>, Vec<f32>) =
        blended.map(|posterior| (networks.whole_decoder.weights(&posterior), posterior.openness)).unzip();
    let path = networks.path.best(&weights);
    let frame = |n: usize| {
        let mut weights = [0.0; Viseme::COUNT];
        let neighbours = [n.saturating_sub(1), (n + 1).min(path.len() - 1)];
        weights[path[n].index()] += OWN_SHARE;
        neighbours.iter().for_each(|at| weights[path[*at].index()] += NEIGHBOUR_SHARE);
        VisemeFrame::new(weights).with_openness(shown_openness(&weights, openness[n]))
    };
    (0..path.len()).map(frame).collect()
}
