//! Live network: two causal convolutions, a recurrent layer, one head for each look-ahead.

use super::container::Tensors;
use super::error::WeightsError;
use super::layer::{Affine, Gru, GruState, Taps};
use super::posterior::{OUTPUTS, Posterior};
use super::size::layer_size;
use crate::front_end::MELS;

/// Taps of both convolutions.
const TAPS: usize = 3;
/// Frames from tap to tap of the second convolution.
const SECOND_DILATION: usize = 2;
/// Frames by which each head lags, and its name.
pub(crate) const HEADS: [(usize, &str); 3] = [(0, "live.head0"), (3, "live.head30"), (6, "live.head60")];

/// Weights of the live network.
#[derive(Clone, Debug)]
pub(crate) struct LiveNetwork {
    channels: usize,
    first: Affine,
    second: Affine,
    recurrent: Gru,
    heads: [Affine; HEADS.len()],
}

/// State of the live network in a stream.
#[derive(Clone, Debug)]
pub(crate) struct LiveState {
    taps: Taps,
    second_taps: Taps,
    /// Outputs of the convolutions.
    first: Vec<f32>,
    second: Vec<f32>,
    recurrent: GruState,
}

impl LiveNetwork {
    pub(crate) fn read(tensors: &Tensors<'_>) -> Result<Self, WeightsError> {
        let channels = layer_size(tensors, "live.conv1.weight", 0)?;
        let size = layer_size(tensors, "live.gru.hidden.weight", 1)?;
        let head = |n: usize| Affine::read(tensors, HEADS[n].1, OUTPUTS, size);
        Ok(Self {
            channels,
            first: Affine::read(tensors, "live.conv1", channels, TAPS * MELS)?,
            second: Affine::read(tensors, "live.conv2", channels, TAPS * channels)?,
            recurrent: Gru::read(tensors, "live.gru", size, channels)?,
            heads: [head(0)?, head(1)?, head(2)?],
        })
    }

    /// State at the start of a stream.
    pub(crate) fn start(&self) -> LiveState {
        LiveState {
            taps: Taps::new(MELS, TAPS, 1),
            second_taps: Taps::new(self.channels, TAPS, SECOND_DILATION),
            first: vec![0.0; self.channels],
            second: vec![0.0; self.channels],
            recurrent: self.recurrent.start(),
        }
    }

    /// Takes the next normalised frame; the answer of a head is about an earlier frame, as many frames ago as
    /// the head lags.
    pub(crate) fn step(&self, frame: &[f32; MELS], head: usize, state: &mut LiveState) -> Posterior {
        self.first.apply_rectified(state.taps.push(frame), &mut state.first);
        self.second.apply_rectified(state.second_taps.push(&state.first), &mut state.second);
        let hidden = self.recurrent.step(&state.second, &mut state.recurrent);
        let mut outputs = [0.0; OUTPUTS];
        self.heads[head].apply(hidden, &mut outputs);
        Posterior::from_outputs(&outputs)
    }
}

impl LiveState {
    /// Back to the start of a stream.
    pub(crate) fn reset(&mut self) {
        self.taps.reset();
        self.second_taps.reset();
        self.recurrent.reset();
    }
}
