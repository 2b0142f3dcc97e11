//! Descriptions of haircuts, as values and as text, and layers of imported curves.

mod description;
mod error;
mod from_curves;
#[cfg(feature = "ron")]
mod text;

pub use description::{Clumps, Comb, Curl, Fringe, GroomDescription, GroomLayerDescription, Tail, TailStyle};
pub use error::GroomMakingError;
pub use from_curves::{MAX_ROOT_DISTANCE, groom_layer_from_curves};
