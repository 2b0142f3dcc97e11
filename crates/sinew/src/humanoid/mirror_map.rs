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
#[must_use]
pub(crate) fn mirrored_name_indices(names: &[&str]) -> Vec<usize> {
    let words: Vec<Option<NameWords>> = names.iter().map(|name| NameWords::of(name)).collect();
    let key = |words: &NameWords, side: Side| (words.namespace.clone(), words.key(), side);
    let mut first = BTreeMap::new();
    for (n, words) in words.iter().enumerate() {
        if let Some((words, side)) = words.as_ref().and_then(|w| Some((w, w.side?))) {
            first.entry(key(words, side)).or_insert(n);
        }
    }
    let other = |n: usize| {
        let words = words[n].as_ref()?;
        let side = words.side?;
        let opposite = if side == Side::Left { Side::Right } else { Side::Left };
        let mirrored = *first.get(&key(words, opposite))?;
        (first.get(&key(words, side)) == Some(&n)).then_some(mirrored)
    };
    (0..names.len()).map(|n| other(n).unwrap_or(n)).collect()
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
}
