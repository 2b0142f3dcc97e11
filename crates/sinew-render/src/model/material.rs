use super::blend_mode::BlendMode;
use super::expression_effect::ExpressionEffect;
use super::material_uniform::MaterialUniform;
use super::texture_refs::texture_refs;
use super::textures::ModelTextures;
use crate::gpu::{Gpu, ShadingModel};
use sinew::character::{Material, Outline};
use sinew::face::MaterialOverride;

/// Material on the device.
#[derive(Debug)]
pub(crate) struct GpuMaterial {
    pub(crate) binding: MaterialBinding,
    pub(crate) shading: ShadingModel,
    pub(crate) blend_mode: BlendMode,
    pub(crate) double_sided: bool,
    /// Toon outline; of mode `None` where none is drawn.
    pub(crate) outline: Outline,
    /// Draw order among blended materials (VRMC_materials_mtoon): higher offsets are drawn later.
    pub(crate) render_queue_offset: i32,
    /// Whether expressions change the material, so that each instance needs its own uniform.
    pub(crate) has_expressions: bool,
    /// Bit per texture slot, set where the slot has a texture.
    pub(crate) texture_bits: u32,
    /// Uniform without expressions.
    uniform: MaterialUniform,
    textures: Vec<(wgpu::TextureView, wgpu::Sampler)>,
}

/// Uniform buffer of a material, and the bind group of the buffer and the material's textures.
#[derive(Debug)]
pub(crate) struct MaterialBinding {
    pub(crate) uniform: wgpu::Buffer,
    pub(crate) bind_group: wgpu::BindGroup,
}

impl GpuMaterial {
    pub(super) fn new(
        gpu: &Gpu,
        material: &Material,
        textures: &ModelTextures,
        expressions: ExpressionEffect,
    ) -> Self {
        let shading = ShadingModel::of(material);
        let refs = texture_refs(material);
        let slots = shading.texture_slots().iter().zip(&refs);
        let bindings = slots.map(|(slot, texture)| textures.binding(texture.as_ref(), slot.is_color));
        let (mut texture_bits, mut views) = (0, Vec::with_capacity(refs.len()));
        for (slot, texture) in bindings.enumerate() {
            texture_bits |= u32::from(texture.is_read) << slot;
            views.push((texture.view.clone(), texture.sampler.clone()));
        }
        let has_alpha = textures.has_alpha(material.base_color_texture.as_ref()) || expressions.lowers_alpha;
        let uniform =
            MaterialUniform::new(material, &MaterialOverride::from_material(material), texture_bits);
        let toon = material.toon.unwrap_or_default();
        Self {
            binding: MaterialBinding::new(gpu, shading, &views, &uniform),
            shading,
            blend_mode: BlendMode::of(material, has_alpha),
            double_sided: material.double_sided,
            outline: if toon.outline.width > 0.0 { toon.outline } else { Outline::default() },
            render_queue_offset: toon.render_queue_offset,
            has_expressions: expressions.any,
            texture_bits,
            uniform,
            textures: views,
        }
    }

    /// A binding of the same textures with a uniform buffer of its own.
    pub(crate) fn create_binding(&self, gpu: &Gpu) -> MaterialBinding {
        MaterialBinding::new(gpu, self.shading, &self.textures, &self.uniform)
    }
}

impl MaterialBinding {
    fn new(
        gpu: &Gpu,
        shading: ShadingModel,
        textures: &[(wgpu::TextureView, wgpu::Sampler)],
        uniform: &MaterialUniform,
    ) -> Self {
        let buffer = gpu.create_buffer("material", uniform.bytes(), wgpu::BufferUsages::UNIFORM);
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }];
        for (slot, (view, sampler)) in textures.iter().enumerate() {
            let binding = 1 + 2 * slot as u32;
            entries
                .push(wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::TextureView(view) });
            entries.push(wgpu::BindGroupEntry {
                binding: binding + 1,
                resource: wgpu::BindingResource::Sampler(sampler),
            });
        }
        let bind_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("material"),
            layout: &gpu.caches.layouts.material[shading as usize],
            entries: &entries,
        });
        Self { uniform: buffer, bind_group }
    }
}
