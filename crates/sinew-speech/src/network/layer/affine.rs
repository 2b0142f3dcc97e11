//! Affine layer: a matrix and a bias.

use crate::network::container::Tensors;
use crate::network::error::WeightsError;

/// Outputs that are summed at once: six registers of four lanes. All layers of the shipped networks have a multiple of it.
const LANES: usize = 24;
/// Largest magnitude of a weight. It keeps every activation finite.
const MAX_WEIGHT: f32 = 1000.0;

/// Affine layer. Every output is summed in the order of the inputs, so results do not depend on the instructions of the processor.
#[derive(Clone, Debug)]
pub(crate) struct Affine {
    inputs: usize,
    /// For each block of outputs, the weights of each input.
    weights: Vec<[f32; LANES]>,
    bias: Vec<[f32; LANES]>,
}

impl Affine {
    /// Layer of the tensors `NAME.weight` and `NAME.bias`. Sizes are at least 1.
    pub(crate) fn read(
        tensors: &Tensors<'_>,
        name: &str,
        outputs: usize,
        inputs: usize,
    ) -> Result<Self, WeightsError> {
        let range = [-MAX_WEIGHT, MAX_WEIGHT];
        let rows = tensors.numbers(&format!("{name}.weight"), &[outputs, inputs], range)?;
        let bias = tensors.numbers(&format!("{name}.bias"), &[outputs], range)?;
        let blocks = outputs.div_ceil(LANES);
        let mut layer =
            Self { inputs, weights: vec![[0.0; LANES]; blocks * inputs], bias: vec![[0.0; LANES]; blocks] };
        for (output, (row, bias)) in rows.chunks_exact(inputs).zip(bias).enumerate() {
            let (block, lane) = (output / LANES, output % LANES);
            layer.bias[block][lane] = bias;
            for (weights, weight) in layer.weights[block * inputs..].iter_mut().zip(row) {
                weights[lane] = *weight;
            }
        }
        Ok(layer)
    }

    /// Outputs of these inputs.
    pub(crate) fn apply(&self, inputs: &[f32], out: &mut [f32]) {
        let blocks = self.weights.chunks_exact(self.inputs).zip(&self.bias);
        for ((block, bias), out) in blocks.zip(out.chunks_mut(LANES)) {
            let mut sums = *bias;
            for (input, weights) in inputs.iter().zip(block) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
            out.copy_from_slice(&sums[..out.len()]);
        }
    }

    /// Outputs of these inputs, negative ones replaced by 0.
    pub(crate) fn apply_rectified(&self, inputs: &[f32], out: &mut [f32]) {
        self.apply(inputs, out);
        for value in out {
            *value = value.max(0.0);
        }
    }
}
