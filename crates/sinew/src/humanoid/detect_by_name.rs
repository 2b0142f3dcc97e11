//! Detection of human bones by joint names: each profile looks up all names, and the one with the most
//! complete body wins. A name counts only at its position in the hierarchy: a joint named head outside the
//! body is ignored.

use super::HumanBone;
use super::bone::{BoneSet, Bones};
use super::dictionary::Dictionary;
use super::joint_tree::JointTree;
use super::name_variants::NameVariants;
use super::name_words::NameWords;
use super::profile::Profile;
use super::spine::{above_hips, spine_bones};
use super::tables::PROFILES;
use super::unnamed::Unnamed;
use super::{HumanBone::*, Side};
use crate::skeleton::Skeleton;

/// Smallest number of named bones of a body.
const MIN_BONES: u32 = 8;

/// Largest number of joints from the hips to the shoulders.
const MAX_TRUNK: usize = 64;

/// Result of the detection by names.
pub(super) struct Named {
    pub(super) bones: Bones,
    pub(super) profile: &'static str,
    /// Joints that the profile does not name.
    pub(super) unnamed: Unnamed,
}

/// Score of a profile, the most important part first: number of required bones with a name, number of all
/// bones with a name, whether a prefix is unique to the profile, number of its marker names.
type Score = (u32, u32, bool, usize);

/// The most complete body that names give; `None` where too few bones have a name.
pub(super) fn detect_by_name(skeleton: &Skeleton, tree: &JointTree) -> Option<Named> {
    let names: Vec<Option<NameWords>> = skeleton.joints().map(|j| NameWords::of(skeleton.name(j))).collect();
    let (dictionary, variants) = (Dictionary::get(), NameVariants::of(&names));
    let mut labels: Vec<Labels> = PROFILES.iter().map(|_| Labels::default()).collect();
    let mut meanings = vec![BoneSet::default(); names.len()];
    for (joint, name) in names.iter().enumerate() {
        let Some(name) = name else { continue };
        let (variants, prefix_profile) = variants.variants(name);
        let mut labelled = [false; PROFILES.len()];
        for (side, key, penalty) in variants.iter().flat_map(|v| sided(name.side, &v.key, v.penalty)) {
            for meaning in dictionary.look_up(key) {
                let Some(bone) = meaning.bone.on(side) else { continue };
                meanings[joint] = meanings[joint].with(bone);
                if std::mem::replace(&mut labelled[meaning.profile], true) {
                    continue;
                }
                let rank = meaning.rank + 16 * penalty;
                let has_prefix = prefix_profile == Some(meaning.profile);
                labels[meaning.profile].add(Label { joint, bone, rank }, has_prefix);
            }
        }
    }
    let mut best: Option<(Score, &Profile, &Labels)> = None;
    for (profile, labels) in PROFILES.iter().zip(&labels) {
        if labels.bones.len() < MIN_BONES {
            continue;
        }
        let bones = Assembly::new(tree, labels).assemble();
        let has_name = |b: &HumanBone| bones[b.index()].is_some_and(|joint| labels.names(joint, *b));
        let found = HumanBone::ALL.into_iter().filter(has_name);
        let required = found.clone().filter(|b| b.is_required()).count() as u32;
        let markers = match &best {
            // The search for marker names is slow; it runs only where the rest does not decide.
            Some((score, ..)) if (score.0, score.1) > (required, found.clone().count() as u32) => 0,
            _ => profile.marker_names.iter().filter(|marker| is_named(skeleton, marker)).count(),
        };
        let score = (required, found.count() as u32, labels.has_prefix, markers);
        if best.as_ref().is_none_or(|(known, ..)| score > *known) {
            best = Some((score, profile, labels));
        }
    }
    let (_, profile, labels) = best?;
    // Names of other kinds do not decide which kind a rig is.
    let unnamed = Unnamed::new(&names, meanings, |joint| labels.has(joint));
    let bones = Assembly { unnamed: Some(&unnamed), ..Assembly::new(tree, labels) }.assemble();
    Some(Named { bones, profile: profile.name, unnamed })
}

/// A key with its side; for a name without a side, also the key without a first or last letter that may be
/// one, as in `lfemur`.
fn sided(side: Option<Side>, key: &str, penalty: u32) -> impl Iterator<Item = (Side, &str, u32)> {
    let attached = [
        (Side::Left, key.strip_prefix('l')),
        (Side::Right, key.strip_prefix('r')),
        (Side::Left, key.strip_suffix('l')),
        (Side::Right, key.strip_suffix('r')),
    ];
    let attached = attached.into_iter().filter(move |_| side.is_none());
    let attached = attached.filter_map(|(side, rest)| Some((side, rest?)));
    let whole = (side.unwrap_or(Side::Center), key, penalty);
    std::iter::once(whole).chain(attached.map(move |(side, rest)| (side, rest, penalty + 1)))
}

