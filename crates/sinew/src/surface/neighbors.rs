//! Neighbours of triangles across their edges, also across seams.

use glam::Vec3;

/// Mark of an edge without a neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// Most triangles of one edge that a triangle is compared with: more share an edge only in broken files.
const MAX_COMPARED: usize = 16;

/// Triangles across the three edges of every triangle. `triangles` are welded vertices; edge `n` runs from
/// corner `n` to the next. An edge of more than two triangles, as on surfaces with two sides, joins each to
/// the one with the most similar normal.
pub(super) fn neighbors(triangles: &[[u32; 3]], normals: &[Vec3]) -> Vec<[u32; 3]> {
    // Sorted by edge, so that those of one edge stand together.
    let mut edges: Vec<([u32; 2], u32, u8)> = Vec::with_capacity(triangles.len() * 3);
    for (number, corners) in (0..).zip(triangles) {
        for edge in 0..3_u8 {
            let [from, to] = ends(corners, edge);
            if from != to {
                edges.push(([from.min(to), from.max(to)], number, edge));
            }
        }
    }
    edges.sort_unstable();
    let mut neighbors = vec![[NONE; 3]; triangles.len()];
    for group in edges.chunk_by(|a, b| a.0 == b.0) {
        for (index, (_, triangle, edge)) in group.iter().enumerate() {
            let [from, to] = ends(&triangles[*triangle as usize], *edge);
            let similar = |other: u32| normals[*triangle as usize].dot(normals[other as usize]);
            // Triangles of the same orientation run along their edge in opposite ways.
            // Those that come next, from the start again behind the last.
            let near = (1..=MAX_COMPARED.min(group.len() - 1)).map(|n| &group[(index + n) % group.len()]);
            let others = near.filter(|(_, other, edge)| {
                other != triangle && ends(&triangles[*other as usize], *edge) == [to, from]
            });
            let best = others.max_by(|a, b| similar(a.1).total_cmp(&similar(b.1)).then(b.1.cmp(&a.1)));
            if let Some((_, other, _)) = best {
                neighbors[*triangle as usize][usize::from(*edge)] = *other;
            }
        }
    }
    neighbors
}

fn ends(corners: &[u32; 3], edge: u8) -> [u32; 2] {
    let edge = usize::from(edge);
    [corners[edge], corners[(edge + 1) % 3]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
        let normal = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|v| positions[v as usize]);
            (b - a).cross(c - a).normalize_or_zero()
        };
        neighbors(triangles, &triangles.iter().map(normal).collect::<Vec<_>>())
    }

    const SQUARE: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::Y];

    #[test]
    fn triangles_meet_over_their_common_edge() {
        assert_eq!(of(&SQUARE, &[[0, 1, 2], [0, 2, 3]]), [[NONE, NONE, 1], [0, NONE, NONE]]);
        // Of opposite orientations, as two sheets that lie back to back.
        assert_eq!(of(&SQUARE, &[[0, 1, 2], [2, 0, 3]]), [[NONE; 3]; 2]);
        // Doubled corners have no edge.
        assert_eq!(of(&SQUARE, &[[0, 0, 2], [2, 2, 2]]), [[NONE; 3]; 2]);
    }

    /// A sheet with two sides: each side goes on with itself, at its rim too.
    #[test]
    fn sides_of_a_sheet_stay_apart() {
        let sheet = [[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]];
        let found = of(&SQUARE, &sheet);
        assert_eq!((found[0][2], found[1][0]), (1, 0));
        assert_eq!((found[2][2], found[3][1]), (3, 2));
        // At the rim the other side is all that there is.
        assert_eq!((found[0][0], found[2][1]), (2, 0));
    }

    /// Three walls at an edge: the flattest way goes on.
    #[test]
    fn the_most_similar_normal_is_the_neighbour() {
        let positions =
            [Vec3::ZERO, Vec3::Y, Vec3::NEG_X, Vec3::new(1.0, 0.0, 0.1), Vec3::new(0.5, 0.0, 1.0)];
        let found = of(&positions, &[[0, 1, 2], [1, 0, 4], [1, 0, 3]]);
        assert_eq!(found[0][0], 2);
        assert_eq!((found[1][0], found[2][0]), (0, 0));
    }
}
