use super::channel::{Channel, Cube, Space, Target};
use crate::math::lanes::LANES;
use crate::skeleton::JointIndex;

/// Eight channels side by side, or as many as are left.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Octet {
    /// Cubes' lowest corners and what is between their places.
    pub(super) low: [[f32; LANES]; 3],
    pub(super) level: [f32; LANES],
    /// The sign of a number for each that turns, and whether any does.
    pub(super) turning: [f32; LANES],
    pub(super) turns: bool,
    /// The joints that are turned, and a bit for each channel that turns one.
    pub(super) joints: [JointIndex; LANES],
    pub(super) turn_joints: u8,
    /// A bit for each whose reference is a rotation.
    pub(super) spins: u8,
}

impl Octet {
    pub(super) fn of(channels: &[Channel]) -> Self {
        let mut octet = Self {
            low: [[0.0; LANES]; 3],
            level: [0.0; LANES],
            turning: [0.0; LANES],
            turns: false,
            joints: [JointIndex(0); LANES],
            turn_joints: 0,
            spins: 0,
        };
        for (lane, channel) in channels.iter().enumerate() {
            match channel.space {
                Space::Cube(Cube { low, level }) => {
                    (0..3).for_each(|c| octet.low[c][lane] = low[c]);
                    octet.level[lane] = level;
                }
                Space::Spin => octet.spins |= 1 << lane,
            }
            if let Target::Rotation(joint) = channel.target {
                octet.joints[lane] = joint;
                octet.turn_joints |= 1 << lane;
            }
            if channel.turns() {
                octet.turning[lane] = -1.0;
                octet.turns = true;
            }
        }
        octet
    }
}
