//! Grooms: haircuts as guides and strands on the skin of a character.

mod asset;
mod error;
mod file;

pub use asset::{Groom, GroomLayer};
pub use error::GroomError;
pub use file::{GroomFileError, SavedHair, is_groom_file, read_groom, write_groom};
