use super::bytes::SharedBytes;
use super::format::channel::{Channel, Space, Target, Value};
use super::format::resting::RestingChannels;
use super::format::rotation;
use super::sampling::channel_list::ChannelList;
use crate::clip::{ClipEvents, RootTrack};
use crate::skeleton::Skeleton;

/// Compressed animation clip, made by `compress` of the crate `sinew-author` for one skeleton. Immutable;
/// share it with `Arc`.
///
/// Channels at rest are stored without values, so a clip is sampled over a rest pose
/// ([`LocalPose::reset`](crate::LocalPose::reset)).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    pub(crate) name: String,
    pub(crate) start: f32,
    pub(crate) end: f32,
    pub(crate) constants: Vec<(Target, Value)>,
    pub(crate) resting: RestingChannels,
    pub(crate) channels: ChannelList,
    pub(crate) segments: Vec<Segment>,
    /// Segments one after the other: a header per channel, then control values.
    pub(crate) data: SharedBytes,
    /// Number of source samples.
    pub(crate) samples: usize,
    pub(crate) events: ClipEvents,
    pub(crate) root_motion: Option<RootTrack>,
}

/// Time range of a clip, coded on its own. It ends where the next one starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Time of the first sample, seconds.
    pub start: f32,
    /// Number of samples.
    pub samples: u16,
    /// Byte of the first header in the clip's data.
    pub offset: u32,
}

/// Parts of a clip, as an encoder has them.
#[derive(Clone, Debug, Default)]
pub struct ClipParts {
    /// Name; may be empty.
    pub name: String,
    /// Time of the first key, seconds.
    pub start: f32,
    /// Time of the last key, seconds.
    pub end: f32,
    /// Constant channels.
    pub constants: Vec<(Target, Value)>,
    /// Channels at rest.
    pub resting: RestingChannels,
    /// Animated channels.
    pub channels: Vec<Channel>,
    /// Segments, ascending.
    pub segments: Vec<Segment>,
    /// Segments one after the other, with padding behind.
    pub data: Vec<u8>,
    /// Number of source samples.
    pub samples: usize,
    /// Events.
    pub events: ClipEvents,
    /// Root motion.
    pub root_motion: Option<RootTrack>,
}

impl ClipParts {
    /// The clip of these parts, unchecked.
    #[must_use]
    pub fn into_clip(self) -> Clip {
        Clip {
            name: self.name,
            start: self.start,
            end: self.end,
            constants: self.constants,
            resting: self.resting,
            channels: self.channels.into(),
            segments: self.segments,
            data: self.data.into(),
            samples: self.samples,
            events: self.events,
            root_motion: self.root_motion,
        }
    }
}

/// Inner parts of a clip, for its conversion.
#[derive(Clone, Copy, Debug)]
pub struct ClipView<'a>(pub &'a Clip);

impl<'a> ClipView<'a> {
    /// Constant channels.
    #[must_use]
    pub fn constants(self) -> &'a [(Target, Value)] {
        &self.0.constants
    }

    /// Channels at rest.
    #[must_use]
    pub fn resting(self) -> &'a RestingChannels {
        &self.0.resting
    }

    /// Animated channels.
    #[must_use]
    pub fn channels(self) -> &'a [Channel] {
        &self.0.channels
    }

    /// Segments, ascending.
    #[must_use]
    pub fn segments(self) -> &'a [Segment] {
        &self.0.segments
    }

    /// Bytes of all segments.
    #[must_use]
    pub fn data(self) -> &'a [u8] {
        &self.0.data
    }

    /// Message about the first invalid part, or the first one that 32-bit floats cannot pose; `None` where
    /// the clip can be played.
    #[must_use]
    pub fn first_fault(self, skeleton: &Skeleton) -> Option<String> {
        let invalid =
            || self.0.check().err().map(|invalid| format!("{}: {}", invalid.location, invalid.message));
        self.0.first_unposable(skeleton).or_else(invalid)
    }

    /// Passes targets and values of all animated channels at a time to `output`, in order.
    pub fn read_moving(self, time: f32, output: &mut impl FnMut(Target, Value)) {
        self.0.read_moving(time, output);
    }
}

impl Clip {
    /// Name from the source file; may be empty.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Time of the first key, seconds.
    #[must_use]
    pub fn start(&self) -> f32 {
        self.start
    }

    /// Time of the last key, seconds.
    #[must_use]
    pub fn end(&self) -> f32 {
        self.end
    }

    /// Point events, spans and sync markers.
    #[must_use]
    pub fn events(&self) -> &ClipEvents {
        &self.events
    }

    /// Root motion; `None` where the clip stays in place or moves the body by its joints.
    #[must_use]
    pub fn root_motion(&self) -> Option<&RootTrack> {
        self.root_motion.as_ref()
    }

    /// Whether the clip moves anything, as [`RawClip::moves`](crate::clip::RawClip::moves).
    #[must_use]
    pub fn moves(&self) -> bool {
        !self.channels.is_empty() || self.root_motion.as_ref().is_some_and(RootTrack::moves)
    }

    /// Number of animated channels: translations, rotations and scales of joints, morph and expression
    /// weights, the gaze.
    #[must_use]
    pub fn channel_count(&self) -> usize {
        self.channels.len()
    }

    /// Number of source samples: the source's key times, or, where those are uneven, a few samples a frame.
    #[must_use]
    pub fn sample_count(&self) -> usize {
        self.samples
    }

    /// Size in bytes: control values, references, constants, channels at rest, tables of channels and
    /// segments, root motion. Events, which are text, do not count.
    #[must_use]
    pub fn size_in_bytes(&self) -> usize {
        const TARGET: usize = 4;
        let channel = |channel: &Channel| {
            let space = match channel.space {
                Space::Cube(_) if channel.is_rotation() => 8,
                Space::Cube(_) => 16,
                Space::Spin => 0,
            };
            TARGET + space
        };
        let constant = |(_, value): &(Target, Value)| {
            let value = match value {
                Value::Rotation(q) if rotation::is_packed(*q) => 8,
                Value::Rotation(_) => 16,
                Value::Vector(_) => 12,
            };
            TARGET + value
        };
        self.channels.iter().map(channel).sum::<usize>()
            + self.constants.iter().map(constant).sum::<usize>()
            + self.resting.size()
            + self.segments.len() * 10
            + self.root_motion.as_ref().map_or(0, |root| root.times().len() * 20)
            + self.data.len()
    }
}
