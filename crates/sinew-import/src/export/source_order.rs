//! Restoration of the source file's vertices: vertices that the importer split for flat normals or tangents
//! are merged, since a reader splits them again.

use sinew::character::Primitive;
use sinew::glam::Vec3;
use std::borrow::Cow;

/// Returns the primitive with the vertices of its source file, or unchanged if merged vertices would differ
/// in more than generated attributes. Unused source vertices get the data of the first used one.
pub(super) fn restore(primitive: &Primitive) -> Cow<'_, Primitive> {
    let p = primitive;
    let is_sorted = p.file_vertices.iter().enumerate().all(|(v, &source)| v == source as usize);
    if is_sorted && p.file_vertex_count == p.positions.len() {
        return Cow::Borrowed(p);
    }
    let flat = p.has_flat_normals();
    let kept = if flat || p.has_file_normals || p.normals.is_empty() { order(p, flat) } else { None };
    let Some(order) = kept else { return Cow::Borrowed(p) };
    let mut restored = p.reordered(&order);
    if flat {
        restored.normals.clear();
    }
    if flat || p.file_vertices.iter().enumerate().any(|(v, &s)| tangent_differs(p, v, s, &order)) {
        restored.tangents.clear();
    }
    restored.indices = p.indices.iter().filter_map(|&v| p.file_vertices.get(v as usize).copied()).collect();
    restored.file_vertices = (0..order.len() as u32).collect();
    Cow::Owned(restored)
}

/// One vertex for each source vertex; `None` if vertices of the same source differ, or most source vertices
/// are unused.
fn order(p: &Primitive, flat: bool) -> Option<Vec<u32>> {
    if p.file_vertex_count > 2 * p.positions.len() {
        return None;
    }
    let mut order: Vec<Option<u32>> = vec![None; p.file_vertex_count];
    for (v, &source) in p.file_vertices.iter().enumerate() {
        let first = order.get_mut(source as usize)?.get_or_insert(v as u32);
        if *first as usize != v && !same(p, *first as usize, v, flat) {
            return None;
        }
    }
    let any = order.iter().copied().flatten().next()?;
    Some(order.into_iter().map(|v| v.unwrap_or(any)).collect())
}

/// Whether two vertices are equal except for generated attributes.
fn same(p: &Primitive, a: usize, b: usize, flat: bool) -> bool {
    let row = |v: usize| p.influences.as_ref().map(|i| i.of_vertex(v));
    let offsets = |v: usize| {
        p.morph_targets.iter().map(move |t| {
            let at = t.vertices().binary_search(&(v as u32)).ok();
            let of = |list: &[Vec3]| at.and_then(|at| list.get(at).copied()).unwrap_or_default();
            let color = at.and_then(|at| t.colors().get(at)).copied().unwrap_or_default();
            (of(t.positions()), if flat { Vec3::ZERO } else { of(t.normals()) }, color)
        })
    };
    p.positions.get(a) == p.positions.get(b)
        && (flat || p.normals.get(a) == p.normals.get(b))
        && p.uvs.iter().all(|set| set.get(a) == set.get(b))
        && p.colors.get(a) == p.colors.get(b)
        && row(a).into_iter().flatten().eq(row(b).into_iter().flatten())
        && offsets(a).eq(offsets(b))
}

fn tangent_differs(p: &Primitive, vertex: usize, source: u32, order: &[u32]) -> bool {
    let kept = order.get(source as usize).and_then(|&v| p.tangents.get(v as usize));
    kept != p.tangents.get(vertex)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::glam::{Vec2, Vec4};

    /// Two triangles of four source vertices, with one vertex per corner; a fifth source vertex is unused.
    fn corners() -> Primitive {
        let source = [3u32, 1, 0, 0, 1, 2];
        let points = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, -1.0, 0.5), Vec3::new(0.0, 1.0, 1.0)];
        let positions: Vec<Vec3> = source.map(|s| points[s as usize]).to_vec();
        let normal = |t: &[Vec3]| (t[1] - t[0]).cross(t[2] - t[0]).normalize();
        Primitive {
            normals: positions.chunks(3).flat_map(|t| [normal(t); 3]).collect(),
            uvs: vec![source.map(|s| Vec2::splat(s as f32)).to_vec()],
            positions,
            indices: (0..6).collect(),
            file_vertices: source.to_vec(),
            file_vertex_count: 5,
            ..Primitive::default()
        }
    }

    #[test]
    fn vertices_of_flat_triangles_are_merged() {
        let p = corners();
        let restored = restore(&p);
        assert_eq!(restored.indices, [3, 1, 0, 0, 1, 2]);
        assert_eq!(restored.positions[..4], [p.positions[2], Vec3::X, p.positions[5], p.positions[0]]);
        assert_eq!(restored.positions.len(), 5);
        assert!(restored.normals.is_empty());
    }

    #[test]
    fn generated_smooth_normals_and_seams_are_kept() {
        let mut smooth = corners();
        smooth.normals[0] = Vec3::X;
        assert!(matches!(restore(&smooth), Cow::Borrowed(_)));
        let mut seam = corners();
        seam.uvs[0][4] = Vec2::ZERO;
        assert!(matches!(restore(&seam), Cow::Borrowed(_)));
    }

    #[test]
    fn tangents_that_split_vertices_are_not_exported() {
        let mut p = corners();
        p.has_file_normals = true;
        p.normals = p.file_vertices.iter().map(|_| Vec3::Z).collect();
        p.tangents = (0..6).map(|v| Vec4::new(if v < 3 { 1.0 } else { -1.0 }, 0.0, 0.0, 1.0)).collect();
        let restored = restore(&p);
        assert_eq!((restored.positions.len(), restored.normals.len(), restored.tangents.len()), (5, 5, 0));
        p.tangents = vec![Vec4::X + Vec4::W; 6];
        assert_eq!(restore(&p).tangents.len(), 5);
    }
}
