//! Reduction to a triangle budget (meshoptimizer's quadric simplifier). It keeps a subset of the vertices, so
//! that weights, morph offsets and paint computed on the dense surface stay exact.

use super::Surface;
use meshopt::{SimplifyOptions, VertexDataAdapter, simplify_with_attributes_and_locks};

/// Reduces to about `budget` triangles; `detail` is the weight of the normals at a vertex (1 is neutral).
pub(crate) fn reduce(surface: &Surface, budget: usize, detail: impl Fn(usize) -> f32) -> Surface {
    reduce_locked(surface, budget, detail, |_| false)
}

/// [`reduce`] that keeps all vertices for which `locked` holds.
pub(crate) fn reduce_locked(
    surface: &Surface,
    budget: usize,
    detail: impl Fn(usize) -> f32,
    locked: impl Fn(usize) -> bool,
) -> Surface {
    let indices: Vec<u32> = surface.triangles.iter().flatten().copied().collect();
    let Ok(vertices) = VertexDataAdapter::new(bytemuck::cast_slice(&surface.positions), 12, 0) else {
        return surface.clone();
    };
    let mut attributes: Vec<f32> = Vec::with_capacity(surface.positions.len() * 6);
    for (i, n) in surface.normals.iter().enumerate() {
        let k = detail(i);
        let label = f32::from(surface.labels.get(i).copied().unwrap_or(0));
        let bend = surface.morphs.iter().map(|(_, d)| d[i][0].length()).sum::<f32>();
        let weight = surface.influences.get(i).map_or(0.0, |w| w[0].1);
        attributes.extend([n.x * k, n.y * k, n.z * k, label, bend * 40.0, weight]);
    }
    let locks: Vec<bool> = (0..surface.positions.len()).map(locked).collect();
    let kept = simplify_with_attributes_and_locks(
        &indices,
        &vertices,
        &attributes,
        &[0.012, 0.012, 0.012, 0.02, 0.01, 0.01],
        24,
        &locks,
        budget * 3,
        1.0,
        SimplifyOptions::ErrorAbsolute,
        None,
    );
    let mut new_of = vec![u32::MAX; surface.positions.len()];
    let mut vertices = Vec::new();
    let mut triangles = Vec::with_capacity(kept.len() / 3);
    for t in kept.chunks_exact(3) {
        triangles.push([t[0], t[1], t[2]].map(|i| {
            let slot = &mut new_of[i as usize];
            if *slot == u32::MAX {
                *slot = vertices.len() as u32;
                vertices.push(i);
            }
            *slot
        }));
    }
    surface.pick(&vertices, triangles)
}
