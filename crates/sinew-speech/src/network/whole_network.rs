//! Network for whole sounds: a centred convolution and two recurrent layers that run both ways.

use super::container::Tensors;
use super::error::WeightsError;
use super::layer::{Affine, Gru, Taps};
use super::posterior::{OUTPUTS, Posterior};
use super::size::layer_size;
use crate::front_end::MELS;

/// Taps of the convolution, of which the middle one is the frame itself.
const TAPS: usize = 5;

/// Weights of the network for whole sounds.
#[derive(Clone, Debug)]
pub(crate) struct WholeNetwork {
    channels: usize,
    convolution: Affine,
    layers: [TwoWay; 2],
    head: Affine,
}

/// Recurrent layer that runs from both ends.
#[derive(Clone, Debug)]
struct TwoWay {
    forward: Gru,
    backward: Gru,
    size: usize,
    inputs: usize,
}

impl TwoWay {
    fn read(tensors: &Tensors<'_>, name: &str, size: usize, inputs: usize) -> Result<Self, WeightsError> {
        let gru = |way: &str| Gru::read(tensors, &format!("{name}.{way}"), size, inputs);
        Ok(Self { forward: gru("forward")?, backward: gru("backward")?, size, inputs })
    }

    /// Rows of both hidden states, that of the way forward first.
    fn run(&self, rows: &[f32]) -> Vec<f32> {
        let frames = rows.chunks_exact(self.inputs);
        let mut out = vec![0.0; frames.len() * 2 * self.size];
        let mut state = self.forward.start();
        for (row, out) in frames.clone().zip(out.chunks_exact_mut(2 * self.size)) {
            out[..self.size].copy_from_slice(self.forward.step(row, &mut state));
        }
        let mut state = self.backward.start();
        for (row, out) in frames.zip(out.chunks_exact_mut(2 * self.size)).rev() {
            out[self.size..].copy_from_slice(self.backward.step(row, &mut state));
        }
        out
    }
}

impl WholeNetwork {
    pub(crate) fn read(tensors: &Tensors<'_>) -> Result<Self, WeightsError> {
        let channels = layer_size(tensors, "whole.conv1.weight", 0)?;
        let first = layer_size(tensors, "whole.gru1.forward.hidden.weight", 1)?;
        let second = layer_size(tensors, "whole.gru2.forward.hidden.weight", 1)?;
        Ok(Self {
            channels,
            convolution: Affine::read(tensors, "whole.conv1", channels, TAPS * MELS)?,
            layers: [
                TwoWay::read(tensors, "whole.gru1", first, channels)?,
                TwoWay::read(tensors, "whole.gru2", second, 2 * first)?,
            ],
            head: Affine::read(tensors, "whole.head", OUTPUTS, 2 * second)?,
        })
    }

    /// Posteriors of all frames of a sound, in order.
    pub(crate) fn run(&self, frames: &[[f32; MELS]]) -> impl Iterator<Item = Posterior> {
        let mut taps = Taps::new(MELS, TAPS, 1);
        let mut rows = vec![0.0; frames.len() * self.channels];
        let after = [[0.0; MELS]; TAPS / 2];
        for (n, frame) in frames.iter().chain(&after).enumerate() {
            let seen = taps.push(frame);
            // The frame in the middle is the one before the last two.
            if let Some(middle) = n.checked_sub(TAPS / 2) {
                self.convolution.apply_rectified(seen, &mut rows[middle * self.channels..][..self.channels]);
            }
        }
        for layer in &self.layers {
            rows = layer.run(&rows);
        }
        let size = 2 * self.layers[1].size;
        (0..frames.len()).map(move |n| {
            let mut outputs = [0.0; OUTPUTS];
            self.head.apply(&rows[n * size..][..size], &mut outputs);
            Posterior::from_outputs(&outputs)
        })
    }
}
