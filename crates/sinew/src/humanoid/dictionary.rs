//! Dictionary of the joint names of all profiles.

use super::HumanBone;
use super::name_words::NameWords;
use super::tables::PROFILES;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Meaning of a name in one profile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meaning {
    /// Index of the profile.
    pub(super) profile: usize,
    /// The bone; the left one of a pair.
    pub(super) bone: HumanBone,
    /// Position among the names of the bone; smaller is more likely.
    pub(super) rank: u32,
}

/// All names of all profiles.
pub(super) struct Dictionary {
    meanings: HashMap<String, Vec<Meaning>>,
}

impl Dictionary {
    /// The shared dictionary, built on first use.
    pub(super) fn get() -> &'static Self {
        static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(Dictionary::new);
        &DICTIONARY
    }

    fn new() -> Self {
        let mut meanings: HashMap<String, Vec<Meaning>> = HashMap::new();
        for (profile, table) in PROFILES.iter().enumerate() {
            let mut ranks = [0; HumanBone::COUNT];
            for (bone, name) in table.names() {
                let rank = ranks[bone.index()];
                ranks[bone.index()] += 1;
                let key = NameWords::of(&name).unwrap_or_default().key();
                let known = meanings.entry(key).or_default();
                if !known.iter().any(|m| m.profile == profile && m.bone == bone) {
                    known.push(Meaning { profile, bone, rank });
                }
            }
        }
        Self { meanings }
    }

    /// Meanings of a name, given as its words without separators.
    pub(super) fn look_up(&self, key: &str) -> &[Meaning] {
        self.meanings.get(key).map_or(&[], Vec::as_slice)
    }
}

/// The static name of a profile; `stated` for a name that is unknown, perhaps of a later version.
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
    fn tables_list_each_name_once() {
        let names: BTreeSet<_> = PROFILES.iter().map(|p| p.name).collect();
        assert!(names.len() > 15, "{names:?}");
        for profile in PROFILES {
            let mut seen = BTreeSet::new();
            for (bone, name) in profile.names() {
                let words = NameWords::of(&name).unwrap_or_else(|| panic!("{}: {name:?}", profile.name));
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
