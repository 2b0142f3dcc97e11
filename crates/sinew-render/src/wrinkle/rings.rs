//! Rings of vertices packed into texels, as shaders/area_strain.wgsl reads them.

use sinew::character::Primitive;
use sinew::surface::wrinkle::StrainRings;

/// Rings in texels of four numbers, and the offsets of their entries and rest areas.
pub(super) struct PackedRings {
    pub(super) texels: Vec<[u32; 4]>,
    pub(super) offsets: [u32; 2],
}

/// Packs the numbers of each vertex' first entry and of the one behind its last (two vertices per texel), the
/// reciprocals of the rest areas (four per texel) and the entries. Vertices at one point of the skin share
/// theirs.
pub(super) fn pack(rings: &StrainRings, primitive: &Primitive) -> PackedRings {
    let count = rings.vertex_count();
    let entries = rings.entries().iter().map(|entry| {
        let [x, y, z] = primitive.positions[entry.vertex as usize].to_array().map(f32::to_bits);
        [entry.vertex | u32::from(entry.begins_run) << 31, x, y, z]
    });
    let ends = (0..count).map(|vertex| rings.range_around(vertex));
    let mut ends: Vec<u32> = ends.flat_map(|span| [span.start as u32, span.end as u32]).collect();
    ends.resize(ends.len().next_multiple_of(4), 0);
    let mut areas: Vec<u32> = (0..count).map(|vertex| rings.inverse_rest_area(vertex).to_bits()).collect();
    areas.resize(areas.len().next_multiple_of(4), 0);
    let mut texels = ends.as_chunks::<4>().0.to_vec();
    let areas_at = texels.len() as u32;
    texels.extend_from_slice(areas.as_chunks::<4>().0);
    let offsets = [texels.len() as u32, areas_at];
    texels.extend(entries);
    PackedRings { texels, offsets }
}
