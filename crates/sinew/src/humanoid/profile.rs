//! Naming profiles: the joint names of one kind of rig. The profiles are data, in `tables`.

use super::HumanBone;

/// Joint names of one kind of rig, in their original spelling without the side; case and separators are
/// ignored. Paired bones are listed by the left one.
pub(super) struct Profile {
    pub(super) name: &'static str,
    /// Prefixes that only this kind uses.
    pub(super) prefixes: &'static [&'static str],
    /// Exact, case-sensitive names that decide between otherwise equal profiles.
    pub(super) marker_names: &'static [&'static str],
    /// Names of each bone, the most likely first. All spine joints are listed as `Spine`;
    /// their order tells them apart.
    pub(super) bones: &'static [&'static [Names]],
    pub(super) fingers: &'static [Fingers],
}

/// Bone and its names.
pub(super) type Names = (HumanBone, &'static [&'static str]);

/// Finger names: that of a finger followed by that of a joint. An empty name stands for a missing finger.
pub(super) struct Fingers {
    /// Names of thumb, index, middle, ring and little finger.
    pub(super) names: [&'static str; 5],
    /// Names of the joints from the hand outwards.
    pub(super) joints: [&'static str; 3],
}

/// Joints of the left fingers, from the thumb on.
pub(super) const FINGERS: [[HumanBone; 3]; 5] = {
    use HumanBone::*;
    [
        [LeftThumbMetacarpal, LeftThumbProximal, LeftThumbDistal],
        [LeftIndexProximal, LeftIndexIntermediate, LeftIndexDistal],
        [LeftMiddleProximal, LeftMiddleIntermediate, LeftMiddleDistal],
        [LeftRingProximal, LeftRingIntermediate, LeftRingDistal],
        [LeftLittleProximal, LeftLittleIntermediate, LeftLittleDistal],
    ]
};

impl Profile {
    /// All names with their bones, the most likely name of a bone first.
    pub(super) fn names(&self) -> impl Iterator<Item = (HumanBone, String)> {
        let bones = self.bones.iter().copied().flatten();
        let bones = bones.flat_map(|(bone, names)| names.iter().map(|n| (*bone, n.to_string())));
        let fingers = self.fingers.iter().flat_map(|fingers| {
            let named = fingers.names.iter().zip(FINGERS).filter(|(name, _)| !name.is_empty());
            named.flat_map(|(name, bones)| {
                bones
                    .into_iter()
                    .zip(fingers.joints)
                    .map(move |(bone, joint)| (bone, format!("{name}{joint}")))
            })
        });
        bones.chain(fingers)
    }
}
