//! Rings of vertices packed into texels, as shaders/area_strain.wgsl reads them.

use sinew::character::Primitive;
use sinew::surface::wrinkle::StrainRings;

/// Rings in texels of four numbers, and the offsets of their entries and rest areas.
pub(super) struct PackedRings {
    pub(super) texels: Vec<[u32; 4]>,
    pub(super) offsets: [u32; 2],
}

/// Packs the number of each vertex' first entry (four per texel), the reciprocals of the rest areas (four per texel) and the entries.
pub(super) fn pack(rings: &StrainRings, primitive: &Primitive) -> PackedRings {
    let count = rings.vertex_count();
    let mut starts = vec![0u32];
    let mut entries = Vec::new();
    for vertex in 0..count {
        entries.extend(rings.around(vertex).iter().map(|entry| {
            let [x, y, z] = primitive.positions[entry.vertex as usize].to_array().map(f32::to_bits);
            [entry.vertex | u32::from(entry.begins_run) << 31, x, y, z]
        }));
        starts.push(entries.len() as u32);
    }
    starts.resize(starts.len().next_multiple_of(4), 0);
    let mut areas: Vec<u32> = (0..count).map(|vertex| rings.inverse_rest_area(vertex).to_bits()).collect();
    areas.resize(areas.len().next_multiple_of(4), 0);
    let mut texels = starts.as_chunks::<4>().0.to_vec();
    let areas_at = texels.len() as u32;
    texels.extend_from_slice(areas.as_chunks::<4>().0);
    let offsets = [texels.len() as u32, areas_at];
    texels.append(&mut entries);
    PackedRings { texels, offsets }
}
