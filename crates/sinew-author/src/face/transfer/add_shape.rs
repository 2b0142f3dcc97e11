//! Morph targets of a mesh from the motions of its surface.

use super::surface::Surface;
use glam::{Mat3, Vec3};
use sinew::character::{Mesh, Topology};
use sinew::morph::{MorphTarget, MorphTargetError};

/// Adds a morph target to a mesh with the surface `surface`, whose vertices have the rest normals `normals`
/// and move by `motions`, empty where nothing moves.
pub(super) fn add_shape(
    mesh: &mut Mesh,
    name: String,
    (surface, normals): (&Surface, &[Vec3]),
    motions: &[Vec3],
) -> Result<(), MorphTargetError> {
    let moved: Vec<Vec3> =
        surface.positions.iter().zip(motions).map(|(position, motion)| *position + *motion).collect();
    let turned = if motions.is_empty() { Vec::new() } else { surface.normals(&moved) };
    let mut start = 0;
    for primitive in &mut mesh.primitives {
        if primitive.topology != Topology::Triangles || motions.is_empty() {
            primitive.morph_targets.push(MorphTarget::default());
            continue;
        }
        let count = primitive.positions.len();
        let vertices = surface.vertex_of[start..].iter().zip(&surface.mesh_from_model[start..]).take(count);
        let vertices = vertices.map(|(vertex, matrix)| (*vertex as usize, *matrix));
        let offsets: Vec<Vec3> = vertices.clone().map(|(vertex, matrix)| matrix * motions[vertex]).collect();
        let turn = |(vertex, matrix): (usize, Mat3)| {
            let [from, to] = [normals, &turned].map(|all| (matrix * all[vertex]).normalize_or_zero());
            to - from
        };
        let turns: Vec<Vec3> = vertices.map(turn).collect();
        primitive.morph_targets.push(MorphTarget::from_dense(count, &offsets, &turns, &[])?);
        start += count;
    }
    mesh.morph_names.push(name);
    Ok(())
}
