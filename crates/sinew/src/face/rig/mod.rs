//! The face of a character as an asset: its mouth, eyes, lids, emotions and corrective shapes, shared by all
//! of its actors.

mod describe;
mod description;
mod face_rig;
mod from_description;
mod gaze;
mod shapes;
#[cfg(feature = "ron")]
mod text;
#[cfg(feature = "serde")]
mod viseme_keys;

pub use description::{FaceRigDescription, JawDescription};
pub use face_rig::FaceRig;
pub use shapes::{MorphShapes, VisemeShapes};
