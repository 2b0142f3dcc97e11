//! Compressed clips with a bounded error; random access costs the same as forward playback.
//!
//! A clip is cut into segments. In a segment every animated channel is a uniform cubic B-spline of as few
//! control values as its motion needs, quantized to as few bits as the error allows. Sampling reads at most
//! four control values of a channel and keeps nothing between samples. The tolerance of each channel comes
//! from measuring the posed skeleton, so that errors that add up along a limb count. Constant channels are
//! stored once, channels at rest are not stored.

mod bytes;
pub(crate) mod clip;
pub(crate) mod format;
mod posable;
mod rebind;
mod sampling;

pub(crate) use bytes::SharedBytes;
pub use clip::Clip;

pub(crate) use clip::Segment;
pub(crate) use format::channel::{Channel, Cube, Space, TURN_CORNER, TURN_LEVEL, Target, Value};
pub(crate) use format::resting::{PER_JOINT, RestingChannels, channel_number, joint_channel};
pub(crate) use format::rotation::{pack_still, unpack_still};
pub(crate) use format::validate::LARGEST;
