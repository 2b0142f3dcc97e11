//! Section `REST`: the channels that clips keep at rest.

use super::PackError;
use super::reader::Reader;
use super::writer::Writer;
use crate::clip::{Clip, PER_JOINT, RestingChannels, channel_number, joint_channel};
use crate::skeleton::Skeleton;

/// The section; `None` where no clip has such channels.
pub(super) fn write(clips: &[&Clip], skeleton: &Skeleton) -> Option<Vec<u8>> {
    if clips.iter().all(|clip| clip.resting.iter().next().is_none()) {
        return None;
    }
    let mut out = Writer::default();
    for clip in clips {
        let mut bits = vec![0; size(skeleton)];
        for (number, joint) in
            clip.resting.iter().filter_map(|target| Some((channel_number(target)?, target.joint()?)))
        {
            let bit = skeleton.file_index(joint) * PER_JOINT + number;
            bits[bit / 8] |= 1 << (bit % 8);
        }
        out.bytes(&bits);
    }
    Some(out.finish())
}

/// Reads the section into the clips.
pub(super) fn read(mut from: Reader<'_>, skeleton: &Skeleton, clips: &mut [Clip]) -> Result<(), PackError> {
    for clip in clips {
        let bits = from.bytes(size(skeleton), "channels at rest")?;
        let is_set = |bit: &usize| bits[bit / 8] >> (bit % 8) & 1 == 1;
        let targets = (0..PER_JOINT * skeleton.len()).filter(is_set).filter_map(|bit| {
            let joint = skeleton.by_file_index(bit / PER_JOINT)?;
            Some(joint_channel(joint, bit % PER_JOINT))
        });
        clip.resting = targets.collect::<RestingChannels>();
    }
    from.finish()
}

/// Bytes of a clip.
fn size(skeleton: &Skeleton) -> usize {
    (PER_JOINT * skeleton.len()).div_ceil(8)
}
