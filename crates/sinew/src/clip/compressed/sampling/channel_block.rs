use crate::clip::compressed::format::channel::{Channel, Cube, Space, Target};
use crate::math::simd::LANES;
use crate::skeleton::JointId;

/// Eight channels in lanes, or as many as are left; unused lanes are zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ChannelBlock {
    /// Lowest corners and level sizes of cubes.
    pub(crate) low: [[f32; LANES]; 3],
    pub(crate) level: [f32; LANES],
    /// Which channels are rotations: negative where one is.
    pub(crate) is_rotation: [f32; LANES],
    pub(crate) rotations: Rotations,
    /// Rotated joints, and a bit for each channel that rotates one.
    pub(crate) joints: [JointId; LANES],
    pub(crate) joint_rotations: u8,
    /// A bit for each channel whose reference is a rotation.
    pub(crate) spins: u8,
}

/// Number of rotations among the channels of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rotations {
    None,
    Some,
    All,
}

impl ChannelBlock {
    pub(crate) fn of(channels: &[Channel]) -> Self {
        let mut block = Self {
            low: [[0.0; LANES]; 3],
            level: [0.0; LANES],
            is_rotation: [0.0; LANES],
            rotations: Rotations::None,
            joints: [JointId(0); LANES],
            joint_rotations: 0,
            spins: 0,
        };
        for (lane, channel) in channels.iter().enumerate() {
            match channel.space {
                Space::Cube(Cube { low, level }) => {
                    (0..3).for_each(|c| block.low[c][lane] = low[c]);
                    block.level[lane] = level;
                }
                Space::Spin => block.spins |= 1 << lane,
            }
            if let Target::Rotation(joint) = channel.target {
                block.joints[lane] = joint;
                block.joint_rotations |= 1 << lane;
            }
            if channel.is_rotation() {
                block.is_rotation[lane] = -1.0;
            }
        }
        block.rotations = match channels.iter().filter(|channel| channel.is_rotation()).count() {
            0 => Rotations::None,
            count if count == channels.len() => Rotations::All,
            _ => Rotations::Some,
        };
        block
    }
}
