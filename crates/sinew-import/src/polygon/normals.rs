//! Smooth normals for meshes without normals: the mean of the polygon normals at each vertex, weighted by
//! area.

use super::PolygonMesh;
use super::triangulate::area_vector;
use sinew::glam::Vec3;

/// Computes one unit normal per vertex.
pub(super) fn smooth(mesh: &PolygonMesh) -> Vec<Vec3> {
    let mut sums = vec![Vec3::ZERO; mesh.positions.len()];
    for polygon in &mesh.polygons {
        let vertices = mesh.vertices_of(polygon);
        let area = area_vector(vertices.iter().map(|&v| mesh.position(v)));
        for &vertex in vertices {
            if let Some(sum) = sums.get_mut(vertex as usize) {
                *sum += area;
            }
        }
    }
    sums.into_iter().map(|sum| sum.normalize_or(Vec3::Y)).collect()
}
