//! Keyed motion: tracks of keys, clips of tracks, sampling by time.

mod compressed;
mod extract_root;
mod marks;
mod motion;
mod playhead;
mod raw;
mod resample;
mod root_track;
mod sample;
mod track;
mod travel;
mod wrap;

pub use compressed::{
    Bytes, Clip, CompressError, CompressionErrorReport, CompressionSettings, compress,
    measure_compression_error,
};

pub(crate) use compressed::{Channel, Cube, Segment, Space, Target, Value};
pub(crate) use compressed::{LARGEST, TURN_CORNER, TURN_LEVEL, pack_still, unpack_still};
pub use extract_root::{
    RootMotionError, RootMotionSettings, RootPath, apply_root_motion, extract_root_motion,
};
pub use marks::{ClipEvent, ClipMarks, ClipSpan, Mark, MarkError, PlainMarks, SyncMarker};
pub use motion::Motion;
pub use playhead::{Passage, Passing, Playhead};
pub use raw::{ExpressionTrack, JointTrack, MorphTrack, RawClip};
pub use resample::ResampleError;
pub use root_track::{RootDelta, RootPose, RootTrack, RootTrackError};
pub use sample::SampleCursor;
pub use track::{Interpolation, Track, TrackError};
pub use travel::root_motion_from_feet;
pub use wrap::Wrap;

pub(crate) use playhead::stands_in;
pub(crate) use travel::stance_speed;
