//! Joints of two rigs whose names differ in their spelling alone: a namespace, a prefix or suffix,
//! punctuation, letter case.

use crate::skeleton::{JointId, Skeleton};
use std::collections::{BTreeMap, HashMap};

/// Joints of two rigs, matched by their names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointNameMatch {
    /// Per joint of the source: its joint of the target.
    joints: Vec<Option<JointId>>,
    /// Names of the source and of the target that differ.
    renamed: Vec<[String; 2]>,
}

/// Fewest pairs of names that an affix is seen in: one pair alone may share its ending by chance.
const MIN_VOTES: usize = 2;
/// Fewest letters that names without an affix share: `leg1` and `arm1` share a number alone.
const MIN_LETTERS: usize = 3;

/// Longest affix, in bytes.
const MAX_AFFIX: usize = 64;

/// Matches the joints of two rigs by their names. Equal names count first, then names that are equal without
/// a namespace (`rig:tail`, `rig|tail`), punctuation and letter case, then without the number of a copy
/// (`.001`), then without a prefix or suffix that several names share. A name that fits several joints is
/// left out, and so is a pair whose nearest matched ancestors are no pair.
///
/// [`JointNameMatch::renamed_source`] makes the source a rig by whose names clips are rebound and retargeted.
///
/// ```
/// use sinew::retarget::match_joint_names;
/// use sinew::skeleton::{Joint, Skeleton};
/// use sinew::Transform;
///
/// let rig = |names: [&str; 2]| {
///     let joint = |n: usize| Joint {
///         name: names[n].into(),
///         parent: n.checked_sub(1).map(|n| n as u32),
///         rest: Transform::IDENTITY,
///         in_scene: true,
///     };
///     Skeleton::new(vec![joint(0), joint(1)])
/// };
/// let (source, target) = (rig(["fox:Tail.1", "fox:Tail.2"])?, rig(["tail1", "tail2"])?);
/// let matched = match_joint_names(&source, &target);
/// assert_eq!(matched.renamed(), [["fox:Tail.1", "tail1"], ["fox:Tail.2", "tail2"]]);
/// # Ok::<(), sinew::skeleton::SkeletonError>(())
/// ```
#[must_use]
pub fn match_joint_names(source: &Skeleton, target: &Skeleton) -> JointNameMatch {
    Names::new(source, target).matched()
}

impl JointNameMatch {
    /// Joint of the target for a joint of the source.
    ///
    /// # Panics
    /// When the source has no such joint.
    #[must_use]
    pub fn joint(&self, source: JointId) -> Option<JointId> {
        self.joints[source.index()]
    }

    /// Names of matched joints of the source and of the target, where they differ.
    #[must_use]
    pub fn renamed(&self) -> &[[String; 2]] {
        &self.renamed
    }

    /// The source with the target's names for its matched joints.
    ///
    /// # Panics
    /// When `source` or `target` is another rig.
    #[must_use]
    pub fn renamed_source(&self, source: &Skeleton, target: &Skeleton) -> Skeleton {
        source.renamed(|joint| {
            let name = source.name(joint);
            match self.joint(joint) {
                Some(other) => Some(target.name(other).to_owned()),
                // Another joint of the source has the joint of this name.
                None => target.find(name).map(|_| format!("{name} (not matched)")),
            }
        })
    }
}

/// Joints in the order of the file.
fn in_file(skeleton: &Skeleton) -> impl Iterator<Item = JointId> {
    (0..skeleton.len()).filter_map(|number| skeleton.by_file_index(number))
}

/// Names of two rigs while their joints are matched.
pub(super) struct Names<'a> {
    source: &'a Skeleton,
    target: &'a Skeleton,
    joints: Vec<Option<JointId>>,
    is_taken: Vec<bool>,
}

impl<'a> Names<'a> {
    pub(super) fn new(source: &'a Skeleton, target: &'a Skeleton) -> Self {
        Self { source, target, joints: vec![None; source.len()], is_taken: vec![false; target.len()] }
    }

    /// Matches two joints whatever their names; returns false where one of them is matched already.
    pub(super) fn pair(&mut self, source: JointId, target: JointId) -> bool {
        let is_free = self.joints[source.index()].is_none() && !self.is_taken[target.index()];
        if is_free {
            self.joints[source.index()] = Some(target);
            self.is_taken[target.index()] = true;
        }
        is_free
    }

