use super::channel::{Channel, Cube, Space, Target};
use crate::math::lanes::LANES;
use crate::skeleton::JointIndex;

/// Eight channels side by side, or as many as are left.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Octet {
    /// Cubes' lowest corners and what is between their places.
    pub(super) low: [[f32; LANES]; 3],
    pub(super) level: [f32; LANES],
    /// The sign of a number for each that turns, and whether any does.
    pub(super) turning: [f32; LANES],
    pub(super) turns: bool,
    /// The joints that are turned where all channels turn joints.
    pub(super) joints: Option<[JointIndex; LANES]>,
    /// A bit for each whose reference is a rotation.
    pub(super) spins: u8,
}

impl Octet {
    pub(super) fn of(channels: &[Channel]) -> Self {
        let mut octet = Self { joints: joints(channels), ..Self::default() };
        for (lane, channel) in channels.iter().enumerate() {
            match channel.space {
                Space::Cube(Cube { low, level }) => {
                    (0..3).for_each(|c| octet.low[c][lane] = low[c]);
                    octet.level[lane] = level;
                }
                Space::Spin => octet.spins |= 1 << lane,
            }
            if channel.turns() {
                octet.turning[lane] = -1.0;
                octet.turns = true;
            }
        }
        octet
    }
}

/// The joints that are turned where nothing else happens.
fn joints(channels: &[Channel]) -> Option<[JointIndex; LANES]> {
    let mut joints = [JointIndex(0); LANES];
    for (joint, channel) in joints.iter_mut().zip(channels) {
        let Target::Rotation(turned) = channel.target else { return None };
        *joint = turned;
    }
    Some(joints)
}
