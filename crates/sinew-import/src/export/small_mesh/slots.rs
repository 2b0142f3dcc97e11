//! Order of the joints of each vertex: files may store them in any.

/// Influences of a set of attributes. Many readers take the first set alone, which has the heaviest ones.
const SET: usize = 4;

/// Joints and weights of vertices, the heaviest first, each in the slot of its set that it has at the vertex
/// before, if there is one among those that the vertex uses: the same numbers one after the other take least
/// bytes.
pub(in crate::export) fn steady_slots(rows: Vec<Vec<(u16, f32)>>) -> Vec<Vec<(u16, f32)>> {
    let mut before: Vec<Vec<u16>> = Vec::new();
    let steady = |row: Vec<(u16, f32)>| {
        before.resize(before.len().max(row.len().div_ceil(SET)), Vec::new());
        let sets = row.chunks(SET).zip(&mut before);
        sets.flat_map(|(set, before)| steady_set(set, before)).collect()
    };
    rows.into_iter().map(steady).collect()
}

/// The influences of a set in their slots; `before` are the joints that the slots had last.
fn steady_set(set: &[(u16, f32)], before: &mut Vec<u16>) -> Vec<(u16, f32)> {
    let mut slots: Vec<Option<(u16, f32)>> = vec![None; set.len()];
    let mut others = Vec::new();
    for &influence in set {
        let at = before.iter().take(slots.len()).position(|joint| *joint == influence.0);
        match at.and_then(|at| slots.get_mut(at)) {
            Some(slot @ None) => *slot = Some(influence),
            _ => others.push(influence),
        }
    }
    let mut others = others.into_iter();
    for slot in slots.iter_mut().filter(|slot| slot.is_none()) {
        *slot = others.next();
    }
    let set: Vec<(u16, f32)> = slots.into_iter().flatten().collect();
    // What a vertex does not use may come back at the next one.
    let kept: Vec<u16> = before.iter().copied().skip(set.len()).collect();
    *before = set.iter().map(|influence| influence.0).chain(kept).collect();
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joints_stay_in_their_slots() {
        let row = |joints: &[u16]| joints.iter().map(|&joint| (joint, f32::from(joint))).collect::<Vec<_>>();
        let rows = [row(&[3, 5]), row(&[5, 3, 7]), row(&[7]), row(&[5, 7, 3]), row(&[9, 3])];
        let joints: Vec<Vec<u16>> = steady_slots(rows.to_vec())
            .into_iter()
            .map(|row| {
                assert!(row.iter().all(|(joint, weight)| f32::from(*joint) == *weight));
                row.into_iter().map(|(joint, _)| joint).collect()
            })
            .collect();
        assert_eq!(joints, [vec![3, 5], vec![3, 5, 7], vec![7], vec![7, 5, 3], vec![9, 3]]);
    }

    #[test]
    fn the_heaviest_influences_stay_in_the_first_set() {
        let row = |joints: [u16; 6]| joints.map(|joint| (joint, 0.1)).to_vec();
        let rows = steady_slots(vec![row([1, 2, 3, 4, 5, 6]), row([6, 4, 3, 5, 2, 1])]);
        let joints: Vec<u16> = rows[1].iter().map(|influence| influence.0).collect();
        assert_eq!(joints, [6, 5, 3, 4, 2, 1]);
    }
}
