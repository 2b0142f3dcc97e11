//! Tangents for a clearcoat's normal texture where the material has no normal texture of its own: glTF then wants them
//! stored (specification of KHR_materials_clearcoat).

use crate::Report;
use crate::limits::Budget;
use crate::primitive::tangent;
use sinew::Character;
use sinew::character::{Material, Primitive, Topology};
use std::borrow::Cow;

/// The set of texture coordinates that tangents must be made for, if `material` wants them stored.
fn wanted(material: &Material) -> Option<usize> {
    let coat = material.clearcoat.and_then(|c| c.normal_texture);
    coat.filter(|_| material.normal_texture.is_none()).map(|r| r.uv_set)
}

fn has(primitive: &Primitive) -> bool {
    !primitive.normals.is_empty() && !primitive.tangents.is_empty()
}

fn can_have(primitive: &Primitive, uv_set: usize) -> bool {
    primitive.topology == Topology::Triangles
        && !primitive.normals.is_empty()
        && primitive.uvs.get(uv_set).is_some_and(|set| !set.is_empty())
}

/// The character's materials. Where a primitive that wears one cannot have the tangents it wants, its clearcoat does
/// without normals.
pub(super) fn writable(character: &Character, report: &mut Report) -> Vec<Material> {
    let mut materials = character.materials().to_vec();
    for (n, material) in materials.iter_mut().enumerate() {
        let Some(uv_set) = wanted(material) else { continue };
        let mut worn =
            character.meshes().iter().flat_map(|m| &m.primitives).filter(|p| p.material == Some(n));
        if worn.any(|p| !has(p) && !can_have(p, uv_set)) {
            let message =
                "its clearcoat's normal texture is left out: a primitive that wears it has no tangents";
            report.warn("tangents", format!("/materials/{n}"), message);
            if let Some(coat) = &mut material.clearcoat {
                coat.normal_texture = None;
            }
        }
    }
    materials
}

/// The primitive with tangents, if `material` wants them stored.
pub(super) fn complete<'a>(
    primitive: Cow<'a, Primitive>,
    material: Option<&Material>,
    place: &str,
) -> Cow<'a, Primitive> {
    let Some(uv_set) = material.and_then(wanted).filter(|_| !has(&primitive)) else { return primitive };
    if !can_have(&primitive, uv_set) {
        return primitive;
    }
    match tangent::generate(&primitive, uv_set, &mut Budget::new(usize::MAX), place) {
        Ok(with_tangents) => Cow::Owned(with_tangents),
        Err(_) => {
            // Too many triangles in one vertex: any direction along the surface must do.
            let along = |n: &sinew::glam::Vec3| n.any_orthonormal_vector().extend(1.0);
            let mut primitive = primitive.into_owned();
            primitive.tangents = primitive.normals.iter().map(along).collect();
            Cow::Owned(primitive)
        }
    }
}