    /// Matches the other joints by their names.
    pub(super) fn matched(mut self) -> JointNameMatch {
        self.equal();
        if self.open_source().next().is_some() {
            self.by_keys(|name| fold(without_namespace(name)), |name| fold(without_namespace(name)));
            let bare = |name: &str| fold(without_copy_number(without_namespace(name)));
            self.by_keys(bare, bare);
            if let Some([source_affix, target_affix]) = self.common_affixes() {
                self.by_keys(
                    |name| source_affix.take_off(&fold(name)),
                    |name| target_affix.take_off(&fold(name)),
                );
            }
        }
        let Names { source, target, joints, .. } = self;
        let pairs = source.joints().zip(&joints).filter_map(|(joint, other)| Some((joint, (*other)?)));
        let renamed = pairs
            .map(|(from, to)| [source.name(from), target.name(to)])
            .filter(|[from, to]| from != to)
            .map(|pair| pair.map(str::to_owned))
            .collect();
        JointNameMatch { joints, renamed }
    }

    /// Matches equal names, of several the first in the order of their files, as [`Skeleton::find`] does.
    fn equal(&mut self) {
        let mut first: HashMap<&str, JointId> = HashMap::new();
        for joint in in_file(self.target) {
            first.entry(self.target.name(joint)).or_insert(joint);
        }
        for source_joint in in_file(self.source) {
            let name = self.source.name(source_joint);
            let target_joint = first.get(name).copied().filter(|_| !name.is_empty());
            if let Some(target_joint) = target_joint {
                self.pair(source_joint, target_joint);
            }
        }
    }

    fn open_source(&self) -> impl Iterator<Item = JointId> {
        self.source.joints().filter(|joint| self.joints[joint.index()].is_none())
    }

    fn open_target(&self) -> impl Iterator<Item = JointId> {
        self.target.joints().filter(|joint| !self.is_taken[joint.index()])
    }

    /// Matches names whose keys are equal, and which no other name shares.
    fn by_keys(&mut self, source_key: impl Fn(&str) -> String, target_key: impl Fn(&str) -> String) {
        let source_joints =
            unique(self.open_source().map(|joint| (source_key(self.source.name(joint)), joint)));
        let target_joints =
            unique(self.open_target().map(|joint| (target_key(self.target.name(joint)), joint)));
        let mut pairs: Vec<(JointId, JointId)> = source_joints
            .iter()
            .filter(|(key, _)| !key.is_empty())
            .filter_map(|(key, joint)| Some(((*joint)?, (*target_joints.get(key)?)?)))
            .collect();
        // Parents first, so that ancestors are known.
        pairs.sort_unstable();
        for (source_joint, target_joint) in pairs {
            if self.ancestor_of(source_joint) == self.ancestor_below(target_joint) {
                self.joints[source_joint.index()] = Some(target_joint);
                self.is_taken[target_joint.index()] = true;
            }
        }
    }

    /// Joint of the target to which the nearest matched ancestor of a joint belongs.
    fn ancestor_of(&self, source_joint: JointId) -> Option<JointId> {
        let above =
            std::iter::successors(self.source.parent(source_joint), |joint| self.source.parent(*joint));
        above.into_iter().find_map(|joint| self.joints[joint.index()])
    }

    /// Nearest matched ancestor of a joint of the target.
    fn ancestor_below(&self, other: JointId) -> Option<JointId> {
        let above = std::iter::successors(self.target.parent(other), |joint| self.target.parent(*joint));
        above.into_iter().find(|joint| self.is_taken[joint.index()])
    }

    /// The affixes of the open names of both rigs without which most names are equal. An affix of the whole
    /// rig stands in most of its names, and two pairs of affixes that fit as well are ambiguous.
    fn common_affixes(&self) -> Option<[Affix; 2]> {
        let source_names: Vec<String> =
            self.open_source().map(|joint| fold(self.source.name(joint))).collect();
        let target_names: Vec<String> =
            self.open_target().map(|joint| fold(self.target.name(joint))).collect();
        let (source_affixes, target_affixes) = (Affix::common(&source_names), Affix::common(&target_names));
        let pairs = source_affixes.iter().flat_map(|a| target_affixes.iter().map(move |b| [a, b]));
        let votes: Vec<_> = pairs
            .filter(|[a, b]| a.differs_from(b))
            .map(|affixes| (votes(affixes, [&source_names, &target_names]), affixes))
            .filter(|(count, _)| *count >= MIN_VOTES)
            .collect();
        let most = votes.iter().map(|(count, _)| *count).max()?;
        let mut best = votes.iter().filter(|(count, _)| *count == most);
        let (_, affixes) = best.next()?;
        best.next().is_none().then(|| affixes.map(Clone::clone))
    }
}

/// Number of pairs of names that are equal without a pair of affixes.
fn votes(affixes: [&Affix; 2], names: [&[String]; 2]) -> usize {
    let has_letters = |rest: &&str| rest.chars().filter(|c| c.is_alphabetic()).count() >= MIN_LETTERS;
    let [source_rests, target_rests] =
        [0, 1].map(|n| names[n].iter().filter_map(move |name| affixes[n].without(name)));
    let mut counts: HashMap<&str, usize> = HashMap::new();
    source_rests.filter(has_letters).for_each(|rest| *counts.entry(rest).or_default() += 1);
    target_rests.filter_map(|rest| counts.get(rest)).sum()
}

