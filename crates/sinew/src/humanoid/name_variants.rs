//! Variants of a joint name: as it is, and without prefixes, suffixes and numbers that all names of the
//! skeleton or of one kind of rig share.

use super::name_words::NameWords;
use super::profile::Profile;
use super::tables::PROFILES;
use std::collections::{HashMap, HashSet};

/// Leading words without meaning.
const NOISE_PREFIXES: &[&str] = &[
    "joint", "jnt", "bone", "bn", "b", "c", "bip", "rig", "skel", "skeleton", "armature", "sk", "def", "org",
];
/// Trailing words without meaning.
const NOISE_SUFFIXES: &[&str] = &["joint", "jnt", "jt", "bone", "bn", "bind", "c"];

/// One variant of a name.
#[derive(Debug, PartialEq)]
pub(super) struct NameVariant {
    /// Words without separators.
    pub(super) key: String,
    /// Rank; a variant with a lower one is preferred.
    pub(super) penalty: u32,
}

/// Parts that may be removed from the names of one skeleton.
pub(super) struct NameVariants {
    /// Words of a prefix, and the profile if only one uses it.
    prefixes: Vec<(Vec<String>, Option<usize>)>,
    suffixes: Vec<Vec<String>>,
    /// First and last word shared by at least half of the names.
    common: [Option<String>; 2],
    /// Whether names end with a running number, as in exports from Sketchfab.
    numbered: bool,
}

impl NameVariants {
    /// Variants for a skeleton with these names.
    pub(super) fn of(names: &[Option<NameWords>]) -> Self {
        let words = |text: &str| NameWords::of(text).unwrap_or_default().words;
        let of_profile =
            |(n, p): (usize, &'static Profile)| p.prefixes.iter().map(move |text| (words(text), Some(n)));
        let mut prefixes: Vec<_> = PROFILES.iter().enumerate().flat_map(of_profile).collect();
        prefixes.extend(NOISE_PREFIXES.iter().map(|word| (vec![word.to_string()], None)));
        let suffixes = NOISE_SUFFIXES.iter().map(|word| vec![word.to_string()]).collect();
        let numbered = is_numbered(names);
        let bare = |w: &NameWords| w.words.len() - usize::from(numbered && w.words.len() > 1);
        let first = most_common(names, |w| w.words.first().filter(|_| bare(w) > 1));
        let last = most_common(names, |w| w.words[..bare(w)].last().filter(|_| bare(w) > 1));
        Self { prefixes, suffixes, common: [first, last], numbered }
    }

    /// Variants of one name, the full name first, and the profile of its prefix.
    pub(super) fn variants(&self, name: &NameWords) -> (Vec<NameVariant>, Option<usize>) {
        let mut variants = Vec::new();
        let mut push = |words: &[String]| {
            let key = words.concat();
            if !words.is_empty() && !variants.iter().any(|v: &NameVariant| v.key == key) {
                variants.push(NameVariant { key, penalty: variants.len() as u32 });
            }
        };
        let mut words = name.words.as_slice();
        push(words);
        let mut profile = NameWords::of(&name.namespace).and_then(|space| {
            let mut matching = self.prefixes.iter().filter(|(prefix, _)| space.words.starts_with(prefix));
            matching.find_map(|(_, profile)| *profile)
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
        while let Some((rest, found)) = self.without_prefix(words) {
            profile = profile.or(found);
            words = rest;
            push(words);
        }
        while let Some(rest) = self.suffixes.iter().find_map(|s| words.strip_suffix(s.as_slice())) {
            words = rest;
            push(words);
        }
        (variants, profile)
    }

    /// Words after a known prefix and an optional number.
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

/// Whether most names end with a number, all different.
fn is_numbered(names: &[Option<NameWords>]) -> bool {
    let last = |w: &'_ NameWords| w.words.last().filter(|_| w.words.len() > 1).cloned();
    let numbers: Vec<String> =
        names.iter().flatten().filter_map(last).filter(|word| is_number(Some(word))).collect();
    let different: HashSet<&String> = numbers.iter().collect();
    let named = names.iter().flatten().count();
    numbers.len() >= 10 && numbers.len() * 10 >= named * 7 && different.len() == numbers.len()
}

/// Word that `pick` returns for at least half of all names.
fn most_common<'a>(
    names: &'a [Option<NameWords>],
    pick: impl Fn(&'a NameWords) -> Option<&'a String>,
) -> Option<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in names.iter().flatten().filter_map(pick) {
        *counts.entry(word).or_default() += 1;
    }
    // Two words can each be in half of the names; the alphabet breaks the tie.
    let (word, count) = counts.into_iter().max_by_key(|(word, count)| (*count, std::cmp::Reverse(*word)))?;
    let named = names.iter().flatten().count();
    (count >= 5 && count * 2 >= named).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(names: &[&str], of: &str) -> Vec<String> {
        let words: Vec<_> = names.iter().map(|n| NameWords::of(n)).collect();
        let (variants, _) = NameVariants::of(&words).variants(&NameWords::of(of).unwrap());
        variants.into_iter().map(|v| v.key).collect()
    }

    #[test]
    fn rig_prefixes_are_removed() {
        for name in
            ["mixamorig:Hips", "mixamorig12:Hips", "mixamorig_Hips", "mixamorigHips", "mixamorig7_Hips"]
        {
            assert_eq!(keys(&[], name).last().unwrap(), "hips", "{name}");
            let (_, profile) = NameVariants::of(&[]).variants(&NameWords::of(name).unwrap());
            assert_eq!(profile.map(|p| PROFILES[p].name), Some("mixamo"), "{name}");
        }
        assert!(keys(&[], "ValveBiped.Bip01_L_UpperArm").contains(&"upperarm".into()));
        assert!(keys(&[], "Bip001 L Finger01").contains(&"finger01".into()));
        assert!(keys(&[], "J_Bip_C_Hips").contains(&"hips".into()));
        assert!(keys(&[], "CC_Base_NeckTwist01").contains(&"necktwist01".into()));
        assert!(keys(&[], "L_UpperArm_JNT").contains(&"upperarm".into()));
        assert_eq!(keys(&[], "Bip01"), ["bip01"]);
    }

    #[test]
    fn shared_words_are_removed() {
        let names = ["Bob Hips", "Bob Spine", "Bob Head", "Bob Foot.L", "Bob Foot.R", "Lamp"];
        assert_eq!(keys(&names, "Bob Hips"), ["bobhips", "hips"]);
        let names = ["hips_Rig", "spine_Rig", "head_Rig", "foot.l_Rig", "foot.r_Rig"];
        assert_eq!(keys(&names, "foot.l_Rig"), ["footrig", "foot"]);
    }

    #[test]
    fn running_numbers_are_removed_and_others_kept() {
        let numbered: Vec<String> = (0..12).map(|n| format!("part{}_0{n}", n % 3)).collect();
        let numbered: Vec<&str> = numbered.iter().map(String::as_str).collect();
        assert_eq!(keys(&numbered, "Spine1_07"), ["spine107", "spine1"]);
        let meant: Vec<String> = (0..12).map(|n| format!("finger_0{}", n % 3)).collect();
        let meant: Vec<&str> = meant.iter().map(String::as_str).collect();
        assert_eq!(keys(&meant, "spine_01")[0], "spine01");
        assert!(!keys(&meant, "spine_01").contains(&"spine".into()));
    }
}
