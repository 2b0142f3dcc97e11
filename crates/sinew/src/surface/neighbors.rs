use glam::Vec3;

/// Mark of an edge without a neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// Triangles across the three edges of every triangle. `triangles` are welded vertices; edge `n` runs from corner `n` to the next.
/// Where more than two triangles share an edge, as on surfaces with two sides, the one with the most similar normal is the neighbour.
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
        for (_, triangle, edge) in group {
            let [from, to] = ends(&triangles[*triangle as usize], *edge);
            let similar = |other: u32| normals[*triangle as usize].dot(normals[other as usize]);
            // Triangles of the same orientation run along their edge in opposite ways.
            let others = group.iter().filter(|(_, other, edge)| {
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
