//! Texture coordinate transforms of a material.

use super::texture_refs::texture_refs;
use crate::gpu::ShadingModel;
use sinew::character::Material;
use sinew::face::MaterialOverride;

/// First two rows of the matrix that transforms a texture coordinate (u, v, 1).
pub(super) type UvRows = [[f32; 4]; 2];

/// Texture coordinate transforms of `material` per texture slot, with the overrides of expressions.
pub(super) fn uv_rows<const SLOTS: usize>(
    material: &Material,
    overrides: &MaterialOverride,
) -> [UvRows; SLOTS] {
    let (refs, slots) = (texture_refs(material), ShadingModel::of(material).texture_slots());
    std::array::from_fn(|slot| {
        let base = refs[slot].map(|r| r.transform).unwrap_or_default();
        let transform = if slots.get(slot).is_some_and(|slot| slot.takes_uv_expressions) {
            overrides.uv_transform(&base)
        } else {
            base
        };
        let matrix = transform.to_matrix();
        [matrix.row(0).extend(0.0).to_array(), matrix.row(1).extend(0.0).to_array()]
    })
}
