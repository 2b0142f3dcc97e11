//! Parts that are added to a character: joints, and the meshes of another character.

mod joints;
mod parts;

pub use joints::JointMap;
pub use parts::AppendedParts;
