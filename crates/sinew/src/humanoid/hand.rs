//! Fingers of a hand, told by where they stand: the thumb leaves the hand nearest to the wrist, the others follow from
//! its side on.

use super::head::Style;
use super::tree::Tree;
use glam::Vec3;

/// Hands have no more.
const MAX_FINGERS: usize = 5;

/// Joints of a hand that are looked at.
const MAX_SEEN: usize = 64;

/// The joints of thumb, index, middle, ring and little finger, from the hand outwards. A hand of four has no ring
/// finger. None where fewer than two fingers part.
pub(super) fn fingers(tree: &Tree, [elbow, hand]: [usize; 2], style: Style) -> [[Option<usize>; 3]; 5] {
    let mut fingers = [[None; 3]; 5];
    // Single joints hold weapons.
    let mut found: Vec<Vec<usize>> = runs(tree, hand).into_iter().filter(|run| run.len() > 1).collect();
    if found.len() < 2 || found.len() > MAX_FINGERS {
        return fingers;
    }
    let wrist = tree.position(hand);
    let forearm = (wrist - tree.position(elbow)).normalize_or_zero();
    // Fingers may begin in the wrist itself.
    let base = |run: &Vec<usize>| {
        let out = run.iter().map(|joint| tree.position(*joint) - wrist);
        out.clone().find(|way| way.length() > 0.0).unwrap_or_default()
    };
    found.sort_by(|a, b| {
        let straight = |run: &Vec<usize>| base(run).normalize_or_zero().dot(forearm);
        straight(a).total_cmp(&straight(b)).then(a.cmp(b))
    });
    let others = found.split_off(1);
    let thumb = &found[0];
    let middle = others.iter().map(base).sum::<Vec3>() / others.len() as f32;
    let across = (base(thumb) - middle).reject_from_normalized(middle.try_normalize().unwrap_or(forearm));
    let mut others: Vec<(f32, Vec<usize>)> = others.into_iter().map(|f| (base(&f).dot(across), f)).collect();
    others.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let places: &[usize] = if others.len() == 3 { &[1, 2, 4] } else { &[1, 2, 3, 4] };
    let placed = places.iter().zip(others.iter().map(|(_, finger)| finger)).chain([(&0, thumb)]);
    for (place, run) in placed {
        let joints = three_of(tree, hand, run, style);
        fingers[*place].iter_mut().zip(joints).for_each(|(joint, found)| *joint = Some(*found));
    }
    fingers
}

/// The joints of a run that a finger has, three at most: without its end, and without bones of the palm, which begin near
/// the wrist and reach far out.
fn three_of<'a>(tree: &Tree, hand: usize, run: &'a [usize], style: Style) -> &'a [usize] {
    let mut run = match run {
        [joints @ .., last] if !joints.is_empty() && style.is_end(tree, *last) => joints,
        all => all,
    };
    let in_palm = |f: &[usize]| tree.distance(hand, f[0]) < 0.6 * tree.distance(hand, f[1]);
    while run.len() > 3 && in_palm(run) {
        run = &run[1..];
    }
    &run[..run.len().min(3)]
}

/// Ways outwards that do not part; where one parts, its joints so far belong to the palm.
fn runs(tree: &Tree, hand: usize) -> Vec<Vec<usize>> {
    let mut open: Vec<usize> = tree.limbs(hand).take(MAX_SEEN).collect();
    let mut found = Vec::new();
    let mut seen = 0;
    while let Some(start) = open.pop() {
        let mut run = vec![start];
        let mut last = start;
        loop {
            seen += 1;
            let next: Vec<usize> = tree.limbs(last).take(MAX_FINGERS + 1).collect();
            match next.as_slice() {
                [] => found.push(run),
                [only] if seen < MAX_SEEN => {
                    run.push(*only);
                    last = *only;
                    continue;
                }
                [_] => {}
                several => open.extend(several.iter().filter(|_| seen < MAX_SEEN)),
            }
            break;
        }
    }
    found
}
