use super::words::Words;
use super::{BoneMap, Side};
use crate::skeleton::{JointIndex, Skeleton};
use std::collections::BTreeMap;

/// The joint on the other side of the body for each joint, the joint itself for those in the middle and those without a
/// counterpart: by bones where they are known, else by names that tell left from right.
pub fn mirror_map(skeleton: &Skeleton, bones: Option<&BoneMap>) -> Vec<JointIndex> {
    let names: Vec<&str> = skeleton.joints().map(|joint| skeleton.name(joint)).collect();
    let mut partners: Vec<JointIndex> =
        pair_names(&names).into_iter().map(|partner| JointIndex(partner as u32)).collect();
    let Some(bones) = bones else { return partners };
    for (bone, joint) in bones.iter() {
        let partner = bones.joint(bone.mirrored()).unwrap_or(joint);
        let named = partners[joint.index()];
        if named != partner {
            // Whoever the names had paired it with stays alone.
            partners[named.index()] = named;
        }
        partners[joint.index()] = partner;
    }
    partners
}

/// For each name the number of the one that says the same of the other side; its own where there is none. Where several
/// names say the same, the first counts.
pub fn pair_names(names: &[&str]) -> Vec<usize> {
    let words: Vec<Option<Words>> = names.iter().map(|name| Words::of(name)).collect();
    let key = |words: &Words, side: Side| (words.namespace.clone(), words.key(), side);
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
        let partner = *first.get(&key(words, opposite))?;
        (first.get(&key(words, side)) == Some(&n)).then_some(partner)
    };
    (0..names.len()).map(|n| other(n).unwrap_or(n)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_both_sides_find_one_another() {
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
        assert_eq!(pair_names(&names), [0, 2, 1, 4, 3, 6, 5, 7, 8]);
        assert_eq!(pair_names(&["arm_l", "arm.L", "arm_r"]), [2, 1, 0]);
    }
}
