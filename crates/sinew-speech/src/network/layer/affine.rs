//! Affine layer: a matrix and a bias.

use crate::network::container::Tensors;
use crate::network::error::WeightsError;
use glam::Vec4;

/// Outputs that are summed at once, in registers of four lanes. All layers of the shipped networks have a
/// multiple of it.
const LANES: usize = 24;
const REGISTERS: usize = LANES / 4;
/// Largest magnitude of a weight. It keeps every activation finite.
const MAX_WEIGHT: f32 = 1000.0;

/// Affine layer. Every output is summed in the order of the inputs, so results do not depend on the
/// instructions of the processor.
#[derive(Clone, Debug)]
pub(crate) struct Affine {
    inputs: usize,
    /// For each block of outputs, the weights of each input.
    weights: Vec<[Vec4; REGISTERS]>,
    bias: Vec<[Vec4; REGISTERS]>,
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
        let zero = [Vec4::ZERO; REGISTERS];
        let mut layer = Self { inputs, weights: vec![zero; blocks * inputs], bias: vec![zero; blocks] };
        for (output, (row, bias)) in rows.chunks_exact(inputs).zip(bias).enumerate() {
            let (block, register, lane) = (output / LANES, output % LANES / 4, output % 4);
            layer.bias[block][register][lane] = bias;
            for (weights, weight) in layer.weights[block * inputs..].iter_mut().zip(row) {
                weights[register][lane] = *weight;
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
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum += *weights * *input;
                }
            }
            for (out, sum) in out.chunks_mut(4).zip(sums) {
                out.copy_from_slice(&sum.to_array()[..out.len()]);
            }
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
