//! Bones of the trunk and the neck that have no name in the profile of a rig: `Chest` among Mixamo's names,
//! names of other languages.

use super::HumanBone::{self, *};
use super::bone::{BoneSet, Bones};
use super::joint_tree::JointTree;
use super::name_words::NameWords;

/// Shortest bone, as a share of the distance from the hips to the shoulders.
const MIN_LENGTH: f32 = 0.02;

/// Largest number of joints from the trunk to the head.
const MAX_NECK: usize = 8;

/// Words in names of joints that lie on a trunk and are none of its bones.
const HELPER_WORDS: [&str; 34] = [
    "adjust",
    "attach",
    "breast",
    "bust",
    "control",
    "controller",
    "ctrl",
    "driver",
    "drv",
    "dummy",
    "end",
    "fk",
    "follow",
    "helper",
    "ik",
    "jiggle",
    "loc",
    "locator",
    "marker",
    "mch",
    "nub",
    "null",
    "offset",
    "parent",
    "physics",
    "pivot",
    "pole",
    "prop",
    "roll",
    "socket",
    "space",
    "target",
    "tweak",
    "twist",
];

/// Joints that the profile of a rig does not name.
pub(super) struct Unnamed {
    /// Whether a joint may be a bone: it has a name without a side,
    /// none of the profile's, and not that of a helper.
    is_free: Vec<bool>,
    /// Bones that any profile calls by the name of a joint.
    meanings: Vec<BoneSet>,
}

impl Unnamed {
    pub(super) fn new(
        names: &[Option<NameWords>],
        meanings: Vec<BoneSet>,
        is_labelled: impl Fn(usize) -> bool,
    ) -> Self {
        let is_bone = |name: &NameWords| {
            let mut words = name.words.iter().map(String::as_str);
            name.side.is_none() && !words.any(|word| HELPER_WORDS.contains(&word) || word.contains("twist"))
        };
        let is_free = |(joint, name): (usize, &Option<NameWords>)| {
            !is_labelled(joint) && name.as_ref().is_some_and(is_bone)
        };
        Self { is_free: names.iter().enumerate().map(is_free).collect(), meanings }
    }

    /// Whether a name of another profile is one of these bones.
    fn is_called(&self, joint: usize, bones: &[HumanBone]) -> bool {
        self.meanings[joint].0 & BoneSet::of(bones).0 != 0
    }

    /// Whether no profile knows the name.
    fn is_unknown(&self, joint: usize) -> bool {
        self.meanings[joint] == BoneSet::default()
    }

    /// Joints of a trunk above one of them that may be its bones.
    fn above<'a>(
        &'a self,
        tree: &'a JointTree,
        (hips, trunk): (usize, &'a [usize]),
        joint: usize,
    ) -> impl DoubleEndedIterator<Item = usize> + Clone + 'a {
        let length = trunk.last().map_or(0.0, |last| tree.distance(hips, *last));
        let has_length = move |joint: usize| {
            tree.parent(joint).is_some_and(|parent| tree.distance(parent, joint) > MIN_LENGTH * length)
        };
        let above = trunk.iter().copied().filter(move |candidate| *candidate > joint);
        above.filter(move |candidate| self.is_free[*candidate] && has_length(*candidate))
    }

    /// Adds joints above the lowest one of a spine: those that another profile names, and the topmost others
    /// up to three joints in all.
    pub(super) fn add_to_spine(&self, tree: &JointTree, trunk: (usize, &[usize]), spine: &mut Vec<usize>) {
        let Some(&lowest) = spine.first() else { return };
        let above = self.above(tree, trunk, lowest);
        spine.extend(above.clone().filter(|joint| self.is_called(*joint, &[Spine, Chest, UpperChest])));
        let room = 3usize.saturating_sub(spine.len());
        spine.extend(above.rev().filter(|joint| self.is_unknown(*joint)).take(room));
        spine.sort_unstable();
    }

    /// Upper chest above a chest.
    pub(super) fn upper_chest(
        &self,
        tree: &JointTree,
        trunk: (usize, &[usize]),
        chest: usize,
    ) -> Option<usize> {
        let fits = |joint: &usize| self.is_called(*joint, &[Chest, UpperChest]) || self.is_unknown(*joint);
        self.above(tree, trunk, chest).rev().find(fits)
    }

    /// Neck of a body without one: the joint between trunk and head that another profile calls so, else the
    /// lowest one of an unknown name.
    pub(super) fn neck(&self, tree: &JointTree, bones: &Bones) -> Option<usize> {
        let bone = |bone: HumanBone| bones[bone.index()];
        let top = bone(UpperChest).or(bone(Chest)).or(bone(Spine))?;
        let (hips, head) = (bone(Hips)?, bone(Head)?);
        let length = tree.distance(hips, top);
        let holds_arm = |joint: usize| {
            [LeftUpperArm, RightUpperArm].into_iter().filter_map(bone).any(|arm| tree.is_below(arm, joint))
        };
        let path = tree.path(top, head, MAX_NECK)?;
        let fits = |joint: &usize| {
            let is_apart = tree.distance(*joint, head) > MIN_LENGTH * length;
            *joint != head && is_apart && self.is_free[*joint] && !holds_arm(*joint)
        };
        let mut free = path.iter().copied().filter(fits);
        let called = free.clone().find(|joint| self.is_called(*joint, &[Neck]));
        called.or_else(|| free.find(|joint| self.is_unknown(*joint)))
    }

    /// Whether a joint may be the chest of a body that lacks one:
    /// it lies on the way from the spine to both arms.
    pub(super) fn fits_chest(&self, tree: &JointTree, bones: &Bones, joint: usize) -> bool {
        let bone = |bone: HumanBone| bones[bone.index()];
        let Some(spine) = bone(Chest).or(bone(Spine)) else { return false };
        let mut arms = [LeftUpperArm, RightUpperArm].into_iter().filter_map(bone);
        let is_between = tree.is_below(joint, spine) && arms.all(|arm| tree.is_below(arm, joint));
        is_between && self.is_free[joint] && !bones.contains(&Some(joint))
    }
}