/// Start or end of a name that is taken off.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Affix {
    Prefix(String),
    Suffix(String),
}

impl Affix {
    /// All affixes that stand in most of some names, with the empty ones.
    fn common(names: &[String]) -> Vec<Self> {
        let mut found = Vec::new();
        for make in [Self::prefix, Self::suffix] {
            let mut ordered: Vec<String> = names.iter().map(|name| make(name).reading()).collect();
            ordered.sort_unstable();
            // In order, all names with an affix of most of them lie about the middle one.
            let Some(middle) = ordered.get(ordered.len() / 2) else { continue };
            let lengths = middle.char_indices().map(|(n, _)| n).chain([middle.len()]);
            for length in lengths.take_while(|length| *length <= MAX_AFFIX) {
                let start = &middle[..length];
                if 2 * ordered.iter().filter(|name| name.starts_with(start)).count() <= ordered.len() {
                    break;
                }
                found.push(make(&make(start).reading()));
            }
        }
        found
    }

    fn prefix(text: &str) -> Self {
        Self::Prefix(text.to_owned())
    }

    fn suffix(text: &str) -> Self {
        Self::Suffix(text.to_owned())
    }

    /// The text from the outside of a name to its inside.
    fn reading(&self) -> String {
        match self {
            Self::Prefix(prefix) => prefix.clone(),
            Self::Suffix(suffix) => suffix.chars().rev().collect(),
        }
    }

    /// Whether two affixes of one kind have no letter at their inside in common, which would belong to what
    /// names share.
    fn differs_from(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Prefix(a), Self::Prefix(b)) => a.chars().next_back() != b.chars().next_back(),
            (Self::Suffix(a), Self::Suffix(b)) => a.chars().next() != b.chars().next(),
            _ => false,
        }
    }

    fn without<'a>(&self, name: &'a str) -> Option<&'a str> {
        match self {
            Self::Prefix(prefix) => name.strip_prefix(prefix.as_str()),
            Self::Suffix(suffix) => name.strip_suffix(suffix.as_str()),
        }
    }

    /// The name without the affix; nothing for one that does not have it.
    fn take_off(&self, name: &str) -> String {
        self.without(name).unwrap_or_default().to_owned()
    }
}

/// Joints by their keys; `None` for a key of several.
fn unique(joints: impl Iterator<Item = (String, JointId)>) -> BTreeMap<String, Option<JointId>> {
    let mut found = BTreeMap::new();
    for (key, joint) in joints {
        found.entry(key).and_modify(|known| *known = None).or_insert(Some(joint));
    }
    found
}

