//! State of a face: its layers, each in a file of its own, and their resolution in a frame.

mod by_hand;
mod emotion;
mod eyes;
mod face_speech;
mod face_state;
mod hand;
mod head;
mod head_follow;
mod look_fade;
mod resolve;
mod speech;
mod spoken;

pub use face_speech::FaceSpeech;
pub use face_state::FaceState;
