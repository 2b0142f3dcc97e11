use super::name_words::NameWords;
use super::{BoneMap, Side};
use crate::skeleton::{JointId, Skeleton};
use std::collections::BTreeMap;

/// Mirrored joint of each joint: the one on the other side of the body, the joint itself in the middle and
/// where there is none. Found by bones where `bones` has them, else by left and right in the names.
#[must_use]
pub fn mirror_map(skeleton: &Skeleton, bones: Option<&BoneMap>) -> Vec<JointId> {
    let names: Vec<&str> = skeleton.joints().map(|joint| skeleton.name(joint)).collect();
    let mut mirrored: Vec<JointId> =
        mirrored_name_indices(&names).into_iter().map(|other| JointId(other as u32)).collect();
    let Some(bones) = bones else { return mirrored };
    for (bone, joint) in bones.iter() {
        let other = bones.joint(bone.mirrored()).unwrap_or(joint);
        let by_name = mirrored[joint.index()];
        if by_name != other {
            // The bone map wins: the joint found by name is left without a counterpart.
            mirrored[by_name.index()] = by_name;
        }
        mirrored[joint.index()] = other;
    }
    mirrored
}

/// Index of the mirrored name of each name, such as that of `hand.R` for `hand.L`; its own index where there
/// is none. Of several equal names the first is used.
///
/// Names that are left alone pair without the number at their end, with which some tools count all joints of a
/// file: `b_LeftHand_011` and `b_RightHand_08`.
#[must_use]
pub(crate) fn mirrored_name_indices(names: &[&str]) -> Vec<usize> {
    let mut words: Vec<Option<NameWords>> = names.iter().map(|name| NameWords::of(name)).collect();
    let mut mirrored: Vec<usize> = (0..names.len()).collect();
    pair(&words, &mut mirrored, &|_| true);
    let is_number = |word: &String| word.bytes().all(|letter| letter.is_ascii_digit());
    for (n, words) in words.iter_mut().enumerate() {
        *words = words.take().filter(|words| {
            mirrored[n] == n && words.words.len() > 1 && words.words.last().is_some_and(is_number)
        });
        words.iter_mut().for_each(|words| drop(words.words.pop()));
    }
    let mut counts = BTreeMap::new();
    for words in words.iter().flatten() {
        *counts.entry((side_key(words), words.side)).or_insert(0) += 1;
    }
    let is_alone = |words: &NameWords| counts.get(&(side_key(words), words.side)) == Some(&1);
    pair(&words, &mut mirrored, &is_alone);
    mirrored
}

/// Pairs words of names that differ in their side alone, of those that `may_pair`.
fn pair(words: &[Option<NameWords>], mirrored: &mut [usize], may_pair: &dyn Fn(&NameWords) -> bool) {
    let sided = || {
        words.iter().enumerate().filter_map(|(n, words)| Some((n, words.as_ref()?, words.as_ref()?.side?)))
    };
    let mut first = BTreeMap::new();
    for (n, words, side) in sided().filter(|(_, words, _)| may_pair(words)) {
        first.entry((side_key(words), side)).or_insert(n);
    }
    for (n, words, side) in sided() {
        let opposite = if side == Side::Left { Side::Right } else { Side::Left };
        let is_first = first.get(&(side_key(words), side)) == Some(&n);
        if let Some(other) = first.get(&(side_key(words), opposite)).filter(|_| is_first) {
            mirrored[n] = *other;
        }
    }
}

/// Part that names of both sides have in common.
fn side_key(words: &NameWords) -> (String, String) {
    (words.namespace.clone(), words.key())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_sides_are_paired() {
        let names = [
            "hips",
            "LeftArm",
            "RightArm",
            "hand.L",
            "hand.R",
            "blinkLeft",
            "blinkRight",
            "toe_l",
            "rig:toe_r",
        ];
        assert_eq!(mirrored_name_indices(&names), [0, 2, 1, 4, 3, 6, 5, 7, 8]);
        assert_eq!(mirrored_name_indices(&["arm_l", "arm.L", "arm_r"]), [2, 1, 0]);
    }

    #[test]
    fn numbers_that_count_all_joints_of_a_file_do_not_matter() {
        let names =
            ["b_Hip_01", "b_LeftLeg01_015", "b_RightLeg01_019", "b_LeftLeg02_016", "b_RightLeg02_020"];
        assert_eq!(mirrored_name_indices(&names), [0, 2, 1, 4, 3]);
        // Fingers with numbers pair by them; where one is missing, nothing says which it would be.
        let fingers = ["finger_l_1", "finger_l_2", "finger_r_1", "finger_l_3"];
        assert_eq!(mirrored_name_indices(&fingers), [2, 1, 0, 3]);
        assert_eq!(mirrored_name_indices(&["left_3", "right_4"]), [0, 1]);
    }
}
