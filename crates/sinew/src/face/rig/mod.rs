//! The face of a character as an asset: its mouth, eyes, lids, emotions and corrective shapes, shared by all
//! of its actors.

mod description;
mod face_rig;
mod gaze;

pub use face_rig::FaceRig;
