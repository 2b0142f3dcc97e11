//! The ways in which a skeleton's names may be read: as they stand, and without what all of them, or all of one kind of
//! rig, have in common.

use super::profile::Profile;
use super::tables::PROFILES;
use super::words::Words;
use std::collections::{HashMap, HashSet};

/// Words that say no more than that a name is a joint's.
const NOISE_IN_FRONT: &[&str] = &[
    "joint", "jnt", "bone", "bn", "b", "c", "bip", "rig", "skel", "skeleton", "armature", "sk", "def", "org",
];
const NOISE_BEHIND: &[&str] = &["joint", "jnt", "jt", "bone", "bn", "bind", "c"];

/// One way to read a name.
#[derive(Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) key: String,
    /// Worse than the same bone by a reading of a lower number.
    pub(super) penalty: u32,
}

/// What may be left out of the names of one skeleton.
pub(super) struct Readings {
    /// With the profile that alone has it.
    prefixes: Vec<(Vec<String>, Option<usize>)>,
    suffixes: Vec<Vec<String>>,
    /// A word that most names begin with, or end with.
    common: [Option<String>; 2],
    /// Whether names end with a number of their own, as exports from Sketchfab do.
    numbered: bool,
}

impl Readings {
    /// For a skeleton whose names have these words.
    pub(super) fn of(names: &[Option<Words>]) -> Self {
        let words = |text: &str| Words::of(text).unwrap_or_default().words;
        let of_profile =
            |(n, p): (usize, &'static Profile)| p.prefixes.iter().map(move |text| (words(text), Some(n)));
        let mut prefixes: Vec<_> = PROFILES.iter().enumerate().flat_map(of_profile).collect();
        prefixes.extend(NOISE_IN_FRONT.iter().map(|word| (vec![word.to_string()], None)));
        let suffixes = NOISE_BEHIND.iter().map(|word| vec![word.to_string()]).collect();
        let numbered = is_numbered(names);
        let bare = |w: &Words| w.words.len() - usize::from(numbered && w.words.len() > 1);
        let first = most_common(names, |w| w.words.first().filter(|_| bare(w) > 1));
        let last = most_common(names, |w| w.words[..bare(w)].last().filter(|_| bare(w) > 1));
        Self { prefixes, suffixes, common: [first, last], numbered }
    }

    /// The ways to read one name, the plainest first, and which profile's prefix it has.
    pub(super) fn read(&self, name: &Words) -> (Vec<Reading>, Option<usize>) {
        let mut readings = Vec::new();
        let mut push = |words: &[String]| {
            let key = words.concat();
            if !words.is_empty() && !readings.iter().any(|r: &Reading| r.key == key) {
                readings.push(Reading { key, penalty: readings.len() as u32 });
            }
        };
        let mut words = name.words.as_slice();
        push(words);
        let mut credit = Words::of(&name.namespace).and_then(|space| {
            let mut own = self.prefixes.iter().filter(|(prefix, _)| space.words.starts_with(prefix));
            own.find_map(|(_, profile)| *profile)
        });
        if self.numbered {
            words = &words[..words.len() - usize::from(words.len() > 1 && is_number(words.last()))];
            push(words);
        }
        if let [first, .., last] = words {
            let (front, back) =
                (Some(first) == self.common[0].as_ref(), Some(last) == self.common[1].as_ref());
            if back {
                words = &words[..words.len() - 1];
                push(words);
            }
            if front && words.len() > 1 {
                push(&words[1..]);
            }
        }
        while let Some((rest, profile)) = self.without_prefix(words) {
            credit = credit.or(profile);
            words = rest;
            push(words);
        }
        while let Some(rest) = self.suffixes.iter().find_map(|s| words.strip_suffix(s.as_slice())) {
            words = rest;
            push(words);
        }
        (readings, credit)
    }

    /// The words behind a known prefix and the number that may follow it.
    fn without_prefix<'a>(&self, words: &'a [String]) -> Option<(&'a [String], Option<usize>)> {
        let (rest, profile) = self
            .prefixes
            .iter()
            .find_map(|(p, profile)| Some((words.strip_prefix(p.as_slice())?, *profile)))?;
        match rest {
            [] => None,
            [number, behind @ ..] if is_number(Some(number)) => {
                (!behind.is_empty()).then_some((behind, profile))
            }
            _ => Some((rest, profile)),
        }
    }
}

