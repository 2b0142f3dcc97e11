//! Animation clips: tracks of keys, raw and compressed clips, sampling, playheads, events and root motion.
//!
//! *File seconds* are times on a clip's own timeline, as its file has them; a clip starts at `start()`, which
//! need not be 0.

pub(crate) mod compressed;
mod edit;
mod events;
mod extract_root_motion;
mod loop_seam;
mod playhead;
mod posable;
mod raw;
mod root_from_feet;
mod root_track;
mod sample;
mod source;
#[cfg(feature = "ron")]
mod text;
mod track;
mod wrap;

pub use compressed::Clip;
pub(crate) use compressed::SharedBytes;
pub use edit::{ClipSpeedError, ResampleError, TrimError};

pub(crate) use compressed::{Channel, Cube, Segment, Space, Target, Value};
pub(crate) use compressed::{LARGEST, TURN_CORNER, TURN_LEVEL, pack_still, unpack_still};
pub(crate) use compressed::{PER_JOINT, RestingChannels, channel_number, joint_channel};
pub use events::{
    ClipEvent, ClipEventError, ClipEventSpan, ClipEvents, ClipEventsDescription, EventId, SyncMarker,
};
pub use extract_root_motion::{
    RootMotionError, RootMotionSettings, RootPath, bake_root_motion, extract_root_motion,
};
pub use playhead::{EventPhase, Playhead, PlayheadStep};
pub use raw::{ExpressionTrack, JointTrack, MorphTrack, RawClip};
pub use root_from_feet::root_motion_from_feet;
pub use root_track::{RootMotion, RootPose, RootTrack, RootTrackError};
#[cfg(test)]
pub(crate) use sample::SEARCHES;
pub use sample::SampleCursor;
pub use source::{ClipKeys, ClipSource};
#[cfg(feature = "ron")]
pub use text::EventsByClip;
pub use track::{Interpolation, Track, TrackError, TrackValue};
pub use wrap::WrapMode;

pub(crate) use playhead::is_inside_span;
pub(crate) use root_from_feet::stance_speed;
