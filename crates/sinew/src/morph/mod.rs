//! Morph targets (blend shapes): sparse per-vertex offsets and the weights that drive them.

mod id;
mod target;
mod weights;

pub use id::{ExpressionId, MeshInstanceId, MorphTargetId};
pub use target::{MorphTarget, MorphTargetError};
pub use weights::MorphWeights;
