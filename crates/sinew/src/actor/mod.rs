//! Actors: animated instances of a character, their frame input, results and hooks.

mod actor;
mod advance;
mod animation;
mod attachment;
mod clip_recorder;
mod final_pose;
mod frame;
mod frame_state;
mod frame_view;
mod get_up;
mod input;
mod lod;
mod meshes;
mod montage;
mod pair;
mod playback_source;
mod resolve;
mod same_asset;
mod skin;
mod snapshot;
mod source;
#[cfg(test)]
mod uneven_keys_tests;

pub use actor::{Actor, Attachment};
pub use attachment::AttachmentId;
pub use clip_recorder::ClipRecorder;
pub use frame::Frame;
pub use frame_view::FrameView;
pub use get_up::GetUpFit;
pub use input::{FrameInput, Hook};
pub use lod::LodLevel;
pub use meshes::MeshState;
pub use pair::FramePair;
pub use snapshot::{ActorSnapshot, RestoreError};
