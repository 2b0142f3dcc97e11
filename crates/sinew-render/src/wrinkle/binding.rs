use super::error::WrinkleModelError;
use super::rings::{PackedRings, pack};
use super::uniform::WrinkleUniform;
use super::wrinkle_model::WrinkleModel;
use crate::gpu::{Gpu, TexelFormat, wrinkle_bind_group};
use sinew::Frame;
use sinew::character::MeshInstanceId;
use sinew::surface::wrinkle::StrainRings;
use std::sync::Arc;

/// Wrinkle map of one primitive of a model instance: bind group 3.
#[derive(Debug)]
pub(crate) struct WrinkleBinding {
    pub(crate) bind_group: wgpu::BindGroup,
    model: WrinkleModel,
    buffer: wgpu::Buffer,
    /// Uniform without strengths.
    rest: WrinkleUniform,
    /// Uniform that the buffer holds.
    uploaded: WrinkleUniform,
}

impl WrinkleBinding {
    /// Binding for a primitive of a mesh instance whose material is number `material` of the map. Rings are
    /// made for maps with automatic layers.
    ///
    /// # Errors
    /// When the rings are larger than a buffer of the device.
    pub(crate) fn new(
        gpu: &Gpu,
        model: &WrinkleModel,
        mesh_instance: MeshInstanceId,
        primitive: usize,
        material: usize,
    ) -> Result<Self, WrinkleModelError> {
        let data = &model.data;
        let rings = Some(()).filter(|()| data.map.is_automatic());
        let rings = rings.and_then(|()| StrainRings::new(&data.character, mesh_instance, primitive));
        let packed = rings.map(|rings| {
            let mesh = data.character.mesh_instances()[mesh_instance].mesh;
            pack(&rings, &data.character.meshes()[mesh].primitives[primitive])
        });
        // Without rings every vertex has none: reciprocals of rest areas that are 0 need a texel per four
        // vertices.
        let packed = packed.unwrap_or_else(|| {
            let mesh = data.character.mesh_instances()[mesh_instance].mesh;
            let vertices = data.character.meshes()[mesh].primitives[primitive].positions.len();
            PackedRings { texels: vec![[0; 4]; vertices.div_ceil(4)], offsets: [0, 0] }
        });
        let (texels, limit) = (packed.texels.len(), gpu.max_texels());
        if texels > limit {
            return Err(WrinkleModelError::TooLarge { texels, limit });
        }
        let material_data = &data.materials[material];
        let rest = WrinkleUniform::new(&data.map, &material_data.numbers, packed.offsets);
        let rings = gpu.create_texel_array(TexelFormat::Uint, packed.texels.len(), "rings");
        rings.write(&gpu.queue, bytemuck::cast_slice(&packed.texels));
        let buffer = gpu.create_buffer("wrinkles", bytemuck::bytes_of(&rest), wgpu::BufferUsages::UNIFORM);
        let images = material_data.arrays.each_ref();
        let layouts = &gpu.caches.layouts;
        let bind_group = wrinkle_bind_group(&gpu.device, layouts, &buffer, &rings, images, &data.sampler);
        Ok(Self { bind_group, model: model.clone(), buffer, rest, uploaded: rest })
    }

    /// Uploads the strengths of `frame` where they have changed; zeros for a frame without wrinkles or with
    /// another map.
    pub(crate) fn update(&mut self, gpu: &Gpu, frame: &Frame<'_>) {
        let state = frame.wrinkles().filter(|state| Arc::ptr_eq(state.map(), self.model.map()));
        let uniform = state.map_or(self.rest, |state| self.rest.with_strengths(state));
        if uniform != self.uploaded {
            gpu.queue.write_buffer(&self.buffer, 0, bytemuck::bytes_of(&uniform));
            self.uploaded = uniform;
        }
    }
}
