use super::layout_entry::{layout_entry, texture_array_binding, texture_binding, uniform_binding};
use super::shading_model::ShadingModel;
use super::texel_array::{TexelArray, TexelFormat};
use super::vertex_data_binding::TexelStorage;

/// Textures that a fragment shader reads of a material with all layers: 17 of the material, 4 of wrinkles, 2 of
/// the shadow, 1 of what lies behind, 1 of the surroundings.
const MIN_TEXTURES: u32 = 25;

/// Textures of a toon material with wrinkles in all stages: 9 of the material, 5 of wrinkles, 2 of the shadow, 1 of what
/// lies behind, 1 of the surroundings, 2 of vertices. OpenGL numbers them together.
const MIN_TOON_TEXTURES: u32 = 20;

/// Layouts of the bind groups that models and their instances own.
#[derive(Debug)]
pub(crate) struct BindGroupLayouts {
    /// Group 1, indexed by [`ShadingModel`]: the material's uniform, then a texture and a sampler per slot.
    pub(crate) material: [wgpu::BindGroupLayout; 3],
    /// Whether the device can bind the textures of layers.
    pub(crate) has_layer_textures: bool,
    /// Whether the device can bind wrinkle maps beside the textures of toon materials.
    pub(crate) has_toon_wrinkles: bool,
    /// Group 2: deformation data, pose and draw uniform of a primitive.
    pub(crate) primitive: wgpu::BindGroupLayout,
    /// Group 3: uniform, rings, four arrays of images and a sampler of a wrinkle map.
    pub(crate) wrinkles: wgpu::BindGroupLayout,
}

impl BindGroupLayouts {
    pub(super) fn new(device: &wgpu::Device, storage: TexelStorage) -> Self {
        let group = |label: &str, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let vertex = wgpu::ShaderStages::VERTEX;
        let both = wgpu::ShaderStages::VERTEX_FRAGMENT;
        let filterable = wgpu::TextureSampleType::Float { filterable: true };
        let max_textures = device.limits().max_sampled_textures_per_shader_stage;
        let has_layer_textures = max_textures >= MIN_TEXTURES;
        let has_toon_wrinkles = max_textures >= MIN_TOON_TEXTURES;
        let material = ShadingModel::ALL.map(|shading| {
            let mut entries = vec![layout_entry(0, both, uniform_binding())];
            let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
            let count = shading.texture_slots().len();
            let shared = shading.first_shared_sampler().unwrap_or(count);
            for (index, slot) in shading.texture_slots().iter().enumerate().take(shared) {
                let binding = 1 + index as u32 * 2;
                entries.push(layout_entry(binding, slot.stages, texture_binding(filterable)));
                entries.push(layout_entry(binding + 1, slot.stages, sampler));
            }
            for (slot, binding) in shading.texture_slots().iter().skip(shared).zip(1 + shared as u32 * 2..) {
                if has_layer_textures {
                    entries.push(layout_entry(binding, slot.stages, texture_binding(filterable)));
                }
            }
            if has_layer_textures && shared < count {
                let binding = 1 + (shared + count) as u32;
                entries.push(layout_entry(binding, wgpu::ShaderStages::FRAGMENT, sampler));
            }
            group("material", &entries)
        });
        let primitive = group(
            "primitive",
            &[
                layout_entry(0, vertex, TexelArray::binding_type(storage, TexelFormat::Uint)),
                layout_entry(1, vertex, TexelArray::binding_type(storage, TexelFormat::Float)),
                layout_entry(2, both, uniform_binding()),
            ],
        );
        let fragment = wgpu::ShaderStages::FRAGMENT;
        let mut entries = vec![
            layout_entry(0, both, uniform_binding()),
            layout_entry(1, vertex, TexelArray::binding_type(storage, TexelFormat::Uint)),
            layout_entry(6, fragment, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
        ];
        entries.extend((2..6).map(|binding| layout_entry(binding, fragment, texture_array_binding())));
        let wrinkles = group("wrinkles", &entries);
        Self { material, has_layer_textures, has_toon_wrinkles, primitive, wrinkles }
    }
}
