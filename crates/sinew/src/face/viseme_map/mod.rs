//! Visemes on the mouths of characters: which expressions, morph targets or jaw a viseme moves, recognized by the names that common tools
//! give them.

mod arkit;
mod detect;
mod map;
mod naming;
mod targets;
#[cfg(test)]
mod tests;

pub(crate) use detect::jaw_joint;
pub use map::{VisemeMap, VisemeMapError};
pub use targets::VisemeTargets;
