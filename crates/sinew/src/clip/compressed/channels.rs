use super::channel::{Channel, Cube, Space, Target};
use crate::skeleton::JointIndex;
use std::ops::Deref;

/// How many channels are read at once.
pub(super) const LANES: usize = 8;

/// The channels of a clip; beside them what eight at a time need for being read at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Channels {
    list: Vec<Channel>,
    octets: Vec<Octet>,
}

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

impl Channels {
    /// Changes what each moves.
    pub(super) fn redirect(&mut self, other: impl Fn(Target) -> Target) {
        self.list.iter_mut().for_each(|channel| channel.target = other(channel.target));
        for (channels, octet) in self.list.chunks(LANES).zip(&mut self.octets) {
            octet.joints = joints(channels);
        }
    }

    /// Eight channels after the other.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "for processors with wide instructions")
    )]
    pub(super) fn octets(&self) -> impl Iterator<Item = (&[Channel], &Octet)> {
        self.list.chunks(LANES).zip(&self.octets)
    }
}

impl From<Vec<Channel>> for Channels {
    fn from(list: Vec<Channel>) -> Self {
        let octets = list.chunks(LANES).map(Octet::of).collect();
        Self { list, octets }
    }
}

impl Deref for Channels {
    type Target = [Channel];

    fn deref(&self) -> &[Channel] {
        &self.list
    }
}

impl Octet {
    fn of(channels: &[Channel]) -> Self {
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

fn joints(channels: &[Channel]) -> Option<[JointIndex; LANES]> {
    let mut joints = [JointIndex(0); LANES];
    for (joint, channel) in joints.iter_mut().zip(channels) {
        let Target::Rotation(turned) = channel.target else { return None };
        *joint = turned;
    }
    Some(joints)
}
