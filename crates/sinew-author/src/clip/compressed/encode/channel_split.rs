//! Channels of a clip, split into animated, constant and resting ones.

use crate::clip::compressed::measure::influence::ErrorInfluence;
use crate::clip::compressed::settings::CompressionSettings;
use crate::clip::compressed::source::sampled_clip::SampledClip;
use sinew::internal::clip_format::{
    channel::{Channel, Space, Target, Value, rest_value},
    resting::RestingChannels,
    rotation,
};
use sinew::skeleton::Skeleton;

/// Share of the error within which a channel counts as constant or resting.
pub(crate) const STILL: f32 = 0.02;

/// Share of the error within which a constant rotation is packed into half the room.
const STORED: f32 = 0.1;

/// Constants, animated and resting channels of the source.
#[derive(Default)]
pub(crate) struct ChannelSplit {
    pub(crate) constants: Vec<(Target, Value)>,
    pub(crate) resting: RestingChannels,
    pub(crate) channels: Vec<Channel>,
    /// Number of each channel in the source.
    pub(crate) moving: Vec<usize>,
}

impl ChannelSplit {
    /// Splits the channels; `still` is the share of the error within which a channel is constant.
    pub(crate) fn of(
        source: &SampledClip<'_>,
        skeleton: &Skeleton,
        settings: &CompressionSettings,
        still: f32,
    ) -> Self {
        let influence = ErrorInfluence::at_rest(skeleton, settings);
        let (mut parts, mut values) = (Self::default(), Vec::new());
        for (n, lane) in source.channels.iter().enumerate() {
            if source.times.is_empty() {
                break;
            }
            let target = lane.target;
            let last = if lane.still().is_some() { 0 } else { source.times.len() - 1 };
            source.values(n, 0..=last, &mut values);
            let (factor, tolerance) = influence.weight(target);
            let is_near = |a: Value, b: Value| a.distance(b) * factor <= tolerance * still;
            let middle = values[values.len() / 2];
            if values.iter().any(|v| !is_near(*v, middle)) {
                parts.moving.push(n);
                parts.channels.push(Channel::new(target, &values));
            } else if rest_value(target, skeleton.rest()).is_none_or(|rest| !is_near(rest, middle)) {
                let value = match middle {
                    Value::Rotation(q)
                        if rotation::STILL_ERROR * factor <= tolerance * STORED * still / STILL =>
                    {
                        Value::Rotation(rotation::packed(q))
                    }
                    other => other.flush_tiny(),
                };
                parts.constants.push((target, value));
            } else {
                parts.resting.insert(target);
            }
        }
        parts.sort();
        parts
    }
}

impl ChannelSplit {
    /// Puts rotations first, so that most groups of eight channels are of one kind.
    fn sort(&mut self) {
        let mut both: Vec<_> = self.channels.drain(..).zip(self.moving.drain(..)).collect();
        both.sort_by_key(|(channel, _)| (!channel.is_rotation(), channel.space == Space::Spin));
        (self.channels, self.moving) = both.into_iter().unzip();
    }
}