/// Whether a joint has exactly this name after its namespace.
fn is_named(skeleton: &Skeleton, marker: &str) -> bool {
    let name_start = |name: &'_ str| name.rfind([':', '|']).map_or(0, |at| at + 1);
    skeleton.joints().map(|j| skeleton.name(j)).any(|name| &name[name_start(name)..] == marker)
}

/// A joint whose name a profile knows.
struct Label {
    joint: usize,
    bone: HumanBone,
    /// Smaller is more likely.
    rank: u32,
}

/// All labels of one profile, sorted by joint.
#[derive(Default)]
struct Labels {
    all: Vec<Label>,
    bones: BoneSet,
    /// Whether a name has a prefix that only this profile uses.
    has_prefix: bool,
}

impl Labels {
    fn add(&mut self, label: Label, has_prefix: bool) {
        self.bones = self.bones.with(label.bone);
        self.has_prefix |= has_prefix;
        self.all.push(label);
    }

    /// Whether the joint has a label.
    fn has(&self, joint: usize) -> bool {
        self.all.binary_search_by_key(&joint, |label| label.joint).is_ok()
    }

    /// Whether the joint's name is that of `bone`; all joints of a spine are labelled `Spine`.
    fn names(&self, joint: usize, bone: HumanBone) -> bool {
        let index = self.all.binary_search_by_key(&joint, |l| l.joint);
        let label = index.ok().map(|index| self.all[index].bone);
        label == Some(bone) || label == Some(Spine) && matches!(bone, Chest | UpperChest)
    }
}

/// Assignment of labelled joints to bones.
struct Assembly<'a> {
    tree: &'a JointTree,
    /// Labels of each bone.
    labels: Vec<Vec<&'a Label>>,
    /// Bones labelled at each joint and below it.
    within: Vec<BoneSet>,
    /// Joints without labels that may be bones of the trunk and the neck, if those count.
    unnamed: Option<&'a Unnamed>,
    bones: Bones,
}

impl<'a> Assembly<'a> {
    fn new(tree: &'a JointTree, known: &'a Labels) -> Self {
        let mut within = vec![BoneSet::default(); tree.len()];
        let mut labels = vec![Vec::new(); HumanBone::COUNT];
        for label in &known.all {
            within[label.joint] = within[label.joint].with(label.bone);
            labels[label.bone.index()].push(label);
        }
        for joint in (0..tree.len()).rev() {
            if let Some(parent) = tree.parent(joint) {
                within[parent].0 |= within[joint].0;
            }
        }
        Self { tree, labels, within, unnamed: None, bones: [None; HumanBone::COUNT] }
    }

    fn assemble(mut self) -> Bones {
        self.bones[Hips.index()] = self.hips();
        let Some(hips) = self.bones[Hips.index()] else { return self.bones };
        self.spine(hips);
        for bone in HumanBone::ALL {
            if matches!(bone, Hips | Spine | Chest | UpperChest) {
                continue;
            }
            let mut above = std::iter::successors(bone.parent(), |b| b.parent());
            let Some(above) = above.find_map(|b| self.bones[b.index()]) else { continue };
            let needed = self.required_below(bone, above);
            let found = self.choose(bone, above, needed);
            let found = if bone.is_required() {
                found.or_else(|| self.choose(bone, above, BoneSet::default()))
            } else {
                found
            };
            self.bones[bone.index()] = found.filter(|joint| !self.bones.contains(&Some(*joint)));
        }
        if self.bones[Neck.index()].is_none() {
            self.bones[Neck.index()] = self.unnamed.and_then(|unnamed| unnamed.neck(self.tree, &self.bones));
        }
        self.bones
    }

