//! Tangents for clearcoat normal textures. If the material has no base normal texture, tangents must be
//! stored (specification of KHR_materials_clearcoat).

use crate::Report;
use crate::budget::Budget;
use crate::primitive::tangent;
use sinew::Character;
use sinew::character::{Material, MaterialId, Primitive, Topology};
use std::borrow::Cow;

/// Texture coordinate set for stored tangents, if `material` requires them.
fn required_uv_set(material: &Material) -> Option<usize> {
    let coat = material.clearcoat.and_then(|c| c.normal_texture);
    coat.filter(|_| material.normal_texture.is_none()).map(|r| r.uv_set)
}

fn has_tangents(primitive: &Primitive) -> bool {
    !primitive.normals.is_empty() && !primitive.tangents.is_empty()
}

fn supports_tangents(primitive: &Primitive, uv_set: usize) -> bool {
    primitive.topology == Topology::Triangles
        && !primitive.normals.is_empty()
        && primitive.uvs.get(uv_set).is_some_and(|set| !set.is_empty())
}

/// Materials to export. The clearcoat normal texture is removed if a primitive with the material cannot have
/// tangents.
pub(super) fn exportable_materials(character: &Character, report: &mut Report) -> Vec<Material> {
    let mut materials = character.materials().to_vec();
    for (n, material) in materials.iter_mut().enumerate() {
        let Some(uv_set) = required_uv_set(material) else { continue };
        let mut primitives = character
            .meshes()
            .iter()
            .flat_map(|m| &m.primitives)
            .filter(|p| p.material == Some(MaterialId(n as u32)));
        if primitives.any(|p| !has_tangents(p) && !supports_tangents(p, uv_set)) {
            let message = "a primitive with this material cannot have tangents; the clearcoat normal texture \
                is left out";
            report.warn("tangents", format!("/materials/{n}"), message);
            if let Some(coat) = &mut material.clearcoat {
                coat.normal_texture = None;
            }
        }
    }
    materials
}

/// Adds tangents to a primitive if `material` requires them.
pub(super) fn add_tangents<'a>(
    primitive: Cow<'a, Primitive>,
    material: Option<&Material>,
    location: &str,
    report: &mut Report,
) -> Cow<'a, Primitive> {
    let Some(uv_set) = material.and_then(required_uv_set).filter(|_| !has_tangents(&primitive)) else {
        return primitive;
    };
    if !supports_tangents(&primitive, uv_set) {
        return primitive;
    }
    match tangent::generate(&primitive, uv_set, &mut Budget::new(usize::MAX), location) {
        Ok(with_tangents) => Cow::Owned(with_tangents),
        Err(error) => {
            // Such as too many triangles at one vertex.
            let message =
                format!("{error}; tangents of any direction are written, which turn the normal map");
            report.warn("tangents", location, message);
            let along = |n: &sinew::glam::Vec3| n.any_orthonormal_vector().extend(1.0);
            let mut primitive = primitive.into_owned();
            primitive.tangents = primitive.normals.iter().map(along).collect();
            Cow::Owned(primitive)
        }
    }
}
