use super::channel_block::ChannelBlock;
use crate::clip::compressed::format::channel::{Channel, Target};
use crate::math::simd::LANES;
use std::ops::Deref;

/// Channels of a clip, and the same in blocks of eight for wide sampling.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ChannelList {
    list: Vec<Channel>,
    blocks: Vec<ChannelBlock>,
}

impl ChannelList {
    /// Copy with other targets.
    pub(crate) fn with_targets(&self, other: impl Fn(Target) -> Target) -> Self {
        let with_targets = |channel: &Channel| Channel { target: other(channel.target), ..*channel };
        self.list.iter().map(with_targets).collect::<Vec<_>>().into()
    }

    /// Blocks of eight channels, with their lanes.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (&[Channel], &ChannelBlock)> {
        self.list.chunks(LANES).zip(&self.blocks)
    }
}

impl From<Vec<Channel>> for ChannelList {
    fn from(list: Vec<Channel>) -> Self {
        Self { blocks: list.chunks(LANES).map(ChannelBlock::of).collect(), list }
    }
}

impl Deref for ChannelList {
    type Target = [Channel];

    fn deref(&self) -> &[Channel] {
        &self.list
    }
}
