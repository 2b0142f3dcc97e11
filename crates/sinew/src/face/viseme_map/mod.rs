//! Visemes on the mouths of characters: which expressions, morph targets or jaw a viseme moves, recognized by
//! the names that common tools give them, or described in code or text.

mod describe;
mod description;
mod detect;
mod families;
#[cfg(test)]
mod incomplete_set_tests;
mod jaw;
mod jaw_joint;
mod map;
mod missing;
mod naming;
mod shapes;
mod targets;
#[cfg(test)]
mod test_face;
#[cfg(test)]
mod tests;
#[cfg(feature = "ron")]
mod text;
#[cfg(feature = "serde")]
mod viseme_keys;

pub use description::{FaceRigDescription, JawDescription};
pub(crate) use jaw_joint::jaw_joint;
pub use map::VisemeMap;
pub use shapes::{MorphShapes, VisemeShapes};
pub use targets::VisemeTargets;
#[cfg(test)]
pub(in crate::face) use test_face::{empty, face, face_with, moving, solved, state_of};
