//! Section `REST`: the channels that clips keep at rest.

use super::PackError;
use super::reader::Reader;
use super::writer::Writer;
use crate::clip::{Clip, RestingChannels, Target};
use crate::skeleton::{JointIndex, Skeleton};

/// Channels of a node.
const PER_NODE: usize = 3;

/// The section; `None` where no clip has such channels.
pub(super) fn write(clips: &[&Clip], skeleton: &Skeleton) -> Option<Vec<u8>> {
    if clips.iter().all(|clip| clip.resting.iter().next().is_none()) {
        return None;
    }
    let mut out = Writer::default();
    for clip in clips {
        let mut bits = vec![0; size(skeleton)];
        for (number, joint) in
            clip.resting.iter().filter_map(|target| Some((number(target)?, target.joint()?)))
        {
            let bit = skeleton.file_index(joint) * PER_NODE + number;
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
        let targets = (0..PER_NODE * skeleton.len()).filter(is_set).filter_map(|bit| {
            let joint = skeleton.by_file_index(bit / PER_NODE)?;
            Some(target(joint, bit % PER_NODE))
        });
        clip.resting = targets.collect::<RestingChannels>();
    }
    from.finish()
}

/// Bytes of a clip.
fn size(skeleton: &Skeleton) -> usize {
    (PER_NODE * skeleton.len()).div_ceil(8)
}

fn number(target: Target) -> Option<usize> {
    match target {
        Target::Translation(_) => Some(0),
        Target::Rotation(_) => Some(1),
        Target::Scale(_) => Some(2),
        _ => None,
    }
}

fn target(joint: JointIndex, number: usize) -> Target {
    [Target::Translation(joint), Target::Rotation(joint), Target::Scale(joint)][number]
}
