//! Making of clips: clips of one character on another, edits, compression, its measured error, and compressed clips
//! as keys again.

mod compressed;
mod edit;
mod transfer;

pub use compressed::{
    CompressError, CompressionErrorReport, CompressionSettings, compress, max_raw_value_count,
    measure_compression_error, min_raw_value_count, to_raw, to_raw_within,
};
pub use edit::{
    ClipDifference, ClipEditError, ClosedLoop, FootPlanting, LoopSeam, LoopSettings, MendedClip, NameChange,
    NameChangeError, NamePattern, PlantFeetSettings, PlantedFeet, SmoothSettings, body_size, clip_difference,
    clip_pose, close_loop, make_additive, measure_loop_seam, mend_clip, mirror_clip, plant_feet,
    select_clips, smooth_clip,
};
pub use transfer::{TransferError, TransferMethod, TransferredClip};
