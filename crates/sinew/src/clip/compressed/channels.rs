use super::channel::{Channel, Target};
#[cfg(target_arch = "x86_64")]
use super::octet::Octet;
#[cfg(target_arch = "x86_64")]
use crate::math::lanes::LANES;
use std::ops::Deref;

/// The channels of a clip; beside them what eight at a time need for being read at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Channels {
    list: Vec<Channel>,
    #[cfg(target_arch = "x86_64")]
    octets: Vec<Octet>,
}

impl Channels {
    /// The same moving something else each.
    pub(super) fn redirected(&self, other: impl Fn(Target) -> Target) -> Self {
        let redirected = |channel: &Channel| Channel { target: other(channel.target), ..*channel };
        self.list.iter().map(redirected).collect::<Vec<_>>().into()
    }

    /// Eight channels after the other.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn octets(&self) -> impl Iterator<Item = (&[Channel], &Octet)> {
        self.list.chunks(LANES).zip(&self.octets)
    }
}

impl From<Vec<Channel>> for Channels {
    fn from(list: Vec<Channel>) -> Self {
        Self {
            #[cfg(target_arch = "x86_64")]
            octets: list.chunks(LANES).map(Octet::of).collect(),
            list,
        }
    }
}

impl Deref for Channels {
    type Target = [Channel];

    fn deref(&self) -> &[Channel] {
        &self.list
    }
}
