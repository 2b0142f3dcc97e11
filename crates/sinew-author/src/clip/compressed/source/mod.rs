//! Source of a compression: a raw clip, sampled at the times at which the compressed clip is fitted and
//! measured.

mod frames;
pub(crate) mod sample_times;
pub(crate) mod sampled_clip;
