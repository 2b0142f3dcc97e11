//! Layers: affine maps, taps of convolutions, recurrent units.

mod affine;
mod gru;
mod taps;

pub(crate) use affine::Affine;
pub(crate) use gru::{Gru, GruState, sigmoid};
pub(crate) use taps::Taps;
