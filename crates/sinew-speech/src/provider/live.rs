//! Lip-sync of live sound by a trained network.

use super::provider::VisemeProvider;
use crate::front_end::{FRAME_RATE, Framer, LOOK_AHEAD_SAMPLES, LogMel, MELS, SAMPLE_RATE};
use crate::network::{HEADS, LiveState, Normaliser, RunningMean, SpeechNetworks, shown_openness};
use crate::timeline::VisemeFrame;
use std::sync::Arc;

/// Time by which the live network hears ahead of the frame that it answers: more is more accurate, above all
/// for p, b and m.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LookAhead {
    /// None: 0 ms.
    Ms0,
    /// 30 ms.
    Ms30,
    /// 60 ms.
    #[default]
    Ms60,
}

impl LookAhead {
    /// All values, shortest first.
    pub const ALL: [Self; 3] = [Self::Ms0, Self::Ms30, Self::Ms60];

    /// Time in milliseconds.
    #[must_use]
    pub const fn milliseconds(self) -> u32 {
        self.frames() as u32 * 1000 / FRAME_RATE
    }

    /// Look-ahead of exactly so many milliseconds: 0, 30 or 60.
    #[must_use]
    pub fn from_milliseconds(milliseconds: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|look_ahead| look_ahead.milliseconds() == milliseconds)
    }

    pub(super) const fn head(self) -> usize {
        match self {
            Self::Ms0 => 0,
            Self::Ms30 => 1,
            Self::Ms60 => 2,
        }
    }

    const fn frames(self) -> usize {
        HEADS[self.head()].0
    }
}

/// Provider of visemes by a trained network, for any voice and without preparation, with closed lips for p, b
/// and m.
#[derive(Clone, Debug)]
pub struct LiveProvider {
    log_mel: LogMel,
    /// Samples since the start of the stream.
    samples: usize,
    network: NetworkStage,
}

/// Stage behind the front end.
#[derive(Clone, Debug)]
struct NetworkStage {
    networks: Arc<SpeechNetworks>,
    look_ahead: LookAhead,
    normaliser: Normaliser,
    state: LiveState,
    mean: RunningMean,
    /// Last normalised frame.
    last: [f32; MELS],
    /// Frames that the network has seen.
    seen: usize,
}

impl LiveProvider {
    /// Provider with the built-in networks.
    #[must_use]
    pub fn new(look_ahead: LookAhead) -> Self {
        Self::with_networks(SpeechNetworks::built_in(), look_ahead)
    }

    /// Provider with networks of a file.
    #[must_use]
    pub fn with_networks(networks: Arc<SpeechNetworks>, look_ahead: LookAhead) -> Self {
        let network = NetworkStage {
            normaliser: networks.normaliser.start(),
            state: networks.live.start(),
            mean: NetworkStage::mean(&networks, look_ahead),
            look_ahead,
            last: [0.0; MELS],
            seen: 0,
            networks,
        };
        Self { log_mel: LogMel::new(), samples: 0, network }
    }

    /// Look-ahead.
    #[must_use]
    pub const fn look_ahead(&self) -> LookAhead {
        self.network.look_ahead
    }

    /// End of the stream: calls `out` with the frames that are still missing, so that there is one for every
    /// 10 ms that the sound has begun, and goes back to the start.
    pub fn finish(&mut self, out: &mut dyn FnMut(&VisemeFrame)) {
        let count = Framer::frames_of(self.samples);
        let stage = &mut self.network;
        self.log_mel.finish(|log_mel| {
            if stage.seen < count {
                stage.hear(log_mel, out);
            }
        });
        if count > 0 {
            for _ in 0..stage.look_ahead.frames() {
                stage.step(out);
            }
        }
        self.reset();
    }
}

impl NetworkStage {
    fn mean(networks: &SpeechNetworks, look_ahead: LookAhead) -> RunningMean {
        RunningMean::new(networks.live_decoders[look_ahead.head()].last as usize)
    }

    /// Takes the next frame of the front end.
    fn hear(&mut self, log_mel: &[f32; MELS], out: &mut dyn FnMut(&VisemeFrame)) {
        self.last = self.normaliser.step(&self.networks.normaliser, log_mel);
        self.step(out);
    }

    /// Feeds the last normalised frame to the network.
    fn step(&mut self, out: &mut dyn FnMut(&VisemeFrame)) {
        let head = self.look_ahead.head();
        let posterior = self.networks.live.step(&self.last, head, &mut self.state);
        self.seen += 1;
        // The first answers are about frames before the start.
        if self.seen <= self.look_ahead.frames() {
            return;
        }
        let weights = self.networks.live_decoders[head].weights(&posterior);
        let frame = VisemeFrame::new(self.mean.push(weights));
        out(&frame.with_openness(shown_openness(&frame.weights, posterior.openness)));
    }
}

impl VisemeProvider for LiveProvider {
    fn latency(&self) -> f32 {
        LOOK_AHEAD_SAMPLES as f32 / SAMPLE_RATE as f32
            + self.network.look_ahead.frames() as f32 / FRAME_RATE as f32
    }

    fn push(&mut self, samples: &[f32], out: &mut dyn FnMut(&VisemeFrame)) {
        self.samples = self.samples.saturating_add(samples.len());
        let stage = &mut self.network;
        self.log_mel.push(samples, |log_mel| stage.hear(log_mel, out));
    }

    fn reset(&mut self) {
        self.log_mel.reset();
        self.samples = 0;
        let stage = &mut self.network;
        stage.normaliser = stage.networks.normaliser.start();
        stage.state.reset();
        stage.mean = NetworkStage::mean(&stage.networks, stage.look_ahead);
        stage.last = [0.0; MELS];
        stage.seen = 0;
    }
}
