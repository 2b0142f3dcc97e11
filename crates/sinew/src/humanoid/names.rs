//! Human bones by the names of joints: each profile reads all names, and the one that makes the fullest body of them is
//! taken. A name counts only where it stands in the body: a joint called head that is no part of it is none.

use super::HumanBone;
use super::bone::BoneSet;
use super::profile::Dictionary;
use super::readings::Readings;
use super::tables::PROFILES;
use super::tree::Tree;
use super::trunk::spread_spine;
use super::words::Words;
use super::{HumanBone::*, Side};
use crate::skeleton::Skeleton;

/// Fewer named bones make no body.
const FEWEST: u32 = 8;

/// Joints from the hips to the shoulders, at most.
const LONGEST_TRUNK: usize = 64;

/// Bones found, by joint.
pub(super) type Bones = [Option<usize>; HumanBone::COUNT];

/// What the names say.
pub(super) struct Named {
    pub(super) bones: Bones,
    pub(super) profile: &'static str,
}

/// How good a reading is, the most important first: named bones that are required, all named bones, a prefix that only
/// this profile has, names that only this profile has.
type Score = (u32, u32, bool, usize);

/// The fullest body that names make; none where they make too little of one.
pub(super) fn by_name(skeleton: &Skeleton, tree: &Tree) -> Option<Named> {
    let names: Vec<Option<Words>> = skeleton.joints().map(|j| Words::of(skeleton.name(j))).collect();
    let (dictionary, readings) = (Dictionary::get(), Readings::of(&names));
    let mut labels: Vec<Labels> = PROFILES.iter().map(|_| Labels::default()).collect();
    for (joint, name) in names.iter().enumerate() {
        let Some(name) = name else { continue };
        let (ways, credit) = readings.read(name);
        let mut labelled = [false; PROFILES.len()];
        for (side, key, penalty) in ways.iter().flat_map(|r| sided(name.side, &r.key, r.penalty)) {
            for meaning in dictionary.look_up(key) {
                let Some(bone) = meaning.bone.on(side) else { continue };
                if std::mem::replace(&mut labelled[meaning.profile], true) {
                    continue;
                }
                let rank = meaning.rank + 16 * penalty;
                labels[meaning.profile].add(Label { joint, bone, rank }, credit == Some(meaning.profile));
            }
        }
    }
    let mut best: Option<(Score, Named)> = None;
    for (profile, labels) in PROFILES.iter().zip(labels) {
        if labels.bones.len() < FEWEST {
            continue;
        }
        let bones = Assembly::new(tree, &labels).assemble();
        let told = |b: &HumanBone| bones[b.index()].is_some_and(|joint| labels.names(joint, *b));
        let found = HumanBone::ALL.into_iter().filter(told);
        let required = found.clone().filter(|b| b.is_required()).count() as u32;
        let marks = match &best {
            // Looking for marks takes time; it is only worth it where the rest does not decide.
            Some((score, _)) if (score.0, score.1) > (required, found.clone().count() as u32) => 0,
            _ => profile.marks.iter().filter(|mark| is_named(skeleton, mark)).count(),
        };
        let score = (required, found.count() as u32, labels.credited, marks);
        if best.as_ref().is_none_or(|(known, _)| score > *known) {
            best = Some((score, Named { bones, profile: profile.name }));
        }
    }
    best.map(|(_, named)| named)
}

/// A key with its side; where the name tells none, also the key without a letter in front or behind that may be one, as
/// in `lfemur`.
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

/// Whether a joint has exactly this name, apart from a namespace.
fn is_named(skeleton: &Skeleton, mark: &str) -> bool {
    let own = |name: &'_ str| name.rfind([':', '|']).map_or(0, |at| at + 1);
    skeleton.joints().map(|j| skeleton.name(j)).any(|name| &name[own(name)..] == mark)
}

/// A joint that a profile knows by name.
struct Label {
    joint: usize,
    bone: HumanBone,
    /// Smaller is likelier.
    rank: u32,
}

/// All joints that one profile knows, by joint.
#[derive(Default)]
struct Labels {
    all: Vec<Label>,
    bones: BoneSet,
    credited: bool,
}

impl Labels {
    fn add(&mut self, label: Label, credited: bool) {
        self.bones = self.bones.with(label.bone);
        self.credited |= credited;
        self.all.push(label);
    }

