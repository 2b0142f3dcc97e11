//! Clips as games carry them: within a stated error of their source, small, and as cheap to sample at any time as at the
//! next one.
//!
//! A clip is cut into segments. In a segment every animated quantity is a uniform cubic B-spline of as few control values
//! as its motion needs, which are stored as whole numbers of as few bits as the error allows. Sampling reads at most four
//! of them; nothing is kept between samples. How much each may be off is found by measuring the posed skeleton, so that
//! errors that add up along a limb count. What does not move is stored once, what rests is not stored.

mod asset;
mod basis;
mod bits;
mod bytes;
mod channel;
mod channels;
mod check;
mod choose;
mod code;
mod compress;
mod curve;
mod fit;
mod frames;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod layout;
mod lever;
mod measure;
#[cfg(target_arch = "x86_64")]
mod octet;
mod parts;
mod posed;
mod rebind;
mod rotation;
mod rows;
mod sample;
mod segment;
mod settings;
mod sink;
mod solve;
mod source;
mod times;
mod unpacked;
mod work;

pub use asset::Clip;
pub use bytes::Bytes;
pub use compress::compress;
pub use measure::{ClipDeviation, clip_deviation};
pub use settings::{CompressError, CompressionSettings};

pub(crate) use asset::Segment;
pub(crate) use channel::{Channel, Cube, Space, TURN_CORNER, TURN_LEVEL, Target, Value};
pub(crate) use check::LARGEST;
pub(crate) use rotation::{pack_still, unpack_still};

#[cfg(test)]
mod tests;