    /// The joint labelled as hips above legs, arms and head; else the lowest joint above all of them.
    fn hips(&self) -> Option<usize> {
        let all = self.within.iter().fold(0, |all, set| all | set.0);
        let body = BoneSet::of(&[
            LeftUpperLeg,
            RightUpperLeg,
            LeftLowerLeg,
            RightLowerLeg,
            LeftUpperArm,
            RightUpperArm,
            Head,
        ]);
        let needed = BoneSet(body.0 & all);
        let labelled = self.labels[Hips.index()].iter().filter(|l| holds(self.within[l.joint], needed));
        let best = labelled.max_by_key(|l| self.merit(l, Hips)).map(|l| l.joint);
        best.or_else(|| {
            let fork = (0..self.tree.len()).rev().find(|j| holds(self.within[*j], needed))?;
            // In some rigs the thighs are children of the spine.
            let is_spine = self.labels[Spine.index()].iter().any(|l| l.joint == fork);
            if is_spine { self.tree.parent(fork).or(Some(fork)) } else { Some(fork) }
        })
    }

    /// Assigns spine, chest and upper chest between the hips and the joint where arms and head branch off.
    fn spine(&mut self, hips: usize) {
        let upper = BoneSet(BoneSet::of(&[LeftUpperArm, RightUpperArm, Head]).0 & self.within[hips].0);
        if upper == BoneSet::default() {
            return;
        }
        let mut fork = hips;
        while let Some(next) = self.tree.children(fork).find(|c| holds(self.within[*c], upper)) {
            fork = next;
        }
        let Some(trunk) = self.tree.path(hips, fork, MAX_TRUNK) else { return };
        let is = |bone: HumanBone, joint: usize| self.labels[bone.index()].iter().any(|l| l.joint == joint);
        let chest = trunk.iter().copied().find(|j| is(Chest, *j));
        let upper_chest = trunk.iter().copied().find(|j| is(UpperChest, *j) && chest.is_none_or(|c| *j > c));
        let mut spine: Vec<usize> = trunk.iter().copied().filter(|j| is(Spine, *j)).collect();
        let mut chests: Vec<usize> = [chest, upper_chest].into_iter().flatten().collect();
        if let Some(unnamed) = self.unnamed {
            match chests.as_slice() {
                [] => unnamed.add_to_spine(self.tree, (hips, &trunk), &mut spine),
                [chest] => chests.extend(unnamed.upper_chest(self.tree, (hips, &trunk), *chest)),
                _ => {}
            }
        }
        if spine.is_empty() {
            let other = |j: usize| is(Neck, j) || is(Head, j) || chests.contains(&j);
            spine = trunk.iter().copied().take_while(|j| !other(*j)).collect();
            spine = above_hips(self.tree, hips, &spine);
        }
        // In Biped rigs the thighs hang from a spine joint that coincides with the hips.
        let above = above_hips(self.tree, hips, &spine);
        let legs = BoneSet::of(&[LeftUpperLeg, RightUpperLeg]);
        spine.retain(|joint| above.contains(joint) || !holds(self.within[*joint], legs));
        let found = if chests.is_empty() {
            spine_bones(&spine)
        } else {
            // The first joint is the spine, which every body needs.
            let below_chest = spine.first().filter(|spine| **spine < chests[0]);
            let mut all = below_chest.into_iter().chain(&chests).copied();
            [all.next(), all.next(), all.next()]
        };
        for (bone, joint) in [Spine, Chest, UpperChest].into_iter().zip(found) {
            self.bones[bone.index()] = joint;
        }
    }

    /// Required descendants of `bone` that are labelled below the joint `above`.
    fn required_below(&self, bone: HumanBone, above: usize) -> BoneSet {
        let below = HumanBone::ALL.into_iter().filter(|b| b.is_required() && *b != bone);
        let set = BoneSet::of(&below.collect::<Vec<_>>());
        BoneSet(set.0 & BoneSet::below(bone).0 & self.within[above].0)
    }

    /// The best joint labelled `bone` below `above` with all of `needed` below it.
    fn choose(&self, bone: HumanBone, above: usize, needed: BoneSet) -> Option<usize> {
        let labels = self.labels[bone.index()].iter();
        let fitting = labels
            .filter(|l| self.tree.is_below(l.joint, above) && holds(self.within[l.joint], needed))
            .max_by_key(|l| self.merit(l, bone));
        fitting.map(|l| l.joint)
    }

    /// Rank of a joint as `bone`: by the number of labelled descendants,
    /// by its name, by its height in the hierarchy.
    fn merit(&self, label: &Label, bone: HumanBone) -> impl Ord + use<> {
        let descendants = self.within[label.joint].0 & BoneSet::below(bone).0;
        (BoneSet(descendants).len(), std::cmp::Reverse(label.rank), std::cmp::Reverse(label.joint))
    }
}

/// Whether `set` has all of `needed`.
fn holds(set: BoneSet, needed: BoneSet) -> bool {
    set.0 & needed.0 == needed.0
}
