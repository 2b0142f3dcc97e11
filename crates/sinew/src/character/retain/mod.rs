//! Removal of what is not used from the parts of a character.

mod instances;
mod materials;

pub use instances::InstanceMap;
