use super::blend_mode::BlendMode;
use super::expression_effect::ExpressionEffect;
use super::material_uniform::MaterialUniform;
use super::texture_refs::texture_refs;
use super::textures::ModelTextures;
use crate::gpu::{Gpu, LAYER_SLOTS, Layers, ShadingModel, TRANSMISSION_SLOT};
use crate::look::SurfaceLook;
use sinew::character::{Material, Outline};
use sinew::face::MaterialOverride;

/// Material on the device.
#[derive(Debug)]
pub(crate) struct GpuMaterial {
    /// As it is drawn.
    pub(crate) source: Material,
    pub(crate) binding: MaterialBinding,
    pub(crate) shading: ShadingModel,
    pub(crate) layers: Layers,
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
        (material, look): (&Material, Option<SurfaceLook>),
        textures: &ModelTextures,
        expressions: ExpressionEffect,
    ) -> Self {
        let shading = ShadingModel::with_look(material, look);
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
            MaterialUniform::new(material, shading, &MaterialOverride::from_material(material), texture_bits);
        let toon = material.toon.unwrap_or_default();
        Self {
            source: material.clone(),
            binding: MaterialBinding::new(gpu, shading, (&views, texture_bits), &uniform),
            shading,
            layers: if shading == ShadingModel::Layered {
                Layers::of(material).with(look)
            } else {
                Layers::NONE
            },
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

    /// Whether a texture says where light passes through.
    pub(crate) fn is_glass_in_parts(&self) -> bool {
        self.shading == ShadingModel::Layered && self.texture_bits >> TRANSMISSION_SLOT & 1 == 1
    }

    /// A binding of the same textures with a uniform buffer of its own.
    pub(crate) fn create_binding(&self, gpu: &Gpu) -> MaterialBinding {
        MaterialBinding::new(gpu, self.shading, (&self.textures, self.texture_bits), &self.uniform)
    }
}

impl MaterialBinding {
    fn new(
        gpu: &Gpu,
        shading: ShadingModel,
        (textures, texture_bits): (&[(wgpu::TextureView, wgpu::Sampler)], u32),
        uniform: &MaterialUniform,
    ) -> Self {
        // That of the first texture of a layer.
        let layer_sampler = LAYER_SLOTS.filter(|slot| texture_bits >> slot & 1 == 1);
        let layer_sampler =
            layer_sampler.filter_map(|slot| textures.get(slot)).map(|(_, sampler)| sampler).next();
        let buffer = gpu.create_buffer("material", uniform.bytes(), wgpu::BufferUsages::UNIFORM);
        let mut entries = vec![wgpu::BindGroupEntry { binding: 0, resource: buffer.as_entire_binding() }];
        let layouts = &gpu.caches.layouts;
        let shared = shading.first_shared_sampler().unwrap_or(textures.len());
        for (slot, (view, sampler)) in textures[..shared].iter().enumerate() {
            let binding = 1 + 2 * slot as u32;
            entries
                .push(wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::TextureView(view) });
            entries.push(wgpu::BindGroupEntry {
                binding: binding + 1,
                resource: wgpu::BindingResource::Sampler(sampler),
            });
        }
        let layered = &textures[shared..];
        if let Some((_, white)) = layered.first().filter(|_| layouts.has_layer_textures) {
            let bindings = 1 + 2 * shared as u32..;
            for ((view, _), binding) in layered.iter().zip(bindings.clone()) {
                let resource = wgpu::BindingResource::TextureView(view);
                entries.push(wgpu::BindGroupEntry { binding, resource });
            }
            let sampler = layer_sampler.unwrap_or(white);
            let binding = bindings.start + layered.len() as u32;
            entries.push(wgpu::BindGroupEntry { binding, resource: wgpu::BindingResource::Sampler(sampler) });
        }
        let bind_group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("material"),
            layout: &layouts.material[shading as usize],
            entries: &entries,
        });
        Self { uniform: buffer, bind_group }
    }
}
