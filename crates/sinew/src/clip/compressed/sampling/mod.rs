//! Sampling of compressed clips: one channel at a time, or eight at a time by a SIMD kernel.

mod channel_block;
pub(crate) mod channel_list;
mod output;
mod sample;
mod sample_wide;
mod segment_time;