fn is_number(word: Option<&String>) -> bool {
    word.is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether most names end with a number, each with another.
fn is_numbered(names: &[Option<Words>]) -> bool {
    let last = |w: &'_ Words| w.words.last().filter(|_| w.words.len() > 1).cloned();
    let numbers: Vec<String> =
        names.iter().flatten().filter_map(last).filter(|word| is_number(Some(word))).collect();
    let different: HashSet<&String> = numbers.iter().collect();
    let named = names.iter().flatten().count();
    numbers.len() >= 10 && numbers.len() * 10 >= named * 7 && different.len() == numbers.len()
}

/// The word that `pick` finds in at least half of all names.
fn most_common<'a>(
    names: &'a [Option<Words>],
    pick: impl Fn(&'a Words) -> Option<&'a String>,
) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in names.iter().flatten().filter_map(pick) {
        *counts.entry(word).or_default() += 1;
    }
    // No two words are in half of the names each, but for a tie, which the alphabet breaks.
    let (word, count) = counts.into_iter().max_by_key(|(word, count)| (*count, std::cmp::Reverse(*word)))?;
    let named = names.iter().flatten().count();
    (count >= 5 && count * 2 >= named).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(names: &[&str], of: &str) -> Vec<String> {
        let words: Vec<_> = names.iter().map(|n| Words::of(n)).collect();
        let (readings, _) = Readings::of(&words).read(&Words::of(of).unwrap());
        readings.into_iter().map(|r| r.key).collect()
    }

    #[test]
    fn prefixes_of_rigs_go() {
        for name in
            ["mixamorig:Hips", "mixamorig12:Hips", "mixamorig_Hips", "mixamorigHips", "mixamorig7_Hips"]
        {
            assert_eq!(keys(&[], name).last().unwrap(), "hips", "{name}");
            let (_, credit) = Readings::of(&[]).read(&Words::of(name).unwrap());
            assert_eq!(credit.map(|p| PROFILES[p].name), Some("mixamo"), "{name}");
        }
        assert!(keys(&[], "ValveBiped.Bip01_L_UpperArm").contains(&"upperarm".into()));
        assert!(keys(&[], "Bip001 L Finger01").contains(&"finger01".into()));
        assert!(keys(&[], "J_Bip_C_Hips").contains(&"hips".into()));
        assert!(keys(&[], "CC_Base_NeckTwist01").contains(&"necktwist01".into()));
        assert!(keys(&[], "L_UpperArm_JNT").contains(&"upperarm".into()));
        assert_eq!(keys(&[], "Bip01"), ["bip01"]);
    }

    #[test]
    fn what_all_names_share_goes() {
        let names = ["Bob Hips", "Bob Spine", "Bob Head", "Bob Foot.L", "Bob Foot.R", "Lamp"];
        assert_eq!(keys(&names, "Bob Hips"), ["bobhips", "hips"]);
        let names = ["hips_Rig", "spine_Rig", "head_Rig", "foot.l_Rig", "foot.r_Rig"];
        assert_eq!(keys(&names, "foot.l_Rig"), ["footrig", "foot"]);
    }

    #[test]
    fn running_numbers_go_and_meant_ones_stay() {
        let numbered: Vec<String> = (0..12).map(|n| format!("part{}_0{n}", n % 3)).collect();
        let numbered: Vec<&str> = numbered.iter().map(String::as_str).collect();
        assert_eq!(keys(&numbered, "Spine1_07"), ["spine107", "spine1"]);
        let meant: Vec<String> = (0..12).map(|n| format!("finger_0{}", n % 3)).collect();
        let meant: Vec<&str> = meant.iter().map(String::as_str).collect();
        assert_eq!(keys(&meant, "spine_01")[0], "spine01");
        assert!(!keys(&meant, "spine_01").contains(&"spine".into()));
    }
}
