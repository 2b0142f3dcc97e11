//! Descriptions of haircuts, as values and as text, and layers of imported curves.

mod description;
mod field_error;
mod from_curves;
#[cfg(feature = "ron")]
mod text;

pub use description::{Clumps, Comb, Curl, Fringe, GroomDescription, LayerDescription, Tail, TailStyle};
pub use from_curves::{MAX_ROOT_DISTANCE, groom_layer_from_curves};
#[cfg(feature = "ron")]
pub use text::{groom_from_ron, groom_to_ron};
