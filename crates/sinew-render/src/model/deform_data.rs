//! Deformation data of a primitive: further UV sets, skin influences and sparse morph targets, packed into texels
//! of four numbers for the vertex shader. The shader's side is `Draw` in shaders/skinning.wgsl.

use bytemuck::{Pod, Zeroable};
use sinew::character::{Influences, Primitive};
use sinew::glam::Vec3;

/// Four numbers, as a shader reads them at once.
pub(super) type Texel = [u32; 4];

/// Offsets and strides in the deformation data of a primitive, in texels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DeformLayout {
    /// Offset of the first vertex' influences.
    pub(crate) influences: u32,
    /// Texels per vertex; 0 for a rigid primitive.
    pub(crate) influence_texels: u32,
    /// Offset of the rows: the number of each vertex' first morph entry.
    pub(crate) morph_rows: u32,
    /// Offset of the morph entries.
    pub(crate) morph_entries: u32,
    /// Texels per morph entry; 0 without morph targets.
    pub(crate) morph_entry_texels: u32,
    /// Number of them that are colours, at their end: 1 where a target changes vertex colours, else 0.
    pub(crate) morph_color_texels: u32,
}

/// Packs `more_uvs`, texture coordinates in two further UV sets by vertex or none, then the influences and morph
/// targets of `primitive`.
pub(super) fn pack(primitive: &Primitive, more_uvs: &[[f32; 4]]) -> (Vec<Texel>, DeformLayout) {
    let mut texels: Vec<Texel> = more_uvs.iter().map(|uvs| uvs.map(f32::to_bits)).collect();
    let mut layout = DeformLayout::default();
    if let Some(influences) = primitive.influences.as_ref().filter(|i| !i.is_empty()) {
        layout.influences = texels.len() as u32;
        layout.influence_texels = (influences.stride() / 2) as u32;
        pack_influences(influences, &mut texels);
    }
    if primitive.morph_targets.iter().any(|t| !t.vertices().is_empty()) {
        pack_morphs(primitive, &mut texels, &mut layout);
    }
    (texels, layout)
}

/// Packs two pairs of joint and weight into each texel. The number of influences per vertex is a multiple of
/// four.
fn pack_influences(influences: &Influences, texels: &mut Vec<Texel>) {
    let pairs = influences.joints().as_chunks::<2>().0.iter().zip(influences.weights().as_chunks::<2>().0);
    texels.extend(pairs.map(|(j, w)| [u32::from(j[0]), w[0].to_bits(), u32::from(j[1]), w[1].to_bits()]));
}

/// Packs morph targets as compressed sparse rows: the index of each vertex' first entry, then the entries in
/// the order of vertices and, within a vertex, of targets, the order of the CPU skinning. A vertex costs time
/// only for targets that move it.
fn pack_morphs(primitive: &Primitive, texels: &mut Vec<Texel>, layout: &mut DeformLayout) {
    let targets = &primitive.morph_targets;
    let vertices = primitive.positions.len();
    let mut rows = vec![0u32; (vertices + 1).next_multiple_of(4)];
    for vertex in targets.iter().flat_map(|t| t.vertices()) {
        rows[*vertex as usize + 1] += 1;
    }
    for v in 0..vertices {
        rows[v + 1] += rows[v];
    }
    let entry_count = rows[vertices] as usize;
    let any_nonzero = |mut offsets: std::slice::Iter<'_, Vec3>| offsets.any(|o| *o != Vec3::ZERO);
    let normals = !primitive.normals.is_empty() && targets.iter().any(|t| any_nonzero(t.normals().iter()));
    let tangents = !primitive.tangents.is_empty() && targets.iter().any(|t| t.has_tangents());
    let colors = targets.iter().any(|t| !t.colors().is_empty());
    let geometry_texels = if tangents { 3 } else { 1 + usize::from(normals) };
    let entry_texels = geometry_texels + usize::from(colors);

    layout.morph_rows = texels.len() as u32;
    texels.extend_from_slice(rows.as_chunks::<4>().0);
    layout.morph_entries = texels.len() as u32;
    layout.morph_entry_texels = entry_texels as u32;
    layout.morph_color_texels = u32::from(colors);
    let first = texels.len();
    texels.resize(first + entry_count * entry_texels, [0; 4]);
    let mut next = rows;
    for (target_index, target) in targets.iter().enumerate() {
        for (i, &vertex) in target.vertices().iter().enumerate() {
            let at = first + next[vertex as usize] as usize * entry_texels;
            next[vertex as usize] += 1;
            let with_target = |v: Vec3, target: u32| [target, v.x.to_bits(), v.y.to_bits(), v.z.to_bits()];
            let offset = |v: Vec3| [v.x.to_bits(), v.y.to_bits(), v.z.to_bits(), 0];
            texels[at] = with_target(target.positions()[i], target_index as u32);
            if geometry_texels > 1 {
                texels[at + 1] = offset(target.normals()[i]);
            }
            if geometry_texels > 2 {
                texels[at + 2] = offset(target.tangents()[i]);
            }
            if let Some(color) = target.colors().get(i) {
                texels[at + geometry_texels] = color.to_array().map(f32::to_bits);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sinew::morph::MorphTarget;

    #[test]
    fn morph_rows_list_only_vertices_that_move() {
        let target = |at: usize, d: f32| {
            let mut dense = vec![Vec3::ZERO; 3];
            dense[at] = Vec3::X * d;
            MorphTarget::from_dense(3, &dense, &[], &[]).unwrap()
        };
        let primitive = Primitive {
            positions: vec![Vec3::ZERO; 3],
            morph_targets: vec![target(2, 1.0), target(0, 2.0), target(2, 3.0)],
            ..Default::default()
        };
        let (texels, layout) = pack(&primitive, &[]);
        assert_eq!((layout.influence_texels, layout.morph_entry_texels), (0, 1));
        assert_eq!(texels[layout.morph_rows as usize], [0, 1, 1, 3]);
        let entries = &texels[layout.morph_entries as usize..];
        assert_eq!(entries.iter().map(|e| e[0]).collect::<Vec<_>>(), [1, 0, 2]);
        assert_eq!(f32::from_bits(entries[2][1]), 3.0);
    }
}
