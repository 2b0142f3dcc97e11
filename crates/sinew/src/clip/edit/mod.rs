//! Edits of raw clips that need their keys alone: trimming, resampling, smooth keys, reversal, speed.
//!
//! Edits that need the character too are in `sinew-author`.

mod resample;
mod reverse;
mod smooth_keys;
mod speed;
#[cfg(test)]
mod tests;
mod tracks;
mod trim;

pub use resample::ResampleError;
pub use speed::ClipSpeedError;
pub use trim::TrimError;
