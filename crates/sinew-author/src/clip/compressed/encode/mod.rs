//! Compression of raw clips: the fewest bits within the error.

mod channel_split;
mod compress;
mod curve;
mod least_squares;
mod search;
mod segment;
mod segment_encoder;
mod solve;

pub use compress::compress;
