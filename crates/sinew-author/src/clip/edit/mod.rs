//! Edits of clips that need the character: mirroring, closing of loops, additive clips, smoothing, feet that are held on
//! the ground; how far edits move joints; and choice and change of clip names.
//!
//! Edits that need keys alone are methods of `RawClip`: `trimmed`, `resampled`, `reversed`, `with_speed`,
//! `with_smooth_keys`.

mod additive;
mod body_size;
mod close_loop;
mod difference;
mod error;
mod mend;
mod mirror;
mod name_pattern;
mod plant_feet;
mod side_names;
mod smooth;
#[cfg(test)]
mod tests;
mod windows;

pub use additive::{clip_pose, make_additive};
pub use body_size::body_size;
pub use close_loop::{ClosedLoop, LoopSeam, LoopSettings, close_loop, measure_loop_seam};
pub use difference::{ClipDifference, clip_difference};
pub use error::ClipEditError;
pub use mend::{MendedClip, mend_clip};
pub use mirror::mirror_clip;
pub use name_pattern::{NameChange, NameChangeError, NamePattern, select_clips};
pub use plant_feet::{FootPlanting, PlantFeetSettings, PlantedFeet, plant_feet};
pub use smooth::{SmoothSettings, smooth_clip};
