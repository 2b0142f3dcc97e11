//! Visemes on the mouths of characters: which expressions, morph targets or jaw a viseme moves, recognized by
//! the names that common tools give them, or described in code or text.

mod detect;
mod families;
mod from_description;
#[cfg(test)]
mod incomplete_set_tests;
mod jaw;
mod jaw_joint;
mod map;
mod missing;
mod naming;
mod targets;
#[cfg(test)]
mod test_face;
#[cfg(test)]
mod tests;

pub(in crate::face) use jaw::{DEFAULT_JAW_ANGLE, DEFAULT_JAW_AXIS};
pub(crate) use jaw_joint::jaw_joint;
pub use map::VisemeMap;
pub use targets::VisemeTargets;
#[cfg(test)]
pub(in crate::face) use test_face::{empty, face, face_with, moving, solved, state_of};
