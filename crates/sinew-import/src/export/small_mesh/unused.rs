//! Vertex attributes that a material does not use.

use sinew::character::{Material, NormalMapSpace, Primitive};
use sinew::glam::Vec4;

/// Clears the texture coordinates beyond the first `sets_needed` sets, tangents that no map is read with,
/// normals of flat triangles that the file lacked, and colours that are all white.
pub(super) fn clear_unused(primitive: &mut Primitive, material: Option<&Material>, sets_needed: usize) {
    primitive.uvs.truncate(sets_needed);
    if !material.is_some_and(uses_tangents) {
        primitive.tangents.clear();
        // Readers give such triangles the same normals.
        if primitive.has_flat_normals() {
            primitive.normals.clear();
        }
    }
    let is_white = primitive.colors.iter().all(|color| *color == Vec4::ONE);
    if is_white && primitive.morph_targets.iter().all(|target| target.colors().is_empty()) {
        primitive.colors.clear();
    }
}

/// Whether what is drawn depends on the direction of tangents.
fn uses_tangents(material: &Material) -> bool {
    let in_tangent_space =
        material.normal_texture.is_some() && material.normal_space == NormalMapSpace::Tangent;
    in_tangent_space
        || material.anisotropy.is_some()
        || material.clearcoat.is_some_and(|coat| coat.normal_texture.is_some())
}
