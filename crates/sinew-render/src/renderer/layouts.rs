use crate::model::Shading;
use crate::settings::VertexDataPath;
use crate::vertex_data::{DataArray, TexelKind};

/// Bind group layouts, and the pipeline layouts made of them. Three groups in all: the frame's, the material's, the
/// part's.
#[derive(Debug)]
pub(crate) struct Layouts {
    /// The frame's uniform alone, for what fills the shadow map.
    pub(crate) frame: wgpu::BindGroupLayout,
    /// The frame's uniform and the shadow map.
    pub(crate) shaded: wgpu::BindGroupLayout,
    /// By [`Shading`].
    pub(crate) material: [wgpu::BindGroupLayout; 2],
    pub(crate) part: wgpu::BindGroupLayout,
    pub(crate) encode: wgpu::BindGroupLayout,
    /// By [`Shading`].
    pub(crate) mesh_pipeline: [wgpu::PipelineLayout; 2],
    /// By [`Shading`].
    pub(crate) shadow_pipeline: [wgpu::PipelineLayout; 2],
    pub(crate) scenery_pipeline: wgpu::PipelineLayout,
    pub(crate) encode_pipeline: wgpu::PipelineLayout,
    /// Without material: for what needs nothing but vertices.
    pub(crate) vertex_pipeline: wgpu::PipelineLayout,
}

const BOTH: wgpu::ShaderStages = wgpu::ShaderStages::VERTEX_FRAGMENT;
const FRAGMENT: wgpu::ShaderStages = wgpu::ShaderStages::FRAGMENT;

fn entry(binding: u32, visibility: wgpu::ShaderStages, ty: wgpu::BindingType) -> wgpu::BindGroupLayoutEntry {
    wgpu::BindGroupLayoutEntry { binding, visibility, ty, count: None }
}

fn uniform() -> wgpu::BindingType {
    wgpu::BindingType::Buffer {
        ty: wgpu::BufferBindingType::Uniform,
        has_dynamic_offset: false,
        min_binding_size: None,
    }
}

fn texture(sample_type: wgpu::TextureSampleType) -> wgpu::BindingType {
    wgpu::BindingType::Texture {
        sample_type,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    }
}

impl Layouts {
    pub(super) fn new(device: &wgpu::Device, path: VertexDataPath) -> Self {
        let group = |label: &str, entries: &[wgpu::BindGroupLayoutEntry]| {
            device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(label), entries })
        };
        let pipeline = |label: &str, groups: &[Option<&wgpu::BindGroupLayout>]| {
            device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
                label: Some(label),
                bind_group_layouts: groups,
                immediate_size: 0,
            })
        };
        let unfiltered = wgpu::TextureSampleType::Float { filterable: false };
        let filtered = wgpu::TextureSampleType::Float { filterable: true };
        let comparison = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison);
        let frame = group("frame", &[entry(0, BOTH, uniform())]);
        let shaded = group(
            "shaded frame",
            &[
                entry(0, BOTH, uniform()),
                entry(1, FRAGMENT, texture(wgpu::TextureSampleType::Depth)),
                entry(2, FRAGMENT, comparison),
                entry(3, FRAGMENT, texture(unfiltered)),
            ],
        );
        let material = Shading::ALL.map(|shading| {
            let mut entries = vec![entry(0, BOTH, uniform())];
            for (number, slot) in shading.slots().iter().enumerate() {
                let sampler = wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
                let binding = 1 + number as u32 * 2;
                entries.push(entry(binding, slot.stages, texture(filtered)));
                entries.push(entry(binding + 1, slot.stages, sampler));
            }
            group("material", &entries)
        });
        let part = group(
            "part",
            &[
                entry(0, wgpu::ShaderStages::VERTEX, DataArray::binding_type(path, TexelKind::Uint)),
                entry(1, wgpu::ShaderStages::VERTEX, DataArray::binding_type(path, TexelKind::Float)),
                entry(2, BOTH, uniform()),
            ],
        );
        let encode = group("encode", &[entry(0, FRAGMENT, texture(unfiltered))]);
        Self {
            mesh_pipeline: material
                .each_ref()
                .map(|m| pipeline("mesh", &[Some(&shaded), Some(m), Some(&part)])),
            shadow_pipeline: material
                .each_ref()
                .map(|m| pipeline("shadow", &[Some(&frame), Some(m), Some(&part)])),
            scenery_pipeline: pipeline("scenery", &[Some(&shaded)]),
            encode_pipeline: pipeline("encode", &[Some(&encode)]),
            vertex_pipeline: pipeline("vertices", &[Some(&frame), None, Some(&part)]),
            frame,
            shaded,
            material,
            part,
            encode,
        }
    }
}
