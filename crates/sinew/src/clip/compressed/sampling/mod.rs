//! Sampling of compressed clips: one channel at a time, or eight at once where the processor has AVX2 and FMA.

#[cfg(target_arch = "x86_64")]
mod channel_block;
pub(crate) mod channel_list;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod output;
mod sample;
mod segment_time;
