//! Order of the joints of each vertex: files may store them in any.

/// Joints and weights of vertices, each in the slot that it has at the vertex before, if there is one among those
/// that the vertex uses: the same numbers one after the other take least bytes.
pub(in crate::export) fn steady_slots(rows: Vec<Vec<(u16, f32)>>) -> Vec<Vec<(u16, f32)>> {
    let mut before: Vec<u16> = Vec::new();
    rows.into_iter()
        .map(|row| {
            let mut slots: Vec<Option<(u16, f32)>> = vec![None; row.len()];
            let (mut steady, mut others) = (Vec::new(), Vec::new());
            for influence in row {
                let at = before.iter().take(slots.len()).position(|joint| *joint == influence.0);
                match at {
                    Some(at) => steady.push((at, influence)),
                    None => others.push(influence),
                }
            }
            for (at, influence) in steady {
                match slots.get_mut(at) {
                    Some(slot @ None) => *slot = Some(influence),
                    _ => others.push(influence),
                }
            }
            let mut others = others.into_iter();
            for slot in slots.iter_mut().filter(|slot| slot.is_none()) {
                *slot = others.next();
            }
            let row: Vec<(u16, f32)> = slots.into_iter().flatten().collect();
            // What a vertex does not use may come back at the next one.
            let kept = before.iter().copied().skip(row.len());
            before = row.iter().map(|influence| influence.0).chain(kept).collect();
            row
        })
        .collect()
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
}
