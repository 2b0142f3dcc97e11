//! Detection of fingers by position: the thumb leaves the hand nearest to the wrist,
//! the others follow from its side.

use super::head::Style;
use super::joint_tree::JointTree;
use glam::Vec3;

/// Largest number of fingers of a hand.
const MAX_FINGERS: usize = 5;

/// Largest number of visited joints of a hand.
const MAX_VISITED: usize = 64;

/// Joints of thumb, index, middle, ring and little finger, from the hand outwards. A hand of four has no ring
/// finger; one with fewer than two finger chains has none.
pub(super) fn fingers(tree: &JointTree, [elbow, hand]: [usize; 2], style: Style) -> [[Option<usize>; 3]; 5] {
    let mut fingers = [[None; 3]; 5];
    // Single joints are attachment points for weapons.
    let mut found: Vec<Vec<usize>> = chains(tree, hand).into_iter().filter(|chain| chain.len() > 1).collect();
    if found.len() < 2 || found.len() > MAX_FINGERS {
        return fingers;
    }
    let wrist = tree.position(hand);
    let forearm = (wrist - tree.position(elbow)).normalize_or_zero();
    // Finger chains may begin in the wrist itself.
    let base = |chain: &Vec<usize>| {
        let offsets = chain.iter().map(|joint| tree.position(*joint) - wrist);
        offsets.clone().find(|offset| offset.length() > 0.0).unwrap_or_default()
    };
    found.sort_by(|a, b| {
        let straight = |chain: &Vec<usize>| base(chain).normalize_or_zero().dot(forearm);
        straight(a).total_cmp(&straight(b)).then(a.cmp(b))
    });
    let others = found.split_off(1);
    let thumb = &found[0];
    let middle = others.iter().map(base).sum::<Vec3>() / others.len() as f32;
    let across = (base(thumb) - middle).reject_from_normalized(middle.try_normalize().unwrap_or(forearm));
    let mut others: Vec<(f32, Vec<usize>)> = others.into_iter().map(|f| (base(&f).dot(across), f)).collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let slots: &[usize] = if others.len() == 3 { &[1, 2, 4] } else { &[1, 2, 3, 4] };
    let assigned = slots.iter().zip(others.iter().map(|(_, finger)| finger)).chain([(&0, thumb)]);
    for (slot, chain) in assigned {
        let joints = finger_joints(tree, hand, chain, style);
        fingers[*slot].iter_mut().zip(joints).for_each(|(joint, found)| *joint = Some(*found));
    }
    fingers
}

/// Finger joints of a chain, three at most: without its end joint, and without metacarpals, which begin near
/// the wrist and are long.
fn finger_joints<'a>(tree: &JointTree, hand: usize, chain: &'a [usize], style: Style) -> &'a [usize] {
    let mut chain = match chain {
        [joints @ .., last] if !joints.is_empty() && style.is_end(tree, *last) => joints,
        all => all,
    };
    let in_palm = |f: &[usize]| tree.distance(hand, f[0]) < 0.6 * tree.distance(hand, f[1]);
    while chain.len() > 3 && in_palm(chain) {
        chain = &chain[1..];
    }
    &chain[..chain.len().min(3)]
}

/// Chains of the hand without branches; a joint above a branch belongs to the palm.
fn chains(tree: &JointTree, hand: usize) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = tree.limbs(hand).take(MAX_VISITED).collect();
    let mut found = Vec::new();
    let mut visited = 0;
    while let Some(start) = open.pop() {
        let mut chain = vec![start];
        let mut last = start;
        loop {
            visited += 1;
            let next: Vec<usize> = tree.limbs(last).take(MAX_FINGERS + 1).collect();
            match next.as_slice() {
                [] => found.push(chain),
                [only] if visited < MAX_VISITED => {
                    chain.push(*only);
                    last = *only;
                    continue;
                }
                [_] => {}
                several => open.extend(several.iter().filter(|_| visited < MAX_VISITED)),
            }
            break;
        }
    }
    found
}
