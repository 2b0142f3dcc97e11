//! Export of joint influences (glTF 2.0 specification, section 3.7.3.3), with as many sets as the vertices
//! need.

use super::packed::Packed;
use sinew::character::Influences;

/// Joints and weights of a vertex.
pub(super) type Row = Vec<(u16, f32)>;

/// Precision of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WeightBits {
    /// Floats.
    Full,
    /// Normalized integers of 16 bits; the weights are whole numbers.
    Short,
    /// The same of 8 bits.
    Byte,
}

/// Influences of `count` vertices; those without weights get joint `anchor`. `None` for vertices that follow their
/// node.
pub(super) fn rows(influences: Option<&Influences>, count: usize, anchor: Option<u16>) -> Option<Vec<Row>> {
    if influences.is_none() && anchor.is_none() {
        return None;
    }
    let anchored = || vec![(anchor.unwrap_or(0), 1.0)];
    let rows: Vec<Row> = (0..count)
        .map(|v| match influences.map(|i| row(i, v)) {
            Some(row) if !row.is_empty() => row,
            _ => anchored(),
        })
        .collect();
    Some(rows)
}

/// JOINTS and WEIGHTS.
pub(super) fn packed(rows: &[Row], bits: WeightBits) -> Vec<(String, Packed)> {
    let mut attributes = Vec::new();
    let sets = rows.iter().map(Vec::len).max().unwrap_or(0).div_ceil(4).max(1);
    let max_joint = rows.iter().flatten().map(|&(joint, _)| joint).max().unwrap_or(0);
    for set in 0..sets {
        let column = |row: &Row| -> [(u16, f32); 4] {
            std::array::from_fn(|n| row.get(4 * set + n).copied().unwrap_or_default())
        };
        let columns: Vec<[(u16, f32); 4]> = rows.iter().map(column).collect();
        let joints = if max_joint <= u16::from(u8::MAX) {
            Packed::aligned(&columns.iter().map(|c| c.map(|(joint, _)| joint as u8)).collect::<Vec<_>>())
        } else {
            Packed::aligned(&columns.iter().map(|c| c.map(|(joint, _)| joint)).collect::<Vec<_>>())
        };
        let weights: Vec<[f32; 4]> = columns.iter().map(|c| c.map(|(_, weight)| weight)).collect();
        let weights = match bits {
            WeightBits::Full => Packed::aligned(&weights),
            WeightBits::Short => Packed::aligned(&whole(&weights, |w| w as u16)).normalized(),
            WeightBits::Byte => Packed::aligned(&whole(&weights, |w| w as u8)).normalized(),
        };
        for (name, packed) in [("JOINTS", joints), ("WEIGHTS", weights)] {
            attributes.push((format!("{name}_{set}"), packed));
        }
    }
    attributes
}

fn whole<T>(weights: &[[f32; 4]], convert: impl Fn(f32) -> T) -> Vec<[T; 4]> {
    weights.iter().map(|row| row.map(&convert)).collect()
}

/// Influences of vertex `v`, merged by joint: glTF allows each joint only once.
fn row(influences: &Influences, v: usize) -> Row {
    let mut row: Row = Vec::with_capacity(influences.stride());
    for (joint, weight) in influences.of_vertex(v) {
        let joint = joint as u16;
        match row.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, sum)) => *sum += weight,
            None => row.push((joint, weight)),
        }
    }
    row
}

/// Quantizes weights to integers that sum to exactly 65535. Each is rounded down, then those with the largest
/// remainders are rounded up.
pub(super) fn rounded(mut row: Row) -> Row {
    const ONE: f32 = 65535.0;
    let total: f32 = row.iter().map(|&(_, w)| w).sum();
    let mut parts: Vec<(usize, f32)> = Vec::with_capacity(row.len());
    for (n, (_, weight)) in row.iter_mut().enumerate() {
        let exact = *weight / total * ONE;
        *weight = exact.floor();
        parts.push((n, exact - *weight));
    }
    parts.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut remainder = ONE - row.iter().map(|&(_, w)| w).sum::<f32>();
    for (n, _) in parts {
        let step = remainder.clamp(0.0, 1.0);
        row.get_mut(n).into_iter().for_each(|(_, weight)| *weight += step);
        remainder -= step;
    }
    // A remainder due to rounding of the sum is added to the largest weight.
    if let Some((_, heaviest)) = row.iter_mut().max_by(|a, b| a.1.total_cmp(&b.1)) {
        *heaviest += remainder;
    }
    row.retain(|&(_, weight)| weight > 0.0);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_weights_sum_exactly() {
        for n in 1..40u16 {
            let row: Row = (0..n).map(|j| (j, 1.0 / (1.0 + f32::from(j * j)))).collect();
            let total: f32 = row.iter().map(|r| r.1).sum();
            let exact: Vec<f32> = row.iter().map(|r| r.1 / total * 65535.0).collect();
            let out = rounded(row);
            assert_eq!(out.iter().map(|r| f64::from(r.1)).sum::<f64>(), 65535.0);
            for (joint, steps) in out {
                assert!((steps - exact[usize::from(joint)]).abs() <= 1.01, "{n}: {joint} {steps}");
            }
        }
    }

    #[test]
    fn unweighted_vertices_use_the_anchor_and_joints_are_unique() {
        let i =
            Influences::new(4, &[7, 7, 2, 0, 0, 0, 0, 0], &[0.25, 0.5, 0.25, 0., 0., 0., 0., 0.]).unwrap();
        assert_eq!(row(&i, 0), [(7, 0.75), (2, 0.25)]);
        let attributes = packed(&rows(Some(&i), 2, Some(9)).unwrap(), WeightBits::Full);
        assert_eq!(attributes[0].1.bytes, [7, 2, 0, 0, 9, 0, 0, 0]);
        assert_eq!(attributes.len(), 2);
    }
}
