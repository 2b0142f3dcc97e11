//! Conversion of strips, fans and loops to lists (glTF 2.0 specification, section 3.7.2.1).

use sinew::character::Topology;

/// Converts indices of a primitive with `mode` to a list; `None` for an unknown mode.
pub(super) fn to_list(mode: u32, i: Vec<u32>) -> Option<(Topology, Vec<u32>)> {
    Some(match mode {
        0 => (Topology::Points, i),
        1 => (Topology::Lines, whole(i, 2)),
        2 => {
            let closing = i.last().zip(i.first()).filter(|_| i.len() > 1).map(|(a, b)| [*a, *b]);
            (Topology::Lines, i.array_windows().copied().chain(closing).flatten().collect())
        }
        3 => (Topology::Lines, i.array_windows::<2>().flatten().copied().collect()),
        4 => (Topology::Triangles, whole(i, 3)),
        5 => {
            let corners = i.array_windows().enumerate();
            // Every other triangle of a strip has reversed winding.
            let triangle =
                |(n, &[a, b, c]): (usize, &[u32; 3])| if n % 2 == 0 { [a, b, c] } else { [a, c, b] };
            (Topology::Triangles, corners.flat_map(triangle).collect())
        }
        6 => {
            let hub = i.first().copied().unwrap_or(0);
            let rim = i.get(1..).unwrap_or_default();
            (Topology::Triangles, rim.array_windows().flat_map(|&[b, c]| [hub, b, c]).collect())
        }
        _ => return None,
    })
}

/// Whether `count` indices form whole points, lines or triangles in `mode`.
pub(super) fn is_whole(mode: u32, count: usize) -> bool {
    match mode {
        0 => count > 0,
        1 => count > 0 && count.is_multiple_of(2),
        2 | 3 => count >= 2,
        4 => count > 0 && count.is_multiple_of(3),
        _ => count >= 3,
    }
}

/// Removes the indices of an incomplete line or triangle at the end.
fn whole(mut indices: Vec<u32>, corners: usize) -> Vec<u32> {
    indices.truncate(indices.len() / corners * corners);
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_fans_and_loops() {
        let list = |mode| to_list(mode, vec![0, 1, 2, 3]).map(|l| l.1);
        assert_eq!(list(2), Some(vec![0, 1, 1, 2, 2, 3, 3, 0]));
        assert_eq!(list(3), Some(vec![0, 1, 1, 2, 2, 3]));
        assert_eq!(list(4), Some(vec![0, 1, 2]));
        assert_eq!(list(5), Some(vec![0, 1, 2, 1, 3, 2]));
        assert_eq!(list(6), Some(vec![0, 1, 2, 0, 2, 3]));
        assert_eq!(list(7), None);
    }
}
