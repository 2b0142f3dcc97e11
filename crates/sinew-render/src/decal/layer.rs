//! Decals of one model instance on the device.

use super::packed::{ENTRY_TEXELS, PackedDecal, Texel};
use super::{BLENDS, DecalLooks, DecalVertex};
use crate::gpu::{Gpu, TexelArray, TexelFormat};
use crate::instance::{DrawUniform, PoseLayout};
use crate::model::{DeformLayout, ModelData};
use sinew::Character;
use sinew::character::MeshInstanceId;
use sinew::surface::{CharacterSurface, DecalSet, SurfacePart};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

/// Texels of a part's record.
const RECORD_TEXELS: usize = size_of::<DrawUniform>() / 16;

/// Decals of one model instance on the device: all of one blending mode on opaque and masked surfaces are one
/// draw, and all on each blended surface. Decals are packed when they come; opacities alone are uploaded
/// every frame.
#[derive(Debug)]
pub(crate) struct DecalLayer {
    looks: DecalLooks,
    surface: Arc<CharacterSurface>,
    /// By the revisions with which they came.
    packed: HashMap<u64, PackedDecal>,
    /// Decals in the order of the set: revision and look.
    order: Vec<(u64, u32)>,
    revision: Option<u64>,
    /// Influence texels per vertex.
    stride: usize,
    /// Opacities, records of parts, influences, morph rows, morph entries.
    data: Vec<Texel>,
    device_data: TexelArray,
    capacity: usize,
    vertices: Option<wgpu::Buffer>,
    /// Vertices on opaque and masked surfaces, of each blending mode.
    ranges: [Range<u32>; BLENDS.len()],
    /// Vertices on blended surfaces: index of the part, blending mode, range.
    on_blended: Vec<(usize, usize, Range<u32>)>,
    /// Group 2 of the draws.
    bind_group: Option<wgpu::BindGroup>,
}

impl DecalLayer {
    pub(crate) fn new(
        gpu: &Gpu,
        looks: &DecalLooks,
        surface: &Arc<CharacterSurface>,
        model: &ModelData,
    ) -> Self {
        let strides =
            model.primitives.iter().flatten().map(|primitive| primitive.deform_layout.influence_texels);
        Self {
            looks: looks.clone(),
            surface: Arc::clone(surface),
            packed: HashMap::new(),
            order: Vec::new(),
            revision: None,
            stride: strides.max().unwrap_or(0) as usize,
            data: Vec::new(),
            device_data: gpu.create_texel_array(TexelFormat::Uint, 1, "decals"),
            capacity: 1,
            vertices: None,
            ranges: [0..0, 0..0],
            on_blended: Vec::new(),
            bind_group: None,
        }
    }

    /// Whether the layer was made for these looks and this surface.
    pub(crate) fn fits(&self, looks: &DecalLooks, surface: &Arc<CharacterSurface>) -> bool {
        Arc::ptr_eq(&self.looks.model.data, &looks.model.data) && Arc::ptr_eq(&self.surface, surface)
    }

    /// Takes over the decals and opacities of a set. Decals with a look that is not in the list are left out.
    pub(crate) fn update(
        &mut self,
        gpu: &Gpu,
        character: &Character,
        set: &DecalSet,
        (model, pose, layout): (&ModelData, &TexelArray, &PoseLayout),
    ) {
        if self.revision != Some(set.revision()) {
            self.revision = Some(set.revision());
            self.pack(character, set);
            self.put_together(gpu, model, layout);
            self.bind_group = Some(self.create_bind_group(gpu, pose));
        }
        let texels = self.order.len().div_ceil(4);
        let mut opacities = set.iter().filter(|live| self.packed.contains_key(&live.revision));
        for texel in &mut self.data[..texels] {
            for number in texel {
                *number = opacities.next().map_or(0, |live| live.opacity().to_bits());
            }
        }
        self.device_data.write(&gpu.queue, bytemuck::cast_slice(&self.data[..texels]));
    }