/// Letters and digits of a name, in lower case.
fn fold(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn without_namespace(name: &str) -> &str {
    name.rsplit([':', '|']).next().unwrap_or(name)
}

/// The name without the number that an editor gives to a copy, such as `.001`.
fn without_copy_number(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, digits)) if digits.len() >= 3 && digits.bytes().all(|c| c.is_ascii_digit()) => stem,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Transform;
    use crate::skeleton::Joint;

    /// A rig of joints with their parents.
    fn rig(joints: &[(&str, Option<u32>)]) -> Skeleton {
        let joint = |(name, parent): &(&str, Option<u32>)| Joint {
            name: (*name).into(),
            parent: *parent,
            rest: Transform::IDENTITY,
            in_scene: true,
        };
        Skeleton::new(joints.iter().map(joint).collect()).unwrap()
    }

    /// A body with a tail of four joints and two ears, by names.
    fn beast(names: [&str; 7]) -> Skeleton {
        let parents = [None, Some(0), Some(1), Some(2), Some(3), Some(0), Some(0)];
        let joints: Vec<_> = names.into_iter().zip(parents).collect();
        rig(&joints)
    }

    const PLAIN: [&str; 7] = ["body", "tail1", "tail2", "tail3", "tail4", "ear_l", "ear_r"];

    #[test]
    fn names_match_without_what_is_spelling() {
        let target = beast(PLAIN);
        for names in [
            PLAIN,
            ["fox:body", "fox:tail1", "fox:tail2", "fox:tail3", "fox:tail4", "fox:ear_l", "fox:ear_r"],
            ["a|b|body", "a|b|tail1", "a|b|tail2", "a|b|tail3", "a|b|tail4", "a|b|ear_l", "a|b|ear_r"],
            ["Body", "Tail.1", "Tail.2", "Tail.3", "Tail.4", "EarL", "Ear R"],
            ["body.001", "tail1.001", "tail2.001", "tail3.001", "tail4.001", "ear_l.001", "ear_r.001"],
            ["DEF-body", "DEF-tail1", "DEF-tail2", "DEF-tail3", "DEF-tail4", "DEF-ear.L", "DEF-ear.R"],
            ["body_jnt", "tail1_jnt", "tail2_jnt", "tail3_jnt", "tail4_jnt", "ear_l_jnt", "ear_r_jnt"],
        ] {
            let source = beast(names);
            for (from, to) in [(&source, &target), (&target, &source)] {
                let matched = match_joint_names(from, to);
                let found = from.joints().map(|joint| matched.joint(joint).map(|other| to.file_index(other)));
                let expected = from.joints().map(|joint| Some(from.file_index(joint)));
                assert!(found.eq(expected), "{names:?}: {:?}", matched.renamed());
                let renamed = matched.renamed_source(from, to);
                assert!(renamed.joints().all(|joint| renamed.name(joint) == to.name(joint)));
            }
        }
        // Prefixes of both.
        let both = beast(["b_body", "b_tail1", "b_tail2", "b_tail3", "b_tail4", "b_ear_l", "b_ear_r"]);
        let other = beast(["x-body", "x-tail1", "x-tail2", "x-tail3", "x-tail4", "x-ear_l", "x-ear_r"]);
        assert_eq!(match_joint_names(&both, &other).renamed().len(), 7);
    }

    #[test]
    fn of_several_joints_of_one_name_the_first_of_each_file_match() {
        // The second file order puts the mesh before the body's joints in the hierarchy, not in the file.
        let joints = [("hips", Some(2)), ("head", Some(0)), ("root", None), ("head", Some(2))];
        let both = rig(&joints);
        let matched = match_joint_names(&both, &both);
        let of = |number: usize| matched.joint(both.by_file_index(number).unwrap());
        assert_eq!(of(1), both.by_file_index(1));
        assert_eq!(of(1), both.find("head"));
    }

    #[test]
    fn what_is_ambiguous_or_of_another_tree_is_left_out() {
        // Two joints of one name without their punctuation.
        let source = rig(&[("body", None), ("Ear.L", Some(0)), ("ear_l", Some(0))]);
        let target = rig(&[("body", None), ("EarL", Some(0))]);
        assert_eq!(match_joint_names(&source, &target).renamed().len(), 0);
        // A leg of one is the child of a tail of the other.
        let source = rig(&[("body", None), ("Tail", Some(0)), ("Leg", Some(0))]);
        let target = rig(&[("body", None), ("tail", Some(0)), ("leg", Some(1))]);
        assert_eq!(match_joint_names(&source, &target).renamed(), [["Tail", "tail"]]);
        // Other limbs with the same numbers and sides, and limbs of two sides for one.
        let limbs = |names: [&'static str; 5]| {
            let joints: Vec<_> =
                names.into_iter().enumerate().map(|(n, name)| (name, (n > 0).then_some(0))).collect();
            rig(&joints)
        };
        let legs = limbs(["body", "leg1", "leg2", "leg_l", "leg_r"]);
        let arms = limbs(["body", "arm1", "arm2", "arm_l", "arm_r"]);
        assert_eq!(match_joint_names(&legs, &arms).renamed().len(), 0);
        let sides = limbs(["body", "left_paw", "left_ear", "right_paw", "right_ear"]);
        let middle = limbs(["body", "paw", "ear", "nose", "chin"]);
        assert_eq!(match_joint_names(&sides, &middle).renamed().len(), 0);
        // Nothing in common.
        let target = rig(&[("hub", None), ("wheel", Some(0))]);
        assert_eq!(match_joint_names(&source, &target).joints, [None; 3]);
        assert_eq!(match_joint_names(&Skeleton::default(), &target), JointNameMatch::default());
    }

    #[test]
    fn joints_without_a_match_keep_no_name_of_the_target() {
        let source = rig(&[("fox:ear", None), ("ear", None), ("fox:tail", Some(0)), ("fox:body", Some(0))]);
        let target = rig(&[("ear", None), ("tail", Some(0)), ("body", Some(0))]);
        let mut names = Names::new(&source, &target);
        assert!(names.pair(source.find("fox:ear").unwrap(), target.find("ear").unwrap()));
        let renamed = names.matched().renamed_source(&source, &target);
        let names: Vec<_> = renamed.joints().map(|joint| renamed.name(joint)).collect();
        assert_eq!(names, ["ear", "ear (not matched)", "tail", "body"]);
    }

    #[test]
    fn rigs_of_thousands_of_joints_match() {
        let large = |prefix: &str| {
            let names: Vec<String> = (0..5000).map(|n| format!("{prefix}joint{n:04}")).collect();
            let joints: Vec<_> =
                names.iter().enumerate().map(|(n, name)| (name.as_str(), (n > 0).then_some(0))).collect();
            rig(&joints)
        };
        let matched = match_joint_names(&large("left rig of an army "), &large("bones_"));
        assert_eq!(matched.renamed().len(), 5000);
    }
}
