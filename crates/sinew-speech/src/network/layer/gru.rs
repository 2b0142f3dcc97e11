//! Gated recurrent unit (Kyunghyun Cho et al., *Learning Phrase Representations using RNN Encoder–Decoder for
//! Statistical Machine Translation*, 2014) with the reset gate after the hidden product.

use super::affine::Affine;
use crate::front_end::flushed;
use crate::network::container::Tensors;
use crate::network::error::WeightsError;

/// Recurrent layer.
#[derive(Clone, Debug)]
pub(crate) struct Gru {
    input: Affine,
    hidden: Affine,
    size: usize,
}

/// State of a recurrent layer in a stream.
#[derive(Clone, Debug)]
pub(crate) struct GruState {
    hidden: Vec<f32>,
    /// Products of the input and of the hidden state: reset gates, update gates, candidates.
    from_input: Vec<f32>,
    from_hidden: Vec<f32>,
}

/// Logistic function.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

impl Gru {
    /// Layer of the tensors `NAME.input` and `NAME.hidden`.
    pub(crate) fn read(
        tensors: &Tensors<'_>,
        name: &str,
        size: usize,
        inputs: usize,
    ) -> Result<Self, WeightsError> {
        let input = Affine::read(tensors, &format!("{name}.input"), 3 * size, inputs)?;
        let hidden = Affine::read(tensors, &format!("{name}.hidden"), 3 * size, size)?;
        Ok(Self { input, hidden, size })
    }

    /// State at the start of a stream.
    pub(crate) fn start(&self) -> GruState {
        let size = self.size;
        GruState {
            hidden: vec![0.0; size],
            from_input: vec![0.0; 3 * size],
            from_hidden: vec![0.0; 3 * size],
        }
    }

    /// Takes the next frame and returns the new hidden state.
    pub(crate) fn step<'a>(&self, inputs: &[f32], state: &'a mut GruState) -> &'a [f32] {
        self.input.apply(inputs, &mut state.from_input);
        self.hidden.apply(&state.hidden, &mut state.from_hidden);
        let (reset, rest) = state.from_input.split_at(self.size);
        let (update, candidate) = rest.split_at(self.size);
        let (hidden_reset, rest) = state.from_hidden.split_at(self.size);
        let (hidden_update, hidden_candidate) = rest.split_at(self.size);
        for (n, value) in state.hidden.iter_mut().enumerate() {
            let reset = sigmoid(reset[n] + hidden_reset[n]);
            let update = sigmoid(update[n] + hidden_update[n]);
            let candidate = libm::tanhf(candidate[n] + reset * hidden_candidate[n]);
            *value = flushed((1.0 - update) * candidate + update * *value);
        }
        &state.hidden
    }
}

impl GruState {
    /// Back to the start of a stream.
    pub(crate) fn reset(&mut self) {
        self.hidden.fill(0.0);
    }
}