    /// Whether the joint's name says that it is `bone`; all links of a spine are called spine.
    fn names(&self, joint: usize, bone: HumanBone) -> bool {
        let place = self.all.binary_search_by_key(&joint, |l| l.joint);
        let called = place.ok().map(|place| self.all[place].bone);
        called == Some(bone) || called == Some(Spine) && matches!(bone, Chest | UpperChest)
    }
}

/// A body while it is put together.
struct Assembly<'a> {
    tree: &'a Tree,
    /// Labels of each bone.
    labels: Vec<Vec<&'a Label>>,
    /// The bones named at and below each joint.
    within: Vec<BoneSet>,
    bones: Bones,
}

impl<'a> Assembly<'a> {
    fn new(tree: &'a Tree, known: &'a Labels) -> Self {
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
        Self { tree, labels, within, bones: [None; HumanBone::COUNT] }
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
        self.bones
    }

    /// The joint named for the hips, if legs and chest hang from it, else the joint from which they do.
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
            // Some rigs hang the thighs from the spine.
            let is_spine = self.labels[Spine.index()].iter().any(|l| l.joint == fork);
            if is_spine { self.tree.parent(fork).or(Some(fork)) } else { Some(fork) }
        })
    }

    /// The joints between the hips and the one from which arms and head part.
    fn spine(&mut self, hips: usize) {
        let upper = BoneSet(BoneSet::of(&[LeftUpperArm, RightUpperArm, Head]).0 & self.within[hips].0);
        if upper == BoneSet::default() {
            return;
        }
        let mut fork = hips;
        while let Some(next) = self.tree.children(fork).find(|c| holds(self.within[*c], upper)) {
            fork = next;
        }
        let Some(trunk) = self.tree.path(hips, fork, LONGEST_TRUNK) else { return };
        let is = |bone: HumanBone, joint: usize| self.labels[bone.index()].iter().any(|l| l.joint == joint);
        let chest = trunk.iter().copied().find(|j| is(Chest, *j));
        let upper_chest = trunk.iter().copied().find(|j| is(UpperChest, *j) && chest.is_none_or(|c| *j > c));
        let mut links: Vec<usize> = trunk.iter().copied().filter(|j| is(Spine, *j)).collect();
        let told: Vec<usize> = [chest, upper_chest].into_iter().flatten().collect();
        if links.is_empty() {
            let other = |j: usize| is(Neck, j) || is(Head, j) || told.contains(&j);
            links = trunk.iter().copied().take_while(|j| !other(*j)).collect();
        }
        let found = if told.is_empty() {
            spread_spine(&links)
        } else {
            // Whatever comes first is the spine, for every body needs one.
            let below_chest = links.first().filter(|spine| **spine < told[0]);
            let mut all = below_chest.into_iter().chain(&told).copied();
            [all.next(), all.next(), all.next()]
        };
        for (bone, joint) in [Spine, Chest, UpperChest].into_iter().zip(found) {
            self.bones[bone.index()] = joint;
        }
    }

    /// Required bones that hang from `bone` and are named somewhere below the joint `above`.
    fn required_below(&self, bone: HumanBone, above: usize) -> BoneSet {
        let below = HumanBone::ALL.into_iter().filter(|b| b.is_required() && *b != bone);
        let set = BoneSet::of(&below.collect::<Vec<_>>());
        BoneSet(set.0 & BoneSet::below(bone).0 & self.within[above].0)
    }

    /// The joint named for `bone` below `above` from which all of `needed` hangs, and most else.
    fn choose(&self, bone: HumanBone, above: usize, needed: BoneSet) -> Option<usize> {
        let labels = self.labels[bone.index()].iter();
        let fitting = labels
            .filter(|l| self.tree.is_below(l.joint, above) && holds(self.within[l.joint], needed))
            .max_by_key(|l| self.merit(l, bone));
        fitting.map(|l| l.joint)
    }

    /// How well a joint stands for `bone`: by what hangs from it, by its name, and by how high it hangs.
    fn merit(&self, label: &Label, bone: HumanBone) -> impl Ord + use<> {
        let held = self.within[label.joint].0 & BoneSet::below(bone).0;
        (BoneSet(held).len(), std::cmp::Reverse(label.rank), std::cmp::Reverse(label.joint))
    }
}

/// Whether `set` has all of `needed`.
fn holds(set: BoneSet, needed: BoneSet) -> bool {
    set.0 & needed.0 == needed.0
}
