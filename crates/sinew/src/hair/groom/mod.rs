//! Grooms: haircuts as guides and strands on the skin of a character.

mod asset;
mod description;
mod error;
mod file;
mod from_curves;
mod rest_curves;
#[cfg(feature = "ron")]
mod text;

pub use asset::{Groom, GroomLayer};
pub use description::{Clumps, Comb, Curl, Fringe, GroomDescription, GroomLayerDescription, Tail, TailStyle};
pub use error::GroomError;
pub use file::{GroomFileError, SavedHair, is_groom_file, read_groom, write_groom};
pub use from_curves::MAX_ROOT_DISTANCE;
