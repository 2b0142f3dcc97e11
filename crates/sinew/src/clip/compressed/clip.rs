use super::bytes::Bytes;
use super::format::channel::{Channel, Space, Target, Value};
use super::format::rotation;
use super::sampling::channel_list::ChannelList;
use crate::clip::{ClipMarks, RootTrack};

/// A compressed clip, for the skeleton it was made for. Immutable; share it with `Arc`.
///
/// Quantities that rest all the time are not in it: it is sampled over a pose that rests
/// ([`LocalPose::reset`](crate::LocalPose::reset)).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clip {
    pub(crate) name: String,
    pub(crate) start: f32,
    pub(crate) end: f32,
    pub(crate) constants: Vec<(Target, Value)>,
    pub(crate) channels: ChannelList,
    pub(crate) segments: Vec<Segment>,
    /// Of each segment: a header per channel, then control values.
    pub(crate) data: Bytes,
    /// Samples that it was made from.
    pub(crate) samples: usize,
    pub(crate) marks: ClipMarks,
    pub(crate) root: Option<RootTrack>,
}

/// A stretch of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Segment {
    pub(crate) start: f32,
    pub(crate) samples: u16,
    /// Of its first header in the data.
    pub(crate) offset: u32,
}

impl Clip {
    /// The name it had in its file; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The time of its first key, seconds.
    pub fn start(&self) -> f32 {
        self.start
    }

    /// The time of its last key, seconds.
    pub fn end(&self) -> f32 {
        self.end
    }

    /// What is written on it.
    pub fn marks(&self) -> &ClipMarks {
        &self.marks
    }

    /// The way the body travels; none where it stays in place or travels by its joints.
    pub fn root(&self) -> Option<&RootTrack> {
        self.root.as_ref()
    }

    /// How many quantities move: translations, rotations and scales of joints, weights.
    pub fn channel_count(&self) -> usize {
        self.channels.len()
    }

    /// How many samples it was made from: the source's key times, or where those are uneven a few for each frame.
    pub fn sample_count(&self) -> usize {
        self.samples
    }

    /// What it takes as data: control values, references, constants, tables of channels and segments, the
    /// root's way. Marks, which are text, do not count.
    pub fn bytes(&self) -> usize {
        const TARGET: usize = 4;
        let channel = |channel: &Channel| {
            let space = match channel.space {
                Space::Cube(_) if channel.turns() => 8,
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
            + self.segments.len() * 10
            + self.root.as_ref().map_or(0, |root| root.times().len() * 20)
            + self.data.len()
    }
}
