//! Morph targets (blend shapes): sparse per-vertex offsets and the weights that drive them.

mod target;
mod weights;

pub use target::{MorphTarget, MorphTargetError};
pub use weights::MorphWeights;