    /// Draws on opaque and masked surfaces: blending mode and vertices.
    pub(crate) fn draws(&self) -> impl Iterator<Item = (usize, Range<u32>)> + '_ {
        self.ranges.iter().cloned().enumerate().filter(|(_, range)| !range.is_empty())
    }

    /// Draws on a blended surface, which follow it: blending mode and vertices.
    pub(crate) fn draws_on(
        &self,
        instance: MeshInstanceId,
        primitive: usize,
    ) -> impl Iterator<Item = (usize, Range<u32>)> + '_ {
        let is_on = move |part: &SurfacePart| part.instance == instance && part.primitive == primitive;
        let on_part = self.on_blended.iter().filter(move |draw| is_on(&self.surface.parts()[draw.0]));
        on_part.map(|(_, blend, range)| (*blend, range.clone()))
    }

    /// Number of draws on all surfaces.
    pub(crate) fn draw_count(&self) -> usize {
        self.draws().count() + self.on_blended.len()
    }

    /// Vertex buffer and groups 1 and 2; `None` without decals.
    pub(crate) fn bindings(&self) -> Option<(&wgpu::Buffer, &wgpu::BindGroup, &wgpu::BindGroup)> {
        let material = &self.looks.model.data.materials[0].binding.bind_group;
        Some((self.vertices.as_ref()?, material, self.bind_group.as_ref()?))
    }

    /// Packs new decals and forgets those that are gone.
    fn pack(&mut self, character: &Character, set: &DecalSet) {
        let alive: HashSet<u64> = set.iter().map(|live| live.revision).collect();
        self.packed.retain(|revision, _| alive.contains(revision));
        self.order.clear();
        for live in set {
            let Some((_, cell)) = self.looks.cells.get(live.look as usize) else { continue };
            let pack = || PackedDecal::new(live, character, &self.surface, self.stride, *cell);
            self.packed.entry(live.revision).or_insert_with(pack);
            self.order.push((live.revision, live.look));
        }
    }

    /// Puts the packed decals together and uploads them.
    fn put_together(&mut self, gpu: &Gpu, model: &ModelData, layout: &PoseLayout) {
        let deformed: usize = self.order.iter().map(|(id, _)| self.packed[id].entry_counts.len()).sum();
        let entries: usize = self.order.iter().map(|(id, _)| self.packed[id].entries.len()).sum();
        let records = self.order.len().div_ceil(4);
        let influences = records + self.surface.parts().len() * RECORD_TEXELS;
        let rows = influences + deformed * self.stride;
        let row_texels = (deformed + 1).div_ceil(4);
        let deform = DeformLayout {
            influences: influences as u32,
            influence_texels: self.stride as u32,
            morph_rows: rows as u32,
            morph_entries: (rows + row_texels) as u32,
            morph_entry_texels: if entries > 0 { ENTRY_TEXELS as u32 } else { 0 },
            morph_color_texels: 0,
        };
        self.data.clear();
        self.data.resize(records, [0; 4]);
        for part in self.surface.parts() {
            let instance = &model.mesh_instances[part.instance.index()];
            let primitive = &model.primitives[instance.mesh][part.primitive];
            let record = DrawUniform::new(part.instance, instance, primitive, layout).with_deform(deform);
            self.data.extend_from_slice(bytemuck::cast_slice(&[record]));
        }
        self.order.iter().for_each(|(id, _)| self.data.extend_from_slice(&self.packed[id].influences));
        let mut all_rows = vec![0_u32; row_texels * 4];
        let mut at = 0;
        let counts = self.order.iter().flat_map(|(id, _)| &self.packed[id].entry_counts);
        for (number, count) in counts.enumerate() {
            at += count;
            all_rows[number + 1] = at;
        }
        self.data.extend_from_slice(bytemuck::cast_slice(&all_rows));
        self.order.iter().for_each(|(id, _)| self.data.extend_from_slice(&self.packed[id].entries));
        self.upload_data(gpu);
        self.upload_vertices(gpu, model, records);
    }

    fn upload_data(&mut self, gpu: &Gpu) {
        // A layer that the device cannot hold draws nothing; the budget of the set keeps it far below.
        if self.data.len() > gpu.max_texels() {
            self.order.clear();
            self.data.clear();
        }
        if self.data.len() > self.capacity {
            self.capacity = self.data.len().next_power_of_two().min(gpu.max_texels());
            self.device_data = gpu.create_texel_array(TexelFormat::Uint, self.capacity, "decals");
        }
        self.device_data.write(&gpu.queue, bytemuck::cast_slice(&self.data));
    }

    /// Uploads the vertices: those on opaque and masked surfaces by blending mode, then those on each blended
    /// surface; within one, in the order of the set.
    fn upload_vertices(&mut self, gpu: &Gpu, model: &ModelData, records: usize) {
        let is_blended = |part: &SurfacePart| {
            let mesh = model.mesh_instances[part.instance.index()].mesh;
            let primitive = &model.primitives[mesh][part.primitive];
            let mode = model.materials[primitive.material].blend_mode;
            mode.with_vertex_alpha(primitive.vertex_colors_have_alpha).is_blended()
        };
        let blended: Vec<bool> = self.surface.parts().iter().map(is_blended).collect();
        let mut vertices: Vec<DecalVertex> = Vec::new();
        for blend in 0..BLENDS.len() {
            self.ranges[blend] = self.add_vertices(&mut vertices, blend, records, |part| !blended[part]);
        }
        self.on_blended.clear();
        for part in (0..blended.len()).filter(|part| blended[*part]) {
            for blend in 0..BLENDS.len() {
                let range = self.add_vertices(&mut vertices, blend, records, |drawn_part| drawn_part == part);
                if !range.is_empty() {
                    self.on_blended.push((part, blend, range));
                }
            }
        }
        let bytes = bytemuck::cast_slice(&vertices);
        let usage = wgpu::BufferUsages::VERTEX;
        self.vertices = (!vertices.is_empty()).then(|| gpu.create_buffer("decals", bytes, usage));
    }

    /// Adds the vertices of a blending mode on some parts of the surface.
    fn add_vertices(
        &self,
        vertices: &mut Vec<DecalVertex>,
        blend: usize,
        records: usize,
        is_on: impl Fn(usize) -> bool,
    ) -> Range<u32> {
        let start = vertices.len() as u32;
        let mut first = 0;
        for (decal, (id, look)) in self.order.iter().enumerate() {
            let packed = &self.packed[id];
            if self.looks.cells[*look as usize].0 == BLENDS[blend] {
                let drawn = packed.vertices.iter().filter(|vertex| is_on(vertex.indices[1] as usize));
                vertices.extend(drawn.map(|vertex| {
                    let [deformed, part, _, disc] = vertex.indices;
                    let record = (records + part as usize * RECORD_TEXELS) as u32;
                    DecalVertex { indices: [first + deformed, record, decal as u32, disc], ..*vertex }
                }));
            }
            first += packed.entry_counts.len() as u32;
        }
        start..vertices.len() as u32
    }

    fn create_bind_group(&self, gpu: &Gpu, pose: &TexelArray) -> wgpu::BindGroup {
        let unused = [0_u8; size_of::<DrawUniform>()];
        let buffer = gpu.create_buffer("draw", &unused, wgpu::BufferUsages::UNIFORM);
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("decals"),
            layout: &gpu.caches.layouts.primitive,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: self.device_data.binding() },
                wgpu::BindGroupEntry { binding: 1, resource: pose.binding() },
                wgpu::BindGroupEntry { binding: 2, resource: buffer.as_entire_binding() },
            ],
        })
    }
}
