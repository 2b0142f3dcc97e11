//! Coarticulation: phones with times become continuous movements of lips and jaw.

mod closure;
mod dominance;
mod mouth_track;
#[cfg(test)]
mod tests;

pub use closure::{MAX_LEAD_IN_SECONDS, MIN_CLOSURE_SECONDS};
pub use mouth_track::{MouthPose, MouthTrack, timeline_of};
