//! What the joints of one kind of rig are called. The kinds themselves are data, in `tables.rs`.

use super::HumanBone;
use super::tables::PROFILES;
use super::words::Words;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The names that one kind of rig has. Names are written as their makers write them, without the side; capitals and
/// separators do not matter. Bones that come twice are named by the left one.
pub(super) struct Profile {
    pub(super) name: &'static str,
    /// Prefixes that only this kind has.
    pub(super) prefixes: &'static [&'static str],
    /// Whole names, capitals and all, that decide between kinds which otherwise agree.
    pub(super) marks: &'static [&'static str],
    /// The names of each bone, the likeliest first. All links of a spine are listed as spine; they are told apart by
    /// their order.
    pub(super) bones: &'static [&'static [Names]],
    pub(super) fingers: &'static [Fingers],
}

/// A bone and its names.
pub(super) type Names = (HumanBone, &'static [&'static str]);

/// Names of fingers: a finger's followed by a joint's. An empty name is none.
pub(super) struct Fingers {
    /// Thumb, index, middle, ring, little.
    pub(super) names: [&'static str; 5],
    /// From the hand outwards.
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
    /// Every name with its bone, the likeliest of a bone first.
    fn names(&self) -> impl Iterator<Item = (HumanBone, String)> {
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

/// What a name means in one profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meaning {
    /// Its place in the table of profiles.
    pub(super) profile: usize,
    /// Bones that come twice by the left one.
    pub(super) bone: HumanBone,
    /// Its place among the names of that bone; smaller is likelier.
    pub(super) rank: u32,
}

/// Every name of every profile.
pub(super) struct Dictionary {
    meanings: HashMap<String, Vec<Meaning>>,
}

impl Dictionary {
    /// The one of all tables, made when it is first asked for.
    pub(super) fn get() -> &'static Self {
        static WHOLE: LazyLock<Dictionary> = LazyLock::new(Dictionary::new);
        &WHOLE
    }

    fn new() -> Self {
        let mut meanings: HashMap<String, Vec<Meaning>> = HashMap::new();
        for (profile, table) in PROFILES.iter().enumerate() {
            let mut ranks = [0; HumanBone::COUNT];
            for (bone, name) in table.names() {
                let rank = ranks[bone.index()];
                ranks[bone.index()] += 1;
                let key = Words::of(&name).unwrap_or_default().key();
                let known = meanings.entry(key).or_default();
                if !known.iter().any(|m| m.profile == profile && m.bone == bone) {
                    known.push(Meaning { profile, bone, rank });
                }
            }
        }
        Self { meanings }
    }

    /// What the words of a name, written in one, mean.
    pub(super) fn look_up(&self, key: &str) -> &[Meaning] {
        self.meanings.get(key).map_or(&[], Vec::as_slice)
    }
}

/// The name of a profile as the program has it; one that a later version may know is only `stated`.
pub(crate) fn profile_name(name: &str) -> &'static str {
    let others = ["structure", "vrm"];
    let known = PROFILES.iter().map(|profile| profile.name).chain(others);
    known.into_iter().find(|known| *known == name).unwrap_or("stated")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn tables_name_each_thing_once() {
        let names: BTreeSet<_> = PROFILES.iter().map(|p| p.name).collect();
        assert!(names.len() > 15, "{names:?}");
        for profile in PROFILES {
            let mut seen = BTreeSet::new();
            for (bone, name) in profile.names() {
                let words = Words::of(&name).unwrap_or_else(|| panic!("{}: {name:?}", profile.name));
                assert_eq!(words.side, None, "{}: {name} tells a side", profile.name);
                assert!(bone <= bone.mirrored(), "{}: {bone} is listed by its right one", profile.name);
                let paired = bone != bone.mirrored();
                assert!(seen.insert((words.key(), paired)), "{}: {name} stands there twice", profile.name);
            }
        }
    }

    #[test]
    fn every_profile_names_the_required_bones() {
        for profile in PROFILES {
            let named: BTreeSet<_> = profile.names().map(|(bone, _)| bone).collect();
            for bone in HumanBone::ALL.into_iter().filter(|b| b.is_required() && *b <= b.mirrored()) {
                // Hips are also found as what legs and spine hang from.
                assert!(named.contains(&bone) || bone == HumanBone::Hips, "{}: no {bone}", profile.name);
            }
        }
    }
}
