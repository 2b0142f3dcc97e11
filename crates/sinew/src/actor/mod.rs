//! One living instance of a character. [`Actor::advance`] and [`Actor::resolve`] are the frame written as a list of
//! stages; read those two files first.

#[allow(clippy::module_inception, reason = "the room is named for its main concept")]
mod actor;
mod advance;
mod clip_recorder;
mod drive;
mod expression_weights;
mod face;
mod frame;
mod reach;
mod resolve;

pub use actor::{Actor, ActorError};
pub use clip_recorder::ClipRecorder;
pub use frame::Frame;
pub use resolve::{FrameInput, Stage};
