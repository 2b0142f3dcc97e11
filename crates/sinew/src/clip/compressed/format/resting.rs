use super::channel::Target;
use crate::skeleton::JointId;

/// Channels of joints that a clip keeps at rest: a bit each for the translation, rotation and scale of a
/// joint. They need no values, but a clip that has them is not one that leaves the joint alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestingChannels(Vec<u8>);

/// Number of channels of a joint.
pub const PER_JOINT: usize = 3;

impl RestingChannels {
    /// Adds a channel; those of anything but joints are left out.
    pub fn insert(&mut self, target: Target) {
        let Some(bit) = bit(target) else { return };
        if self.0.len() <= bit / 8 {
            self.0.resize(bit / 8 + 1, 0);
        }
        self.0[bit / 8] |= 1 << (bit % 8);
    }

    /// All channels, by joint.
    pub fn iter(&self) -> impl Iterator<Item = Target> {
        let used = self.0.iter().enumerate().filter(|(_, byte)| **byte != 0);
        let bits = used
            .flat_map(|(n, byte)| (0..8).filter(move |bit| byte >> bit & 1 == 1).map(move |bit| 8 * n + bit));
        bits.map(|bit| joint_channel(JointId((bit / PER_JOINT) as u32), bit % PER_JOINT))
    }

    /// Size in bytes.
    pub fn size(&self) -> usize {
        self.0.len()
    }
}

impl FromIterator<Target> for RestingChannels {
    fn from_iter<I: IntoIterator<Item = Target>>(targets: I) -> Self {
        let mut resting = Self::default();
        targets.into_iter().for_each(|target| resting.insert(target));
        resting
    }
}

/// Number of a channel among those of its joint; `None` for other targets.
pub fn channel_number(target: Target) -> Option<usize> {
    match target {
        Target::Translation(_) => Some(0),
        Target::Rotation(_) => Some(1),
        Target::Scale(_) => Some(2),
        _ => None,
    }
}

/// Channel of a joint by its number.
pub fn joint_channel(joint: JointId, number: usize) -> Target {
    match number {
        0 => Target::Translation(joint),
        1 => Target::Rotation(joint),
        _ => Target::Scale(joint),
    }
}

fn bit(target: Target) -> Option<usize> {
    Some(target.joint()?.index() * PER_JOINT + channel_number(target)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_come_back() {
        let joint = JointId;
        let targets = [
            Target::Rotation(joint(0)),
            Target::Translation(joint(5)),
            Target::Scale(joint(5)),
            Target::Rotation(joint(70)),
        ];
        let resting: RestingChannels = targets.into_iter().chain([Target::Gaze]).collect();
        assert!(resting.iter().eq(targets));
        assert_eq!(resting.size(), 27);
        assert_eq!(RestingChannels::default().size(), 0);
    }
}
